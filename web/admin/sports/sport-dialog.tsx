import type { RoundList } from '#api/contract/rounds'
import { ActivateDialog } from './activate-dialog.tsx'
import { CompleteDialog } from './complete-dialog.tsx'
import { LockDialog } from './lock-dialog.tsx'
import { UnlockDialog } from './unlock-dialog.tsx'

export type SportDeed = 'activate' | 'lock' | 'complete' | 'unlock'

export type SportDialogProps = { round: RoundList[number]; onClose: () => void }

const dialogs = {
  activate: ActivateDialog,
  lock: LockDialog,
  complete: CompleteDialog,
  unlock: UnlockDialog,
} satisfies Record<SportDeed, unknown>

export function SportDialog({ deed, ...props }: SportDialogProps & { deed: SportDeed }) {
  const Open = dialogs[deed]
  return <Open {...props} />
}
