import type { RoundList } from '../../../api/contract/rounds.ts'
import { RoundMailDialog } from '../round-mail/round-mail-dialog.tsx'
import { ActivateDialog } from './activate-dialog.tsx'
import { CancelDialog } from './cancel-dialog.tsx'
import { CompleteDialog } from './complete-dialog.tsx'
import { CorrectDialog } from './correct-dialog.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { EditSportDialog } from './edit-sport-dialog.tsx'
import { LockDialog } from './lock-dialog.tsx'
import { OpeningDialog } from './opening-dialog.tsx'
import { QuestionDialog } from './question-dialog.tsx'
import { ReinstateDialog } from './reinstate-dialog.tsx'
import { RemindDialog } from './remind-dialog.tsx'
import { UnlockDialog } from './unlock-dialog.tsx'
import { WeightDialog } from './weight-dialog.tsx'

export type SportAction =
  | 'activate'
  | 'people'
  | 'remind'
  | 'lock'
  | 'complete'
  | 'correct'
  | 'unlock'
  | 'cancel'
  | 'reinstate'
  | 'edit'
  | 'weight'
  | 'question'
  | 'opening'
  | 'delete'

export type SportDialogProps = { round: RoundList[number]; onClose: () => void }

const dialogs = {
  activate: ActivateDialog,
  people: RoundMailDialog,
  remind: RemindDialog,
  lock: LockDialog,
  complete: CompleteDialog,
  correct: CorrectDialog,
  unlock: UnlockDialog,
  cancel: CancelDialog,
  reinstate: ReinstateDialog,
  edit: EditSportDialog,
  weight: WeightDialog,
  question: QuestionDialog,
  opening: OpeningDialog,
  delete: DeleteDialog,
} satisfies Record<SportAction, unknown>

export function SportDialog({ action, ...props }: SportDialogProps & { action: SportAction }) {
  const Open = dialogs[action]
  return <Open {...props} />
}
