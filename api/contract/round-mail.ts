import { type Static, Type } from 'typebox'
import { command, read, section } from './endpoint.ts'
import { MailState } from './outbox.ts'
import { mailRefused } from './players.ts'
import { RoundStatus } from './rounds.ts'
import { Id, Instant, Nullable } from './schema.ts'

/** The last mail about a round to a player. `at` is when it was sent, or else queued. `id` is null before it goes out. */
const LastMail = Type.Object({
  id: Nullable(Type.String()),
  template: Type.String(),
  state: MailState,
  at: Instant,
  reply: Nullable(Type.String()),
})

const RoundMail = Type.Object({
  roundId: Id,
  status: RoundStatus,
  delivery: Type.Enum(['smtp', 'dev']),
  notificationsEnabled: Type.Boolean(),
  participants: Type.Array(
    Type.Object({
      id: Id,
      name: Type.String(),
      hasPicked: Type.Boolean(),
      hasAddress: Type.Boolean(),
      ...mailRefused,
      remindersDeclined: Type.Boolean(),
      lastMail: Nullable(LastMail),
    }),
  ),
})

const PickLink = Type.Object({ url: Type.String() })

export const roundMailEndpoints = section('Mail of a sport', 'admin', {
  'GET /admin/rounds/{id}/mail': read(
    RoundMail,
    'See who has picked and what was mailed. Returns each active participant by name, with the last mail about this sport.',
  ),
  'POST /admin/rounds/{id}/participants/{playerId}/remind': command(
    'Remind one player. Mails a reminder to one player. It is refused when the sport is not open. A player who has picked, has no address or wants no reminders is refused too.',
    { refuses: ['wrongState'] },
  ),
  'POST /admin/rounds/{id}/participants/{playerId}/resend-link': command(
    'Mail a pick link again. Mails the player the same link once more, also after a pick. A player without an address is refused.',
    { refuses: ['wrongState'] },
  ),
  'POST /admin/rounds/{id}/participants/{playerId}/link': command(
    "Show a player's pick link. Returns the link, so that an admin can pass it on. The link lets anyone pick as that player, so the history records who has seen it.",
    { response: { 200: PickLink }, refuses: ['wrongState'] },
  ),
})
export type LastMail = Static<typeof LastMail>
export type RoundMail = Static<typeof RoundMail>
