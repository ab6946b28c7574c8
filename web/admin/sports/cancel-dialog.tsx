import { cancelRound } from '../../client.ts'
import { useMailOutcome } from '../outbox/mail-outcome.ts'
import { ReasonDialog } from '../reason-dialog.tsx'
import type { SportDialogProps } from './sport-dialog.tsx'

export function CancelDialog({ round, onClose }: SportDialogProps) {
  const outcome = useMailOutcome()
  const told =
    round.status === 'draft'
      ? 'Nobody is told: it is a draft.'
      : (outcome?.('All active participants are told by mail.') ?? '')
  return (
    <ReasonDialog
      title={`Cancel ${round.sport_name}?`}
      description={`It counts for nobody: there is nothing to pick or to score, and nobody misses points for it. Picks are kept, so you can reinstate it. ${told}`}
      action="Cancel Sport"
      dismiss="Keep It"
      send={({ reason = '' }) => cancelRound(round.id, { reason })}
      fallback="Failed to cancel sport"
      success={`${round.sport_name} is cancelled`}
      onClose={onClose}
    />
  )
}
