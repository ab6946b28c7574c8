import { cancelRound } from '../../client.ts'
import { ReasonDialog } from '../reason-dialog.tsx'
import type { SportDialogProps } from './sport-dialog.tsx'

export const CancelDialog = ({ round, onClose }: SportDialogProps) => (
  <ReasonDialog
    title={`Cancel ${round.sport_name}?`}
    description={`It counts for nobody: there is nothing to pick or to score, and nobody misses points for it. Picks are kept, so you can reinstate it. ${whoIsTold[round.status]}`}
    action="Cancel Sport"
    dismiss="Keep It"
    send={(body) => cancelRound(round.id, body)}
    fallback="Failed to cancel sport"
    success={`${round.sport_name} is cancelled`}
    onClose={onClose}
  />
)

const told = 'All active participants are told by mail.'

const whoIsTold = { draft: 'Nobody is told: it is a draft.', active: told, locked: told, completed: '' }
