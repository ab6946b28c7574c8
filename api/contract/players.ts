import { type Static, Type } from 'typebox'
import type { Endpoints } from './endpoint.ts'
import { EraseBody } from './operations.ts'
import {
  Created,
  Flag,
  Id,
  IdParams,
  Instant,
  Message,
  Reason,
  ReasonBody,
  Text,
  UserIdsBody,
} from './schema.ts'

/** A player without an email has an address on `placeholder.local` here; nothing is ever mailed there. */
export const Player = Type.Object({
  id: Id,
  name: Type.String(),
  email: Type.String(),
  is_active: Flag,
  created_at: Instant,
  /** Only on one who has been erased, and of whom nothing is left to change. */
  erased: Type.Optional(Type.Literal(true)),
})

const PlayerList = Type.Array(Player)

/** An empty email means that the player has none. */
export const PlayerBody = Type.Object({
  name: Text('Name', 1, 100),
  email: Type.String({ maxLength: 254, 'x-sentence': 'Please enter a valid email address' }),
})

/** Everybody can read the reason where players know of a sport that it concerns. */
const PlayerChanges = Type.Object({ ...PlayerBody.properties, reason: Reason })

export const PlayersBody = Type.Object({
  players: Type.Array(PlayerBody, {
    minItems: 1,
    maxItems: 500,
    'x-sentence': 'Please add 1 to 500 players at once',
  }),
})

/** The ids are in the order of the players. */
const PlayersAdded = Type.Object({ message: Type.String(), added: Type.Integer(), ids: Type.Array(Id) })

const PlayersChanged = Type.Object({ message: Type.String(), changed: Type.Integer() })

/** What keeps a player from being deleted. Membership of a season alone does not. */
export const PlayerHasData = Type.Object({
  hasData: Type.Boolean(),
  details: Type.Object({ picks: Type.Integer(), scores: Type.Integer(), wins: Type.Integer() }),
})

export const playerEndpoints = {
  'GET /admin/users': {
    access: 'admin',
    response: { 200: PlayerList },
    summary: 'List the players',
    description:
      'Answers all players by name. A player without an email has an address on `placeholder.local`.',
  },
  'GET /admin/users/{id}/has-data': {
    access: 'admin',
    params: IdParams,
    response: { 200: PlayerHasData },
    summary: 'Check whether a player can be deleted',
    description:
      'Counts the picks, scores and wins of the player. A player who has any can only be deactivated.',
  },
  'POST /admin/users': {
    access: 'admin',
    body: PlayerBody,
    response: { 201: Created },
    summary: 'Add a player',
    description: 'Adds an active player. The email may be empty, and several players may share one.',
  },
  'POST /admin/users/bulk': {
    access: 'admin',
    body: PlayersBody,
    response: { 201: PlayersAdded },
    summary: 'Add several players',
    description:
      'Adds up to 500 active players. If one of them is refused, nobody is added. A repeated call with the same `Idempotency-Key` adds who is still missing.',
  },
  'POST /admin/users/bulk/deactivate': {
    access: 'admin',
    body: UserIdsBody,
    response: { 200: PlayersChanged },
    summary: 'Deactivate several players',
    description:
      'These players get no mail and cannot pick. Past standings stay. `changed` counts those who were active.',
    refuses: ['notFound'],
  },
  'POST /admin/users/bulk/reactivate': {
    access: 'admin',
    body: UserIdsBody,
    response: { 200: PlayersChanged },
    summary: 'Reactivate several players',
    description: 'These players get mail and can pick again. `changed` counts those who were not active.',
    refuses: ['notFound'],
  },
  'PUT /admin/users/{id}': {
    access: 'admin',
    params: IdParams,
    body: PlayerChanges,
    response: { 200: Message },
    summary: 'Change a player',
    description: 'Saves the name and the email. An empty email means that the player has none.',
  },
  'POST /admin/users/{id}/deactivate': {
    access: 'admin',
    params: IdParams,
    body: ReasonBody,
    response: { 200: Message },
    summary: 'Deactivate a player',
    description: 'The player gets no mail and cannot pick. Past standings stay.',
  },
  'POST /admin/users/{id}/reactivate': {
    access: 'admin',
    params: IdParams,
    response: { 200: Message },
    summary: 'Reactivate a player',
    description: 'The player gets mail and can pick again.',
  },
  'DELETE /admin/users/{id}': {
    access: 'admin',
    params: IdParams,
    body: ReasonBody,
    response: { 200: Message },
    summary: 'Delete a player',
    description:
      'Deletes a player who has no picks, scores or wins. Any other player is refused: deactivate that player.',
    refuses: ['wrongState'],
  },
  'POST /admin/users/{id}/erase': {
    access: 'main_admin',
    operator: true,
    params: IdParams,
    body: EraseBody,
    response: { 200: Message },
    summary: "Erase a player's personal data",
    description:
      'Erases the name and the address, also from the event log and the mail. Points, ranks and picks stay. This cannot be undone.',
  },
} satisfies Endpoints

export type Player = Static<typeof Player>
export type PlayerBody = Static<typeof PlayerBody>
export type PlayersBody = Static<typeof PlayersBody>
export type PlayerHasData = Static<typeof PlayerHasData>
