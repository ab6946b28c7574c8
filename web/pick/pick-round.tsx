import { useQueryClient } from '@tanstack/react-query'
import { lazy, type PropsWithChildren, Suspense, useState } from 'react'
import { submitPicks } from '../client.ts'
import { type OpenedLink, ownPickQuery } from '../public-queries.ts'
import { ClientError } from '../request.ts'
import { useSingleMutation } from '../single-mutation.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { ChangedNotice, ClosedNotice } from './change-notices.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import { LockPanel } from './lock-panel.tsx'
import { PickForm } from './pick-form.tsx'
import { PickReceipt } from './pick-receipt.tsx'
import styles from './pick-round.module.css'
import { PickSaved } from './pick-saved.tsx'
import { countingPicks, filledIn, initialPicks } from './pick-texts.ts'

// Most who pick do so before the lock. Without its file the page is still worth having.
const AfterLock = lazy(() =>
  import('./after-lock.tsx').then(
    ({ AfterLock }) => ({ default: AfterLock }),
    () => ({ default: ({ children }: PropsWithChildren) => <>{children}</> }),
  ),
)

const retriesMax = 3

type PickRoundProps = { token: string; link: OpenedLink; onLockTime: () => void }

/** Shows what counts by the server, and keeps what was typed apart from it, so that neither is taken for the other. */
export function PickRound({ token, link, onLockTime }: PickRoundProps) {
  const { pick, clockAheadMs } = link
  const { user, round, closed } = pick
  /** Not null while the player changes something. */
  const [edits, setEdits] = useState<string[] | null>(null)
  /** The receipt of what this page has shown as the pick. */
  const [seen, setSeen] = useState(pick.receipt?.code)
  const queries = useQueryClient()
  const { queryKey } = ownPickQuery(token)
  const counting = countingPicks(pick)
  const before = initialPicks(pick)
  const picks = edits ?? before
  const save = useSingleMutation({
    mutationFn: (values: string[]) => submitPicks(token, values),
    // The same picks again are one pick to the server, so that asking twice cannot do harm.
    retry: (failures, error) => failures < retriesMax && error instanceof ClientError && error.status === 0,
    retryDelay: (failures) => 1000 * 2 ** failures,
    onError: (error) => (isClosed(error) ? queries.invalidateQueries({ queryKey }) : undefined),
    onSuccess: async ({ message, pickItems, submittedAt, ...receipts }, sent) => {
      // What was asked for before this was saved would show the pick of then.
      await queries.cancelQueries({ queryKey })
      queries.setQueryData(
        queryKey,
        (old) => old && { ...old, pick: { ...old.pick, ...receipts, currentPick: { pickItems } } },
      )
      setSeen(receipts.receipt?.code)
      if (isSame(filledIn(picks), sent)) setEdits(null)
    },
  })
  const isOwn = save.variables !== undefined && isSame(save.variables, counting)
  // No answer came, and yet it counts.
  const hasArrived = isOwn && save.isError
  const isUnsaved = !hasArrived && picks.some((text, index) => text.trim() !== before[index])
  const isForm = closed === null && (counting.length === 0 || (edits !== null && !hasArrived))
  const isChangedElsewhere = pick.receipt?.code !== seen && !save.isPending && !isOwn
  const kept =
    counting.length === 0 ? (
      <PickReceipt of={pick} timezone={round.timezone} />
    ) : (
      !isForm && (
        <PickSaved
          pick={pick}
          title={savedTitle(counting.length > 1, closed !== null, isChangedElsewhere)}
          isNew={save.isSuccess}
          onChange={() => {
            setEdits(before)
            setSeen(pick.receipt?.code)
            save.reset()
          }}
        />
      )
    )
  return (
    <>
      <div>
        <p className={styles.greeting}>
          {isForm
            ? `Hi ${user.name}, ${counting.length > 0 ? 'change' : 'make'} your pick for`
            : save.isSuccess && closed === null && !isChangedElsewhere
              ? `Thank you, ${user.name}`
              : `Hi ${user.name}`}
        </p>
        <h1>{round.sportName}</h1>
        <p className={styles.season}>{round.seasonName}</p>
      </div>
      <LockPanel pick={pick} clockAheadMs={clockAheadMs} onLockTime={onLockTime} />
      {isChangedElsewhere && <ChangedNotice pick={pick} seen={seen} />}
      {closed !== null && (
        <ClosedNotice
          pick={pick}
          unsaved={isUnsaved && !save.isPending ? filledIn(picks) : []}
          late={isClosed(save.error)}
        />
      )}
      <LeaveGuard unsaved={isUnsaved && isForm} />
      {isForm && (
        <PickForm
          pick={pick}
          picks={picks}
          unsaved={isUnsaved}
          busy={save.isPending}
          failures={save.failureCount}
          problem={save.error}
          onEdit={setEdits}
          onKeep={() => setEdits(null)}
          onSubmit={() => save.mutate(filledIn(picks))}
        />
      )}
      {closed === null ? (
        kept
      ) : (
        <Suspense
          fallback={
            <>
              {pick.result && <Skeleton shape="block" />}
              {kept}
            </>
          }
        >
          <AfterLock pick={pick}>{kept}</AfterLock>
        </Suspense>
      )}
    </>
  )
}

const isClosed = (error: Error | null) => error instanceof ClientError && error.status === 403

const isSame = (left: readonly string[], right: readonly string[]) => left.join('\n') === right.join('\n')

function savedTitle(several: boolean, closed: boolean, changedElsewhere: boolean) {
  if (closed) return several ? 'Your picks' : 'Your pick'
  if (changedElsewhere) return several ? 'These picks count now' : 'This pick counts now'
  return several ? 'Your picks are in!' : 'Your pick is in!'
}
