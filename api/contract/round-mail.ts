import { type Static, Type } from 'typebox'
import { MailState } from './outbox.ts'
import { RoundStatus } from './rounds.ts'
import { Id, Instant, Nullable } from './schema.ts'

/** The last mail about a round to a player. `at` is when it was sent, or else queued. */
export const LastMail = Type.Object({
  id: Type.String(),
  template: Type.String(),
  state: MailState,
  at: Instant,
  /** What the mail server said last, or why nothing was sent. */
  reply: Nullable(Type.String()),
})

/** Who has picked, who has not, and what was mailed about it: active participants by name. */
export const RoundMail = Type.Object({
  roundId: Id,
  /** As everybody sees it now. Links work and reminders go out while it is `active`. */
  status: RoundStatus,
  /** `smtp` when mail really goes out, `dev` when it is only kept. */
  delivery: Type.Enum(['smtp', 'dev']),
  notificationsEnabled: Type.Boolean(),
  participants: Type.Array(
    Type.Object({
      id: Id,
      name: Type.String(),
      hasPicked: Type.Boolean(),
      hasAddress: Type.Boolean(),
      remindersDeclined: Type.Boolean(),
      lastMail: Nullable(LastMail),
    }),
  ),
})

export const RoundPlayerParams = Type.Object({ id: Id, playerId: Id })

/** A player's personal link: whoever has it can pick as that player. */
export const PickLink = Type.Object({ url: Type.String() })

export type LastMail = Static<typeof LastMail>
export type RoundMail = Static<typeof RoundMail>
export type PickLink = Static<typeof PickLink>
