import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { PickInvitation } from '#api/contract/picks'
import { submitPicks } from '../client.ts'
import { ClientError, errorText } from '../request.ts'
import { Notice } from '../ui/notice.tsx'
import { initialPicks } from './initial-picks.ts'
import { LeaveGuard } from './leave-guard.tsx'
import { LockPanel } from './lock-panel.tsx'
import { LockSeal } from './lock-seal.tsx'
import { PickForm } from './pick-form.tsx'
import { PickReceipt } from './pick-receipt.tsx'
import styles from './pick-round.module.css'
import { PickSaved } from './pick-saved.tsx'

const retriesMax = 3

type PickRoundProps = {
  token: string
  invitation: PickInvitation
  /** How far the server's clock is ahead of this device's. */
  clockAheadMs: number
  lockedByServer: boolean
  onLockTime: () => void
}

/** What was typed lives here, above form and confirmation, so that nothing typed is lost on the way. */
export function PickRound({ token, invitation, clockAheadMs, lockedByServer, onLockTime }: PickRoundProps) {
  const { user, round } = invitation
  const [edits, setEdits] = useState<string[] | null>(null)
  const [editing, setEditing] = useState(true)
  const [lostAnswer, setLostAnswer] = useState(false)
  const queries = useQueryClient()
  const save = useMutation({
    mutationFn: (values: string[]) => submitPicks(token, values),
    // The same picks again are one pick to the server, so that asking twice cannot do harm.
    retry: (failures, error) => failures < retriesMax && unanswered(error),
    retryDelay: (failures) => 1000 * 2 ** failures,
    onError: (error) => setLostAnswer((lost) => lost || unanswered(error)),
    onSuccess: ({ message, pickItems, submittedAt, ...receipts }) => {
      queries.setQueryData<PickInvitation>(
        ['pick', token],
        (old) => old && { ...old, ...receipts, currentPick: { pickItems } },
      )
      setLostAnswer(false)
      setEdits(null)
      setEditing(false)
    },
  })
  const before = initialPicks(invitation)
  const picks = edits ?? before
  const locked = lockedByServer || (save.error instanceof ClientError && save.error.locked)
  const saved = editing ? undefined : save.data
  const changed = picks.some((pick, index) => pick.trim() !== before[index])
  return (
    <>
      <div>
        <p className={styles.greeting}>
          {saved
            ? `Thank you, ${user.name}`
            : locked
              ? `Hi ${user.name}`
              : `Hi ${user.name}, make your pick for`}
        </p>
        <h1>{round.sportName}</h1>
        <p className={styles.season}>{round.seasonName}</p>
      </div>
      <LockPanel round={round} clockAheadMs={clockAheadMs} locked={locked} onLockTime={onLockTime} />
      {locked && (
        <LockedNotice
          invitation={invitation}
          late={save.error}
          lostAnswer={lostAnswer || save.failureCount > 1}
        />
      )}
      <LeaveGuard unsaved={changed && !locked} />
      {saved ? (
        <PickSaved
          saved={saved}
          timezone={round.timezone}
          locked={locked}
          onChange={() => {
            setEditing(true)
            save.reset()
          }}
        />
      ) : (
        <PickForm
          invitation={invitation}
          picks={picks}
          locked={locked}
          busy={save.isPending}
          retrying={save.isPending && save.failureCount > 0}
          problem={save.isError ? errorText(save.error, 'Failed to submit pick') : undefined}
          onEdit={setEdits}
          onSubmit={save.mutate}
        />
      )}
      {!saved && <PickReceipt of={invitation} timezone={round.timezone} />}
    </>
  )
}

const unanswered = (error: Error) => error instanceof ClientError && error.status === 0

type LockedNoticeProps = {
  invitation: PickInvitation
  /** The refusal of an attempt that came after the lock. */
  late: Error | null
  /** An attempt before it got no answer, so that it may have arrived in time. */
  lostAnswer: boolean
}

function LockedNotice({ invitation, late, lostAnswer }: LockedNoticeProps) {
  const kept = invitation.currentPick?.pickItems.map((item) => item.pickValue).join(', ')
  return (
    <Notice tone="warning" title={late ? 'Too late: this was not saved' : 'Picks are locked'}>
      {late && <p>{errorText(late, 'This sport has locked.')} What you entered is still below.</p>}
      {lostAnswer ? (
        <p>An earlier attempt got no answer and may have arrived in time: the standings show what counts.</p>
      ) : (
        <p>{kept ? `Your saved pick stands: ${kept}.` : 'No pick of yours was saved before the lock.'}</p>
      )}
      <LockSeal roundId={invitation.round.id} />
    </Notice>
  )
}
