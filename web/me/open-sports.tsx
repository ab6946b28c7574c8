import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { listed } from '../../domain/names.ts'
import { isLocking, useTimeLeft } from '../locking.ts'
import { LeaveGuard } from '../pick/form/leave-guard.tsx'
import { type SavedPick, withSaved } from '../pick/form/pick-saving.ts'
import { formatInZone, formatTimeLeft } from '../pick/moment.ts'
import { Card } from '../ui/card.tsx'
import { Hint, Lines, Stack } from '../ui/layout.tsx'
import { Name, Time } from '../ui/name.tsx'
import styles from './my-page.module.css'
import { keyOf, myPageQuery, nameIn, type OpenedPage, type OpenSport } from './my-page-query.ts'
import { OpenRow } from './open-row.tsx'

const soonMs = 24 * 3_600_000

type OpenSportsProps = { token: string; page: OpenedPage }

/** One row is unfolded at a time: at first, and after each save, the next one without a pick. */
export function OpenSports({ token, page }: OpenSportsProps) {
  const { open, people, clockAheadMs } = page
  const missing = open.filter(({ currentPick }) => currentPick === null)
  const [unfolded, setUnfolded] = useState(() => missing.map(keyOf)[0] ?? null)
  const [unsaved, setUnsaved] = useState<Record<string, boolean>>({})
  const list = useRef<HTMLDivElement>(null)
  const queries = useQueryClient()
  const { queryKey } = myPageQuery(token)
  const picked = open.length - missing.length
  const firstOfSports = open.filter(({ round }, at) => open.findIndex(isOf(round)) === at)

  const saved = (row: OpenSport, answer: SavedPick) => {
    const key = keyOf(row)
    queries.setQueryData(
      queryKey,
      (old) =>
        old && {
          ...old,
          open: old.open.map((one) => (keyOf(one) === key ? withSaved(one, answer) : one)),
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
        <Hint size="m">
          For <Name of={listed(people.map(({ name }) => name))} />
        </Hint>
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
      <LeaveGuard unsaved={Object.values(unsaved).includes(true)} />
      <Stack ref={list}>
        {firstOfSports.map(({ round }) => (
          <Card key={round.id} title={<Name of={round.sportName} />}>
            <SportHead round={round} clockAheadMs={clockAheadMs} />
            <Lines gap={2}>
              {open.filter(isOf(round)).map((row) => (
                <OpenRow
                  key={keyOf(row)}
                  row={row}
                  name={nameIn(page, row.userId)}
                  queryKey={queryKey}
                  isUnfolded={unfolded === keyOf(row)}
                  isLocking={isLocking(row.round, clockAheadMs)}
                  onFold={(isUnfolded) => setUnfolded(isUnfolded ? keyOf(row) : null)}
                  onUnsaved={(isUnsaved) => setUnsaved((old) => ({ ...old, [keyOf(row)]: isUnsaved }))}
                  onSaved={(answer) => saved(row, answer)}
                />
              ))}
            </Lines>
          </Card>
        ))}
      </Stack>
    </>
  )
}

type Round = OpenSport['round']

const isOf =
  ({ id }: Round) =>
  (row: OpenSport) =>
    row.round.id === id

function SportHead({ round, clockAheadMs }: { round: Round; clockAheadMs: number }) {
  const leftMs = useTimeLeft(round.lockTime, clockAheadMs)
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
