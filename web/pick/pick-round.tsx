import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { PickInvitation } from '#api/contract/picks'
import { submitPicks } from '../client.ts'
import { invitationQuery, type OpenedLink } from '../public-queries.ts'
import { ClientError, errorText, isDoubtful } from '../request.ts'
import { useSingleMutation } from '../single-mutation.ts'
import { Notice } from '../ui/notice.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import { LockPanel } from './lock-panel.tsx'
import { LockSeal } from './lock-seal.tsx'
import { PickForm } from './pick-form.tsx'
import { PickReceipt } from './pick-receipt.tsx'
import styles from './pick-round.module.css'
import { PickSaved } from './pick-saved.tsx'
import { filledIn, initialPicks } from './pick-texts.ts'

const retriesMax = 3

type PickRoundProps = { token: string; link: OpenedLink; onLockTime: () => void }

/** What was typed lives here, above form and confirmation, so that nothing typed is lost on the way. */
export function PickRound({ token, link, onLockTime }: PickRoundProps) {
  const { invitation, clockAheadMs, locked } = link
  const { user, round } = invitation
  const [edits, setEdits] = useState<string[] | null>(null)
  const [editing, setEditing] = useState(true)
  const [lostAnswer, setLostAnswer] = useState(false)
  const queries = useQueryClient()
  const { queryKey } = invitationQuery(token)
  const save = useSingleMutation({
    mutationFn: (values: string[]) => submitPicks(token, values),
    // The same picks again are one pick to the server, so that asking twice cannot do harm.
    retry: (failures, error) => failures < retriesMax && error instanceof ClientError && error.status === 0,
    retryDelay: (failures) => 1000 * 2 ** failures,
    onError: (error) => {
      setLostAnswer((lost) => lost || isDoubtful(error))
      if (error instanceof ClientError && error.locked) {
        queries.setQueryData(queryKey, (old) => old && { ...old, locked: true })
      }
    },
    onSuccess: async ({ message, pickItems, submittedAt, ...receipts }, sent) => {
      // What was asked for before this was saved would show the pick of then.
      await queries.cancelQueries({ queryKey })
      queries.setQueryData(
        queryKey,
        (old) =>
          old && { ...old, invitation: { ...old.invitation, ...receipts, currentPick: { pickItems } } },
      )
      setLostAnswer(false)
      if (filledIn(picks).join('\n') !== sent.join('\n')) return
      setEdits(null)
      setEditing(false)
    },
  })
  const before = initialPicks(invitation)
  const picks = edits ?? before
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
          late={save.error instanceof ClientError && save.error.locked ? save.error : null}
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
          savedMeanwhile={save.data?.pickItems.map((item) => item.pickValue)}
          problem={save.error}
          onEdit={setEdits}
          onSubmit={() => save.mutate(filledIn(picks))}
        />
      )}
      {!saved && <PickReceipt of={invitation} timezone={round.timezone} />}
    </>
  )
}

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
