import { type Static, Type } from 'typebox'
import { refused } from '../../domain/refusal.ts'
import { CopyPreview, opensDaysBefore } from './copying.ts'
import { command, read, section } from './endpoint.ts'
import {
  Created,
  Flag,
  Id,
  Instant,
  Nullable,
  PermanentDeleteBody,
  Reason,
  ReasonBody,
  Text,
  UserIdsBody,
  WholeNumber,
} from './schema.ts'

const seasonRow = {
  id: Id,
  name: Type.String(),
  year_start: Type.Integer(),
  year_end: Type.Integer(),
  commissioner: Nullable(Type.String()),
  is_active: Flag,
  is_default: Flag,
  ended_at: Nullable(Instant),
  /** Admins see of open sports only that a pick was made. Missing otherwise. */
  picks_sealed: Type.Optional(Type.Literal(1)),
  deleted_at: Nullable(Instant),
  created_at: Instant,
  updated_at: Instant,
}

export const Season = Type.Object(seasonRow)

const DefaultSeason = Type.Union([Season, Type.Null()])

/** By `year_start`, newest first; each with its standings. */
export const SeasonList = Type.Array(
  Type.Object({
    ...seasonRow,
    leaderboard: Type.Array(
      Type.Object({
        rank: Type.Integer(),
        userId: Id,
        name: Type.String(),
        totalPoints: Type.Integer(),
      }),
    ),
  }),
)

const seasonFields = {
  name: Text('Season name', 1, 50),
  yearStart: WholeNumber('Start year', 1990, 2100),
  yearEnd: WholeNumber('End year', 1990, 2100),
  commissioner: Type.Optional(Nullable(Text('Commissioner', 0, 255))),
  isDefault: Type.Optional(
    Type.Boolean({ 'x-refusal': refused('wrong-shape', { name: 'isDefault', shape: 'boolean' }) }),
  ),
}

const tick = (name: string) =>
  Type.Optional(Type.Boolean({ 'x-refusal': refused('wrong-shape', { name, shape: 'boolean' }) }))

/** What is left out is copied. Participants are those who are active, beside `participantIds`. */
const CopyFrom = Type.Object({
  seasonId: Id,
  sports: tick('sports'),
  participants: tick('participants'),
  rules: tick('rules'),
  opensDaysBefore,
})

export const SeasonBody = Type.Object({
  ...seasonFields,
  copyFrom: Type.Optional(CopyFrom),
  participantIds: Type.Optional(Type.Array(Id, { maxItems: 10_000 })),
  picksSealed: Type.Optional(
    Type.Boolean({ 'x-refusal': refused('wrong-shape', { name: 'picksSealed', shape: 'boolean' }) }),
  ),
})

export const SeasonChanges = Type.Object({ ...seasonFields, reason: Reason })

const SeasonToggled = Type.Object({ message: Type.String(), isActive: Type.Boolean() })

const DeletedSeasons = Type.Array(Season)

/** Places count as in competition ranking: 10, 8, 8, 5 are places 1, 2, 2, 4. */
const Winner = Type.Object({
  id: Id,
  season_id: Id,
  place: Type.Integer(),
  user_id: Id,
  user_name: Type.String(),
  name: Type.String(),
  total_points: Type.Integer(),
  /** What settled a tie; of the first together, the sports they won and their best call too. */
  why: Type.Optional(Type.Array(Type.String())),
})

const Winners = Type.Array(Winner)

const SeasonEnded = Type.Object({ message: Type.String(), winners: Winners })

export const Participant = Type.Object({
  id: Id,
  name: Type.String(),
  email: Type.String(),
  is_active: Flag,
  added_at: Instant,
})

const ParticipantList = Type.Array(Participant)

const ParticipantBody = Type.Object({ userId: Id })

/** Left out, it means every active player. */
const ParticipantsBody = Type.Object(
  { userIds: Type.Optional(UserIdsBody.properties.userIds) },
  { examples: [{ userIds: [1, 2] }] },
)

const ParticipantsAdded = Type.Object({ message: Type.String(), added: Type.Integer() })

const ParticipantsRemoved = Type.Object({ message: Type.String(), removed: Type.Integer() })

const SeasonPreviewBody = Type.Object({ yearStart: seasonFields.yearStart, copyFrom: CopyFrom })

export const seasonPreviewEndpoints = section('Previews', 'admin', {
  'POST /admin/previews/seasons': command(
    'Preview the sports of a new season. Takes the start year and `copyFrom` of the body that creates the season, and returns what each copied sport would be. Nothing is saved.',
    { body: SeasonPreviewBody, response: { 200: CopyPreview } },
  ),
})

