import { lockRound } from '../../client.ts'
import { formatLockTime } from '../calendar.ts'
import { ReasonDialog } from '../reason-dialog.tsx'
import { MissingPicks } from './missing-picks.tsx'
import type { SportDialogProps } from './sport-dialog.tsx'

export const LockDialog = ({ round, onClose }: SportDialogProps) => (
  <ReasonDialog
    title={`Lock ${round.sport_name} now?`}
    description={`No more picks come in by link, and everyone sees the picks. It would lock by itself on ${formatLockTime(round.lock_time, round.timezone)}. This cannot be taken back.`}
    action="Lock Now"
    send={(body) => lockRound(round.id, body)}
    fallback="Failed to lock sport"
    success={`${round.sport_name} is locked`}
    onClose={onClose}
  >
    <MissingPicks round={round} />
  </ReasonDialog>
)
