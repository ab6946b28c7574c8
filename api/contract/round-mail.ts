import { type Static, Type } from 'typebox'
import type { Endpoints } from './endpoint.ts'
import { MailState } from './outbox.ts'
import { RoundStatus } from './rounds.ts'
import { Id, IdParams, Instant, Message, Nullable } from './schema.ts'

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

const RoundPlayerParams = Type.Object({ id: Id, playerId: Id })

/** A player's personal link: whoever has it can pick as that player. */
const PickLink = Type.Object({ url: Type.String() })

export const roundMailEndpoints = {
  'GET /admin/rounds/{id}/mail': {
    access: 'admin',
    params: IdParams,
    response: { 200: RoundMail },
    summary: 'See who has picked and what was mailed',
    description: 'Answers each active participant by name, with the last mail about this sport.',
  },
  'POST /admin/rounds/{id}/participants/{playerId}/remind': {
    access: 'admin',
    params: RoundPlayerParams,
    response: { 200: Message },
    summary: 'Remind one player',
    description:
      'Mails a reminder to one player. It is refused when the sport is not open. A player who has picked, has no address or wants no reminders is refused too.',
    refuses: ['wrongState'],
  },
  'POST /admin/rounds/{id}/participants/{playerId}/resend-link': {
    access: 'admin',
    params: RoundPlayerParams,
    response: { 200: Message },
    summary: 'Mail a pick link again',
    description:
      'Mails the player the same link once more, also after a pick. A player without an address is refused.',
    refuses: ['wrongState'],
  },
  'POST /admin/rounds/{id}/participants/{playerId}/link': {
    access: 'admin',
    params: RoundPlayerParams,
    response: { 200: PickLink },
    summary: "Show a player's pick link",
    description:
      'Answers the link, so that an admin can pass it on. The link lets anyone pick as that player, so the history records who has seen it.',
    refuses: ['wrongState'],
  },
} satisfies Endpoints

export type LastMail = Static<typeof LastMail>
export type RoundMail = Static<typeof RoundMail>
