import { type Static, Type } from 'typebox'
import { refused } from '../../domain/refusal.ts'
import { command, read, section } from './endpoint.ts'
import { PickToken } from './picks.ts'
import { Choice, Email, Id, Instant, LinkToken, Message, Nullable, Text, Uuid } from './schema.ts'

/** `ask`: an admin decides on each request. `open`: a confirmed address is enough. */
const Approval = Choice('approval', ['ask', 'open'])

const JoinLinkBody = Type.Object({
  approval: Approval,
  /** An instant with offset or Z, or wall-clock time `YYYY-MM-DDTHH:MM` in the default time zone. Without it the link stays open. */
  until: Type.Optional(
    Nullable(Type.String({ maxLength: 40, 'x-refusal': refused('field-invalid', { name: 'until' }) })),
  ),
})

const terms = { approval: Approval, until: Nullable(Instant) }

const JoinLinkOpened = Type.Object({ message: Type.String(), url: Type.String(), ...terms })

const JoinLink = Type.Object({
  url: Type.String(),
  ...terms,
  /** Requests that an admin can decide on. */
  waiting: Type.Integer(),
})

const Invitation = Type.Object({
  seasonId: Id,
  seasonName: Type.String(),
  commissioner: Nullable(Type.String()),
  playerCount: Type.Integer(),
  ...terms,
  /** Whether a mail with a link comes, which confirms the address. */
  confirms: Type.Boolean(),
  /** In sentences. */
  rules: Type.Array(Type.String()),
})

const JoinBody = Type.Object({ name: Text('Name', 1, 100), email: Email })

const ConfirmationBody = Type.Object({ token: LinkToken })

const Confirmed = Type.Object({
  message: Type.String(),
  seasonId: Id,
  /** Else an admin decides. */
  joined: Type.Boolean(),
})

const JoinRequests = Type.Array(
  Type.Object({
    id: Type.String(),
    seasonId: Id,
    seasonName: Type.String(),
    name: Type.String(),
    email: Type.String(),
    confirmed: Type.Boolean(),
    askedAt: Instant,
    /** Who has this name and this address already. */
    player: Nullable(Type.Object({ id: Id, name: Type.String(), isActive: Type.Boolean() })),
  }),
)

const RequestParams = Type.Object({ id: Uuid(refused('join-request-not-found')) })

const Accepted = Type.Object({ message: Type.String(), userId: Id })

export const joiningEndpoints = section('Joining', 'admin', {
  'POST /admin/seasons/{id}/join-link': command(
    'Open the join link of a season. Anybody with the link can ask to join. While it is open, the link stays the same and takes the new terms; once it was closed, a new one begins. Without a mail server addresses are not confirmed, so `open` is 409.',
    { body: JoinLinkBody, response: { 200: JoinLinkOpened }, refuses: ['wrongState', 'notFound'] },
  ),
  'DELETE /admin/seasons/{id}/join-link': command(
    'Close the join link. The link never works again. Requests that wait stay.',
    { refuses: ['notFound'] },
  ),
  'GET /admin/seasons/{id}/join-link': read(
    JoinLink,
    'Read the join link. Returns the link and its terms. 404 while it is closed.',
    { refuses: ['notFound'] },
  ),
  'GET /public/join/{token}': read(
    Invitation,
    'Open a join link. Returns the season and its rules. Reading changes nothing. An unknown link is 404, one that is closed or has ended is 410.',
    { access: 'public', params: PickToken, refuses: ['joinClosed'] },
  ),
  'POST /public/join/{token}': command(
    'Ask to join. The answer is the same for everybody, known or not. With a mail server it leads to a mail with a link, by which the person confirms the address within 24 hours. One address takes five requests an hour of a client, a client sixty, and two hundred wait for a season at most.',
    {
      access: 'public',
      params: PickToken,
      body: JoinBody,
      response: { 202: Message },
      refuses: ['joinClosed'],
    },
  ),
  'POST /public/join-confirmations': command(
    'Confirm an address. Takes the token of the link in the mail. The person then takes part, or waits for an admin. Confirming again has the same answer.',
    { access: 'public', body: ConfirmationBody, response: { 200: Confirmed }, refuses: ['notFound'] },
  ),
  'GET /admin/join-requests': read(
    JoinRequests,
    'List the requests to join. Returns those that an admin can decide on, oldest first, of all running seasons.',
  ),
  'POST /admin/join-requests/{id}/accept': command(
    'Accept a request to join. Adds the player, or takes the one with this name and address, and adds them to the season.',
    { params: RequestParams, response: { 200: Accepted }, refuses: ['wrongState', 'notFound'] },
  ),
  'POST /admin/join-requests/{id}/decline': command(
    'Decline a request to join. Deletes the request. Nothing of it is in the history, and nobody is mailed.',
    { params: RequestParams, refuses: ['notFound'] },
  ),
})

export type JoinLink = Static<typeof JoinLink>
export type Invitation = Static<typeof Invitation>
export type JoinRequests = Static<typeof JoinRequests>
