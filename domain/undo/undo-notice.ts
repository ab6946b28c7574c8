import type { NoticeEvent } from '../rounds/notices.ts'
import { irreversible } from './undo.ts'
import { MAILED } from './undo-round.ts'

export function undoNotice({ type }: NoticeEvent): never {
  switch (type) {
    case 'PlayersReminded':
    case 'PickLinkResent':
      return irreversible(MAILED)
    case 'ReminderSkipped':
    case 'PickLinkCopied':
      return irreversible('It changed nothing that could be put back')
  }
}
