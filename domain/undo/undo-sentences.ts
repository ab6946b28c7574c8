import type { DomainEvent } from '../domain-event.ts'
import { descriptorOf } from '../event-table.ts'

export function sentenceOfUndo(events: readonly DomainEvent[], { sealed = false } = {}): string {
  const [first] = events
  const many =
    first && events.length > 1 && events.every(({ type }) => type === first.type) && MANY[first.type]
  if (many) return `${events.length} ${many}.`
  return events
    .map((event) => (sealed ? SEALED[event.type] : null) ?? wordsFor(event))
    .map((words) => `${words}.`)
    .join(' ')
}

type ByType = Partial<Record<DomainEvent['type'], string>>

const MANY: ByType = {
  ParticipantAdded: 'players take part again, with the picks from before',
  ParticipantRemoved: 'players no longer take part; their picks are kept',
  PlayerDeactivated: 'players are no longer active',
  PlayerReactivated: 'players are active again',
  RoundDeleted: 'sports are deleted, and can be restored',
  RoundRestored: 'sports are back, with all of their picks',
}

const SEALED: ByType = {
  PickEntered: 'The previous pick counts again',
  TieBreakGuessEntered: 'The previous guess counts again',
}

function wordsFor({ type, data }: DomainEvent): string {
  const { whenUndone = 'This change is undone' } = descriptorOf(type)
  return typeof whenUndone === 'string' ? whenUndone : whenUndone(data)
}
