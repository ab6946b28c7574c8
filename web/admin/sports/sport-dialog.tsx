import { CommandDialog } from '../command-dialog.tsx'
import { RoundMailDialog } from '../round-mail/round-mail-dialog.tsx'
import { EditSportDialog } from './edit-sport-dialog.tsx'
import { MissingPicks } from './missing-picks.tsx'
import { OpeningDialog } from './opening-dialog.tsx'
import { QuestionDialog } from './question-dialog.tsx'
import { ResultDialog } from './result-dialog.tsx'
import { sportCommands } from './sport-commands.tsx'
import type { SportAction, SportDialogProps } from './sport-menu.tsx'
import { WeightDialog } from './weight-dialog.tsx'

export function SportDialog({ action, ...props }: SportDialogProps & { action: SportAction }) {
  switch (action) {
    case 'people':
      return <RoundMailDialog {...props} />
    case 'complete':
    case 'correct':
      return <ResultDialog step={action} {...props} />
    case 'edit':
      return <EditSportDialog {...props} />
    case 'weight':
      return <WeightDialog {...props} />
    case 'question':
      return <QuestionDialog {...props} />
    case 'opening':
      return <OpeningDialog {...props} />
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
