import { type Static, Type } from 'typebox'
import { refused } from '../../domain/refusal.ts'
import { command, read, section } from './endpoint.ts'
import { EraseBody } from './operations.ts'
import { Created, Flag, Id, Instant, Reason, ReasonBody, Text, UserIdsBody } from './schema.ts'

export const mailRefused = {
  /** What the mail server said when it refused the address for good. Nothing is mailed there until it changes. Missing otherwise. */
  mail_refused: Type.Optional(Type.String()),
}

/** A player without an email has an address on `placeholder.local` here; nothing is ever mailed there. */
export const Player = Type.Object({
  id: Id,
  name: Type.String(),
  email: Type.String(),
  is_active: Flag,
  created_at: Instant,
  /** Only on one who has been erased, and of whom nothing is left to change. */
  erased: Type.Optional(Type.Literal(true)),
  ...mailRefused,
})

const PlayerList = Type.Array(Player)

/** An empty email means that the player has none. */
export const PlayerBody = Type.Object({
  name: Text('Name', 1, 100),
  email: Type.String({ maxLength: 254, 'x-refusal': refused('email-invalid', {}) }),
})

const PlayerChanges = Type.Object({ ...PlayerBody.properties, reason: Reason })

const PlayersBody = Type.Object({
  players: Type.Array(PlayerBody, {
    minItems: 1,
    maxItems: 500,
    'x-refusal': refused('players-to-add', { min: 1, max: 500 }),
  }),
})

const PlayersAdded = Type.Object({ message: Type.String(), added: Type.Integer(), ids: Type.Array(Id) })

const PlayersChanged = Type.Object({ message: Type.String(), changed: Type.Integer() })

/** What keeps a player from being deleted. Membership of a season alone does not. */
const PlayerHasData = Type.Object({
  hasData: Type.Boolean(),
  details: Type.Object({ picks: Type.Integer(), scores: Type.Integer(), wins: Type.Integer() }),
})

export const playerEndpoints = section('Players', 'admin', {
  'GET /admin/users': read(
    PlayerList,
    'List the players. Returns all players by name. A player without an email has an address on `placeholder.local`.',
  ),
  'GET /admin/users/{id}/has-data': read(
    PlayerHasData,
    'Check whether a player can be deleted. Counts the picks, scores and wins of the player. A player who has any can only be deactivated.',
  ),
  'POST /admin/users': command(
    'Add a player. Adds an active player. The email may be empty, and several players may share one.',
    { body: PlayerBody, response: { 201: Created } },
  ),
  'POST /admin/users/bulk': command(
    'Add several players. Adds up to 500 active players. If one of them is refused, nobody is added. A repeated call with the same `Idempotency-Key` adds those who are still missing.',
    { body: PlayersBody, response: { 201: PlayersAdded } },
  ),
  'POST /admin/users/bulk/deactivate': command(
    'Deactivate several players. These players get no mail and cannot pick. Past standings stay. `changed` counts those who were active.',
    { body: UserIdsBody, response: { 200: PlayersChanged }, refuses: ['notFound'] },
  ),
  'POST /admin/users/bulk/reactivate': command(
    'Reactivate several players. These players get mail and can pick again. `changed` counts those who were not active.',
    { body: UserIdsBody, response: { 200: PlayersChanged }, refuses: ['notFound'] },
  ),
  'PUT /admin/users/{id}': command(
    'Change a player. Saves the name and the email. An empty email means that the player has none.',
    { body: PlayerChanges },
  ),
  'POST /admin/users/{id}/deactivate': command(
    'Deactivate a player. The player gets no mail and cannot pick. Past standings stay.',
    { body: ReasonBody },
  ),
  'POST /admin/users/{id}/reactivate': command(
    'Reactivate a player. The player gets mail and can pick again.',
  ),
  'POST /admin/users/{id}/replace-links': command(
    'Replace the links of a player. From now on every earlier link of the player is 410: to open and locked sports, to the page of all picks, and to stop reminders. Links to open sports are mailed anew. This cannot be undone.',
    { body: ReasonBody },
  ),
  'DELETE /admin/users/{id}': command(
    'Delete a player. Deletes a player who has no picks, scores or wins. Any other player is refused: deactivate that player.',
    { body: ReasonBody, refuses: ['wrongState'] },
  ),
  'POST /admin/users/{id}/erase': command(
    "Erase a player's personal data. Erases the name and the address, also from the event log and the mail. Points, ranks and picks stay. This cannot be undone.",
    { access: 'main_admin', operator: true, body: EraseBody },
  ),
})

export type Player = Static<typeof Player>
export type PlayerBody = Static<typeof PlayerBody>
export type PlayersBody = Static<typeof PlayersBody>
export type PlayerHasData = Static<typeof PlayerHasData>
