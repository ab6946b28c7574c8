import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { useSearchParams } from 'react-router'
import type { AllTime as Table } from '../../api/contract/hall.ts'
import { formatCount } from '../browser/formats.ts'
import { useNarrow } from '../browser/narrow.ts'
import { query } from '../server/api.ts'
import { Card } from '../ui/card.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Checkbox } from '../ui/form/inputs.tsx'
import { useGrowingCount } from '../ui/table/growing-count.ts'
import { Figures } from '../ui/table/table.tsx'
import { Loaded } from '../ui/waiting/loaded.tsx'
import styles from './hall.module.css'
import { PlayerLink } from './player-link.tsx'

type Row = Table['rows'][number]

/** What all seasons add up to, by titles, podiums and share. */
export function AllTime() {
  const [params, setParams] = useSearchParams()
  const isRunning = params.get('include') === 'running'
  const table = useQuery({
    ...query('GET /public/all-time', isRunning ? { include: 'running' } : {}),
    placeholderData: keepPreviousData,
  })
  return (
    <Card title="All-time table" flush>
      <div className={styles.about}>
        <p>
          Sorted by titles, podiums and share: points as a percentage of the winner’s, averaged over seasons.
        </p>
        <Checkbox
          label="Include seasons that are being played"
          checked={isRunning}
          onChange={({ target }) =>
            setParams(target.checked ? { include: 'running' } : {}, {
              replace: true,
              preventScrollReset: true,
            })
          }
        />
      </div>
      <Loaded query={table}>{({ rows }) => <Rows rows={rows} />}</Loaded>
    </Card>
  )
}

type Figure = [name: string, of: (row: Row) => string | number]

const share: Figure = ['Share', (row) => `${(row.share * 100).toFixed(1)}%`]

const figures: Figure[] = [
  ['Podiums', ({ podiums }) => podiums],
  share,
  ['Seasons', ({ seasons }) => seasons],
  ['Best rank', ({ bestRank }) => (bestRank === null ? '–' : `#${bestRank}`)],
  ['Winners picked', ({ championsCalled }) => formatCount(championsCalled)],
  ['Points', ({ totalPoints }) => formatCount(totalPoints)],
]

function Rows({ rows }: { rows: readonly Row[] }) {
  const isNarrow = useNarrow()
  const columns = isNarrow ? [share] : figures
  const drawn = useGrowingCount(rows.length)
  if (rows.length === 0) return <EmptyState title="No season has ended yet." />
  return (
    <div className={styles.table}>
      <Figures aria-label="All-time table">
        <thead>
          <tr>
            <th scope="col">#</th>
            <th scope="col">Player</th>
            <th scope="col">Titles</th>
            {columns.map(([name]) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, drawn).map((row) => (
            <Fragment key={row.userId}>
              <tr>
                <td className={styles.rank} data-rank={row.rank}>
                  {row.rank}
                </td>
                <th scope="row">
                  <PlayerLink {...row} />
                </th>
                <td>
                  {row.titles}
                  {!isNarrow && row.sharedTitles > 0 && <small>{row.sharedTitles} shared</small>}
                </td>
                {columns.map(([name, of]) => (
                  <td key={name}>{of(row)}</td>
                ))}
              </tr>
              {isNarrow && (
                <tr className={styles.more}>
                  <td />
                  <td colSpan={3}>
                    {row.sharedTitles > 0 && `Shared titles ${row.sharedTitles} · `}
                    {figures
                      .filter((figure) => !columns.includes(figure))
                      .map(([name, of]) => `${name}\u00a0${of(row)}`)
                      .join(' · ')}
                  </td>
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
      </Figures>
    </div>
  )
}
