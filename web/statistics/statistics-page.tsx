import { useQuery } from '@tanstack/react-query'
import type { SeasonStatistics } from '../../api/contract/season-story.ts'
import type { Season } from '../../api/contract/seasons.ts'
import { PlayerLink } from '../hall/player-link.tsx'
import { SeasonPage } from '../season/season-page.tsx'
import { query } from '../server/api.ts'
import { leaderboardQuery } from '../server/public-queries.ts'
import { namesOn } from '../sport/sport-address.ts'
import { Card } from '../ui/card.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Hint } from '../ui/layout.tsx'
import { Link } from '../ui/link.tsx'
import { useGrowingCount } from '../ui/table/growing-count.ts'
import { Figures } from '../ui/table/table.tsx'
import { Asked, Loaded } from '../ui/waiting/loaded.tsx'
import { BestCall, Boldness, figures } from './figures.tsx'
import styles from './statistics.module.css'

/** How the players of a season pick, beyond their points. */
export const StatisticsPage = () => (
  <SeasonPage title="Statistics" width="wide">
    {(season) => <Statistics season={season} />}
  </SeasonPage>
)

function Statistics({ season: { id } }: { season: Season }) {
  const board = useQuery(leaderboardQuery(id))
  return (
    <>
      <Hint>
        In the order of the standings. Boldness of 0%: always the same pick as everybody. Near 100%: nearly
        always alone. Longest run: the most sports in a row with points. Best call: the winner that the fewest
        others picked. <Link to={`/?season=${id}`}>Standings</Link>
      </Hint>
      <Card flush>
        <Loaded query={board}>
          {(board) => (
            <Asked of={query('GET /public/seasons/{id}/statistics', id)}>
              {({ rows }) => <Rows seasonId={id} rows={rows} nameOf={namesOn(board)} />}
            </Asked>
          )}
        </Loaded>
      </Card>
    </>
  )
}

type RowsProps = {
  seasonId: number
  rows: SeasonStatistics['rows']
  nameOf: (userId: number) => string
}

function Rows({ seasonId, rows, nameOf }: RowsProps) {
  const drawn = useGrowingCount(rows.length)
  if (rows.length === 0) return <EmptyState title="Nobody plays in this season yet." />
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls only what it can focus
    <section className={styles.scroller} tabIndex={0} aria-label="Statistics, scrolls sideways">
      <Figures aria-label="Statistics">
        <thead>
          <tr>
            <th scope="col">Player</th>
            <th scope="col">Boldness</th>
            {figures.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
            <th scope="col">Best call</th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, drawn).map((row) => (
            <tr key={row.userId}>
              <th scope="row">
                <PlayerLink name={nameOf(row.userId)} userId={row.userId} />
              </th>
              <td>
                <Boldness of={row} />
              </td>
              {figures.map(({ name, of }) => (
                <td key={name}>{of(row)}</td>
              ))}
              <td>
                <BestCall of={row} seasonId={seasonId} />
              </td>
            </tr>
          ))}
        </tbody>
      </Figures>
    </section>
  )
}
