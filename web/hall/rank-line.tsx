import type { PlayerPage } from '../../api/contract/hall.ts'
import styles from './hall.module.css'

const heightPx = 132
const topPx = 26
const bottomPx = 40
const labelsMax = 8

type RankLineProps = { seasons: PlayerPage['seasons'] }

/** From the oldest season to the newest. Rank 1 is at the top. */
export function RankLine({ seasons }: RankLineProps) {
  const worst = Math.max(2, ...seasons.map(({ rank }) => rank))
  const labelEach = Math.ceil(seasons.length / labelsMax)
  const points = seasons.map(({ seasonId, rank, players, yearEnd }, at) => ({
    ...{ seasonId, rank, yearEnd },
    x: `${5 + (at / (seasons.length - 1)) * 90}%`,
    y: topPx + ((rank - 1) / (worst - 1)) * (heightPx - topPx - bottomPx),
    isLabelled: (seasons.length - 1 - at) % labelEach === 0,
    words: `${yearEnd}: #${rank} of ${players}`,
  }))
  return (
    <svg
      className={styles.line}
      height={heightPx}
      role="img"
      aria-label={`Rank over time. ${points.map(({ words }) => words).join(', ')}.`}
    >
      {points.slice(1).map(({ seasonId, x, y }, before) => (
        <line key={seasonId} x1={points[before]?.x} y1={points[before]?.y} x2={x} y2={y} />
      ))}
      {points.map(({ seasonId, x, y, rank, yearEnd, isLabelled }) => (
        <g key={seasonId} data-rank={rank}>
          <circle cx={x} cy={y} r="5" />
          {isLabelled && (
            <>
              <text x={x} y={y - 12}>
                #{rank}
              </text>
              <text className={styles.tick} x={x} y={heightPx - 8}>
                {yearEnd}
              </text>
            </>
          )}
        </g>
      ))}
    </svg>
  )
}
