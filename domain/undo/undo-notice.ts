import type { NoticeEvent } from '../rounds/notices.ts'
import { noWayBack } from './undo.ts'
import { MAILED } from './undo-round.ts'

export function undoNotice({ type }: NoticeEvent): never {
  switch (type) {
    case 'PlayersReminded':
    case 'PickLinkResent':
      return noWayBack(MAILED)
    case 'ReminderSkipped':
    case 'PickLinkCopied':
      return noWayBack('It changed nothing that could be put back')
  }
}
