import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { listed } from '../../domain/names.ts'
import { isLocking, useTicking } from '../locking.ts'
import { LeaveGuard } from '../pick/form/leave-guard.tsx'
import { withSaved } from '../pick/form/pick-saving.ts'
import { formatInZone, formatTimeLeft } from '../pick/moment.ts'
import { Card } from '../ui/card.tsx'
import { Hint, Lines } from '../ui/layout.tsx'
import { Name, Time } from '../ui/name.tsx'
import styles from './my-page.module.css'
import { keyOf, myPageQuery, type OpenedPage, type OpenSport } from './my-page-query.ts'
import { OpenRow } from './open-row.tsx'

const soonMs = 24 * 3_600_000

type OpenSportsProps = { token: string; link: OpenedPage }

/** One row is unfolded at a time: at first, and after each save, the next one without a pick. */
export function OpenSports({ token, link: { page, clockAheadMs } }: OpenSportsProps) {
  const { open, people } = page
  const missing = open.filter(({ currentPick }) => currentPick === null)
  const [unfolded, setUnfolded] = useState(() => missing.map(keyOf)[0] ?? null)
  const [unsaved, setUnsaved] = useState<readonly string[]>([])
  const list = useRef<HTMLDivElement>(null)
  const queries = useQueryClient()
  const { queryKey } = myPageQuery(token)
  const picked = open.length - missing.length

  const saved = (row: OpenSport, answer: Parameters<typeof withSaved>[1]) => {
    const key = keyOf(row)
    queries.setQueryData(
      queryKey,
      (old) =>
        old && {
          ...old,
          page: {
            ...old.page,
            open: old.page.open.map((one) => (keyOf(one) === key ? withSaved(one, answer) : one)),
          },
        },
    )
    // Who has gone on to another row stays there.
    if (unfolded !== key) return
    const [next] = missing.filter((one) => keyOf(one) !== key).map(keyOf)
    setUnfolded(next ?? null)
    list.current?.querySelector<HTMLElement>(`[data-row="${next ?? key}"] > summary`)?.focus()
  }

  return (
    <>
      <div>
        <h1>All your picks</h1>
        <p className={styles.people}>
          For <Name of={listed(people.map(({ name }) => name))} />
        </p>
        <p role="status">
          {open.length === 0 ? (
            'No sport is open for your picks now.'
          ) : (
            <>
              <strong>
                {picked} of {open.length}
              </strong>{' '}
              picked
            </>
          )}
        </p>
        {open.length > 0 && (
          <progress className={styles.progress} aria-hidden max={open.length} value={picked} />
        )}
      </div>
      <LeaveGuard unsaved={unsaved.length > 0} />
      <div ref={list} className={styles.sports}>
        {bySport(open).map((rows) => (
          <Card key={rows[0].round.id} title={<Name of={rows[0].round.sportName} />}>
            <SportHead row={rows[0]} clockAheadMs={clockAheadMs} />
            <Lines gap={2}>
              {rows.map((row) => (
                <OpenRow
                  key={keyOf(row)}
                  row={row}
                  name={people.find(({ id }) => id === row.userId)?.name ?? ''}
                  queryKey={queryKey}
                  isUnfolded={unfolded === keyOf(row)}
                  isLocking={isLocking({ ...row.round, lock_time: row.round.lockTime }, clockAheadMs)}
                  onFold={(isUnfolded) => setUnfolded(isUnfolded ? keyOf(row) : null)}
                  onUnsaved={(isUnsaved) =>
                    setUnsaved((old) => [
                      ...old.filter((key) => key !== keyOf(row)),
                      ...(isUnsaved ? [keyOf(row)] : []),
                    ])
                  }
                  onSaved={(answer) => saved(row, answer)}
                />
              ))}
            </Lines>
          </Card>
        ))}
      </div>
    </>
  )
}

type Rows = [OpenSport, ...OpenSport[]]

/** They come one sport after the other. */
function bySport(open: readonly OpenSport[]): Rows[] {
  const sports: Rows[] = []
  for (const row of open) {
    const last = sports.at(-1)
    if (last && last[0].round.id === row.round.id) last.push(row)
    else sports.push([row])
  }
  return sports
}

function SportHead({ row: { round }, clockAheadMs }: { row: OpenSport; clockAheadMs: number }) {
  const endsAt = Date.parse(round.lockTime) - clockAheadMs
  const leftMs = useTicking(() => Math.ceil((endsAt - Date.now()) / 1000)) * 1000
  return (
    <div className={styles.head}>
      <Hint>
        <Name of={round.seasonName} />
      </Hint>
      <Hint>
        Locks <Time of={round.lockTime}>{formatInZone(round.lockTime, round.offsets)}</Time>
        {leftMs <= 0 ? ' · Locking…' : leftMs < soonMs && ` · ${formatTimeLeft(leftMs)} left`}
      </Hint>
      {round.emailMessage && <p className={styles.message}>{round.emailMessage}</p>}
    </div>
  )
}
