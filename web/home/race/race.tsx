import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import type { Race as RaceAnswer } from '../../../api/contract/season-story.ts'
import { query } from '../../server/api.ts'
import { Badge } from '../../ui/badge.tsx'
import { Switch } from '../../ui/form/switch.tsx'
import { Hint, Stack } from '../../ui/layout.tsx'
import { LoadFailed } from '../../ui/waiting/load-failed.tsx'
import table from '../board/leaderboard-table.module.css'
import styles from './race.module.css'

/** What the leaderboard shows after each total. */
export type ExtraColumns = { heads: ReactNode; cellsOf: (userId: number) => ReactNode }

type RaceProps = { seasonId: number; onColumns: (columns: ExtraColumns | null) => void }

/** Who can still win, in two columns of the leaderboard and in sentences below. */
export function Race({ seasonId, onColumns }: RaceProps) {
  const [isOn, turn] = useState(false)
  const race = useQuery({ ...query('GET /public/seasons/{id}/race', seasonId), enabled: isOn })
  const shown = isOn ? race.data : undefined
  const columns = useMemo(() => (shown && shown.rows.length > 0 ? columnsOf(shown) : null), [shown])
  useEffect(() => {
    onColumns(columns)
    return () => onColumns(null)
  }, [columns, onColumns])
  return (
    <div className={styles.race} data-print={false}>
      <Switch
        label="Could still reach"
        hint="If all remaining sports of this season are played as they stand. In it: can still come first."
        checked={isOn}
        busy={race.isLoading}
        onChange={turn}
      />
      {isOn && race.isError && (
        <LoadFailed title="What can still be reached could not be loaded" query={race} />
      )}
      <Stack gap={2} role="status">
        {columns && <Hint>Two columns were added to the leaderboard.</Hint>}
        {shown?.why && <Hint>{shown.why}.</Hint>}
        {shown && !shown.exact && !shown.why && (
          <Hint>There are too many ways it can end to look at them all. A best rank may be too good.</Hint>
        )}
        {shown?.scenarios && shown.scenarios.length > 0 && (
          <Stack as="ul" gap={1} marked aria-label="What decides the season">
            {shown.scenarios.map(({ sentence }) => (
              <li key={sentence} translate="no">
                {sentence}
              </li>
            ))}
          </Stack>
        )}
      </Stack>
    </div>
  )
}

function columnsOf({ rows, remaining }: RaceAnswer): ExtraColumns {
  const reach = new Map(rows.map((row) => [row.userId, row]))
  return {
    heads: ['Best total', 'Best rank'].map((name) => (
      <th key={name} scope="col" className={table.total}>
        <span className={styles.wraps}>{name}</span>
      </th>
    )),
    cellsOf: (userId) => {
      const row = reach.get(userId)
      if (!row) return null
      return (
        <>
          <td className={table.total} translate="no">
            {row.bestTotal}
            <span data-phone="unseen"> pts</span>
          </td>
          <td className={table.total}>
            <span className={styles.wraps}>
              <span translate="no">#{row.bestRank}</span>{' '}
              {row.clinched && remaining > 0 ? (
                <Badge tone="success">Champion</Badge>
              ) : (
                row.canWin && <Badge>In it</Badge>
              )}
            </span>
          </td>
        </>
      )
    },
  }
}