export const seasonEndpoints = section('Seasons', 'admin', {
  'GET /public/seasons': read(
    SeasonList,
    'List the seasons. Returns the seasons with their standings, the latest start year first. Deleted seasons are left out.',
    { access: 'public', conditional: true },
  ),
  'GET /public/seasons/default': read(
    DefaultSeason,
    'Read the default season. Returns the season that is marked as default, else the newest one, else `null`.',
    { access: 'public', conditional: true },
  ),
  'GET /public/seasons/{id}/winners': read(
    Winners,
    'Read the winners of a season. Returns everyone in the first three places, with ties. The list is empty until the season has ended.',
    { access: 'public', conditional: true },
  ),
  'GET /admin/seasons': read(SeasonList, 'List the seasons as an admin. The same as the public list.'),
  'GET /admin/seasons/default': read(
    DefaultSeason,
    'Read the default season as an admin. The same as the public call.',
  ),
  'GET /admin/seasons/deleted': read(
    DeletedSeasons,
    'List the deleted seasons. Returns the seasons that can be restored or deleted for ever.',
  ),
  'POST /admin/seasons': command(
    'Create a season. Creates an active season with these participants. At most one season is the default: `isDefault` takes that from another season. `copyFrom` copies the sports, the active participants and the rules of an earlier season with it.',
    { body: SeasonBody, response: { 201: Created }, refuses: ['notFound'] },
  ),
  'PUT /admin/seasons/{id}': command(
    'Change a season. Saves the name, the years and the commissioner. A season that has ended is refused, and one that is not active cannot become the default.',
    { body: SeasonChanges, refuses: ['wrongState'] },
  ),
  'PUT /admin/seasons/{id}/toggle-active': command(
    'Activate or deactivate a season. Switches between active and not active. A default season that is deactivated is no longer the default.',
    { body: ReasonBody, response: { 200: SeasonToggled } },
  ),
  'POST /admin/seasons/{id}/end': command(
    'End a season. Keeps the winners and the point values. It is refused while a sport is not completed, with the names of those sports.',
    { response: { 200: SeasonEnded }, refuses: ['wrongState'] },
  ),
  'POST /admin/seasons/{id}/reopen': command(
    'Reopen a season. Removes the winners; the season follows the current point values again. A season that has not ended is refused.',
    { body: ReasonBody, refuses: ['wrongState'] },
  ),
  'POST /admin/seasons/{id}/soft-delete': command(
    'Delete a season. Hides the season; it can be restored. It is then neither active nor the default.',
    { body: ReasonBody },
  ),
  'POST /admin/seasons/{id}/restore': command(
    'Restore a deleted season. Brings the season back. It is not active until you activate it.',
    { refuses: ['wrongState'] },
  ),
  'DELETE /admin/seasons/{id}/permanent': command(
    'Delete a season for ever. Deletes a season that was deleted before. This cannot be undone.',
    { access: 'main_admin', body: PermanentDeleteBody, refuses: ['wrongState'] },
  ),
  'GET /admin/season-participants/{seasonId}': read(
    ParticipantList,
    'List the participants of a season. Returns the participants by name, also those who are not active.',
  ),
  'POST /admin/season-participants/{seasonId}/participants': command(
    'Add a participant. Adds one player to the season. Earlier picks of that player count again. It changes nothing for a player who takes part already.',
    { body: ParticipantBody, refuses: ['wrongState'] },
  ),
  'POST /admin/season-participants/{seasonId}/participants/bulk': command(
    'Add several players to a season. Adds these players, or without `userIds` every active one. `added` counts those who did not take part yet.',
    { body: ParticipantsBody, response: { 200: ParticipantsAdded }, refuses: ['wrongState'] },
  ),
  'POST /admin/season-participants/{seasonId}/participants/bulk/remove': command(
    'Remove several participants. Removes these players from the season. The picks are kept. `removed` counts those who took part.',
    { body: UserIdsBody, response: { 200: ParticipantsRemoved }, refuses: ['wrongState'] },
  ),
  'DELETE /admin/season-participants/{seasonId}/participants/{userId}': command(
    'Remove a participant. Removes the player from the season. The picks are kept in case the player is added again.',
    { body: ReasonBody, refuses: ['wrongState'] },
  ),
})

export type Season = Static<typeof Season>
export type SeasonList = Static<typeof SeasonList>
export type SeasonChanges = Static<typeof SeasonChanges>
export type SeasonBody = Static<typeof SeasonBody>
export type Participant = Static<typeof Participant>
export type Winner = Static<typeof Winner>
