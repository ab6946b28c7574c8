import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { PickInvitation } from '#api/contract/picks'
import { submitPicks } from '../client.ts'
import { ClientError, errorText } from '../request.ts'
import { Notice } from '../ui/notice.tsx'
import { initialPicks } from './initial-picks.ts'
import { LockPanel } from './lock-panel.tsx'
import { PickForm } from './pick-form.tsx'
import styles from './pick-round.module.css'
import { PickSaved } from './pick-saved.tsx'

type PickRoundProps = {
  token: string
  invitation: PickInvitation
  /** How far the server's clock is ahead of this device's. */
  clockAheadMs: number
  lockedByServer: boolean
  onLockTime: () => void
}

/** The picks live here, above form and confirmation, so that nothing typed is lost on the way. */
export function PickRound({ token, invitation, clockAheadMs, lockedByServer, onLockTime }: PickRoundProps) {
  const { user, round } = invitation
  const [picks, setPicks] = useState(() => initialPicks(invitation))
  const [editing, setEditing] = useState(true)
  const queries = useQueryClient()
  const save = useMutation({
    mutationFn: (values: string[]) => submitPicks(token, values),
    onSuccess: ({ pickItems, submittedAt }) => {
      queries.setQueryData<PickInvitation>(
        ['pick', token],
        (old) => old && { ...old, currentPick: { pickItems }, serverTime: submittedAt },
      )
      setEditing(false)
    },
  })
  const locked = lockedByServer || (save.error instanceof ClientError && save.error.locked)
  const saved = editing ? undefined : save.data
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
      {locked && <LockedNotice invitation={invitation} late={save.error} />}
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
          problem={save.isError ? errorText(save.error, 'Failed to submit pick') : undefined}
          onEdit={setPicks}
          onSubmit={save.mutate}
        />
      )}
    </>
  )
}

function LockedNotice({ invitation, late }: { invitation: PickInvitation; late: Error | null }) {
  const kept = invitation.currentPick?.pickItems.map((item) => item.pickValue).join(', ')
  return (
    <Notice tone="warning" title={late ? 'Too late: this was not saved' : 'Picks are locked'}>
      {late && <p>{errorText(late, 'This sport has locked.')} What you entered is still below.</p>}
      <p>{kept ? `Your saved pick stands: ${kept}.` : 'No pick of yours was saved before the lock.'}</p>
    </Notice>
  )
}
