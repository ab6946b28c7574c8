import type { DomainEvent } from '../../../domain/domain-event.ts'
import type { Instant } from '../../../domain/event.ts'
import type { PresentPlayer } from '../../../domain/players/player.ts'
import type { PrivateSchema } from '../../../platform/database/private-schema.ts'
import type { Chronicle } from '../../../platform/event-store/chronicle.ts'
import type { RecordedEvent } from '../../../platform/event-store/event-store.ts'
import type { Topic } from '../../../platform/mail/notices.ts'
import type { SeasonSources } from '../../../projections/past/season-past.ts'
import type { TemplateName } from '../mail-templates.ts'
import type { Writing } from '../write-mail.ts'

export type EventOf<Type extends DomainEvent['type'] = DomainEvent['type']> = RecordedEvent &
  Extract<DomainEvent, { type: Type }>

export type MailToPlayers = Topic & {
  template: TemplateName
  playerIds: readonly number[]
  /** Null: from the lock time of its sport on, whenever that is by then. */
  uselessAt: Instant | null
  /** Of a daily reminder: what is for the same day goes into one mail, whichever the season, and is told once. */
  day?: string
  /** For what is held: when it goes out. At once without. */
  dueAt?: Instant
  /** Known to the log alone. Then the mail is written at once, and sent as it is. */
  to?: PresentPlayer | null
  /** The event that asks for it, where that is another one of the same command. */
  causeId?: string
}

export type PolicyContext = SeasonSources &
  Writing & {
    chronicle: Chronicle
    privateSchema: PrivateSchema
    now: Instant
  }

export type Policy<Type extends DomainEvent['type']> = (
  context: PolicyContext,
  event: EventOf<Type>,
) => Promise<MailToPlayers[]>
