import { CommandDialog } from '../command/command-dialog.tsx'
import { RoundMailDialog } from '../round-mail/round-mail-dialog.tsx'
import { MissingPicks } from './activate/missing-picks.tsx'
import { EditSportDialog } from './edit/edit-sport-dialog.tsx'
import { opening } from './edit/opening.ts'
import { QuestionDialog } from './edit/question-dialog.tsx'
import { RenameTeamDialog } from './edit/rename-team-dialog.tsx'
import { WeightDialog } from './edit/weight-dialog.tsx'
import { ResultDialog } from './result/result-dialog.tsx'
import { sportCommands } from './sport-commands.tsx'
import type { SportAction, SportDialogProps } from './sport-menu.tsx'

export function SportDialog({ action, ...props }: SportDialogProps & { action: SportAction }) {
  switch (action) {
    case 'people':
      return <RoundMailDialog {...props} />
    case 'complete':
    case 'correct':
      return <ResultDialog step={action} {...props} />
    case 'edit':
      return <EditSportDialog {...props} />
    case 'team':
      return <RenameTeamDialog {...props} />
    case 'weight':
      return <WeightDialog {...props} />
    case 'question':
      return <QuestionDialog {...props} />
    case 'opening':
      return <CommandDialog {...opening(props.round)} onClose={props.onClose} />
    default: {
      const command = sportCommands[action](props.round)
      return (
        <CommandDialog {...command} onClose={props.onClose}>
          {action === 'lock' && <MissingPicks round={props.round} />}
        </CommandDialog>
      )
    }
  }
}
