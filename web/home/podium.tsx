import type { Winner } from '../../api/contract/seasons.ts'
import { Badge } from '../ui/badge.tsx'
import { Hint } from '../ui/layout.tsx'
import styles from './season.module.css'

const places = [
  { place: 1, label: '1st' },
  { place: 2, label: '2nd' },
  { place: 3, label: '3rd' },
]

/** Players who tie share a step; a tie for second leaves no third. */
export function Podium({ winners }: { winners: Winner[] }) {
  return (
    <ol className={styles.podium}>
      {places.map(({ place, label }) => {
        const holders = winners.filter((winner) => winner.place === place)
        const [first] = holders
        if (!first) return null
        return (
          <li key={place} className={styles.step} data-place={place}>
            <div className={styles.who}>
              <p className={styles.names} translate="no">
                {holders.map((holder) => holder.user_name).join(' & ')}
              </p>
              <Hint size="m">
                <span translate="no">{first.total_points} pts</span>{' '}
                {holders.length > 1 && <Badge>Tie</Badge>}
              </Hint>
            </div>
            <div className={styles.block}>{label}</div>
          </li>
        )
      })}
    </ol>
  )
}
