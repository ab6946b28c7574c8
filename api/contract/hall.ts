import { type Static, Type } from 'typebox'
import { command, read, section } from './endpoint.ts'
import { EraseBody } from './operations.ts'
import { Choice, Created, Id, Nullable, Text, WholeNumber } from './schema.ts'

/** A plate: everybody who shares first place. Newest first. */
const Plate = Type.Object({
  year: Type.Integer(),
  names: Type.Array(Type.String()),
  /** In the order of the names; null for somebody who has no page. */
  userIds: Type.Array(Nullable(Id)),
  seasonId: Nullable(Id),
  seasonName: Nullable(Type.String()),
  points: Nullable(Type.Integer()),
  shared: Type.Boolean(),
})

const Hall = Type.Object({
  champions: Type.Array(Plate),
  /** Of each person, the most first. `userId` is null for somebody who has no page. */
  titles: Type.Array(Type.Object({ name: Type.String(), userId: Nullable(Id), titles: Type.Integer() })),
  appTitle: Type.String(),
  title: Type.String(),
  /** Of the default season. */
  currentCommissioner: Nullable(Type.String()),
  /** The first year on a plate. */
  established: Nullable(Type.Integer()),
})

const AllTime = Type.Object({
  rows: Type.Array(
    Type.Object({
      userId: Id,
      name: Type.String(),
      seasons: Type.Integer(),
      titles: Type.Integer(),
      sharedTitles: Type.Integer(),
      podiums: Type.Integer(),
      bestRank: Nullable(Type.Integer()),
      totalPoints: Type.Integer(),
      championsCalled: Type.Integer(),
      share: Type.Number(),
      rank: Type.Integer(),
    }),
  ),
})

const AllTimeQuery = Type.Object({
  include: Type.Optional(Choice('include', ['running'])),
})

const PlayerPage = Type.Object({
  id: Id,
  name: Type.String(),
  titles: Type.Integer(),
  podiums: Type.Integer(),
  /** The years of titles that were recorded by hand. */
  earlierTitles: Type.Array(Type.Integer()),
  seasons: Type.Array(
    Type.Object({
      seasonId: Id,
      name: Type.String(),
      yearStart: Type.Integer(),
      yearEnd: Type.Integer(),
      rank: Type.Integer(),
      players: Type.Integer(),
      totalPoints: Type.Integer(),
      championsCalled: Type.Integer(),
      ended: Type.Boolean(),
    }),
  ),
})

const PastChampions = Type.Array(
  Type.Object({
    id: Id,
    name: Type.String(),
    endYear: Type.Integer(),
    playerId: Nullable(Id),
    note: Nullable(Type.String()),
  }),
)

/** Where a player is linked, the name is that player's, and none is stored. */
const ChampionBody = Type.Object(
  {
    name: Type.Optional(Nullable(Text('Name', 1, 100))),
    endYear: WholeNumber('Year', 1900, 2100),
    playerId: Type.Optional(Nullable(Id)),
    note: Type.Optional(Nullable(Text('Note', 0, 500))),
  },
  { examples: [{ name: 'Grandpa Joe', endYear: 1998 }] },
)

export const hallEndpoints = {
  ...section('Hall of fame', 'public', {
    'GET /public/seasons/champions': read(
      Hall,
      'Read the hall of fame. Returns a plate for each season that has ended and for each champion recorded by hand, newest first. A season in which nobody has a point has none.',
      { conditional: true },
    ),
    'GET /public/all-time': read(
      AllTime,
      'Read the all-time table. Sums up the standings of all seasons that have ended, and with `include=running` of those that are being played. A champion recorded by hand adds a title and a podium. Sorted by titles, podiums and share, which is the mean of the player’s total over the winner’s.',
      { querystring: AllTimeQuery, conditional: true },
    ),
    'GET /public/players/{id}': read(
      PlayerPage,
      'Read the seasons of a player. Returns rank and points in each season, newest first.',
      { conditional: true, refuses: ['notFound'] },
    ),
  }),
  ...section('Hall of fame', 'admin', {
    'GET /admin/historical-champions': read(
      PastChampions,
      'List the champions recorded by hand. Returns these champions, newest first, with their notes, which only admins see.',
    ),
    'POST /admin/historical-champions': command(
      'Record a champion by hand. For the years before the league used this server. Give a name, or link a player. A champion can be recorded once for each year.',
      { body: ChampionBody, response: { 201: Created }, refuses: ['notFound', 'wrongState'] },
    ),
    'PUT /admin/historical-champions/{id}': command(
      'Correct a champion recorded by hand. Replaces name, year, player and note: without `playerId`, no player is linked any more.',
      { body: ChampionBody, refuses: ['wrongState'] },
    ),
    'DELETE /admin/historical-champions/{id}': command(
      'Remove a champion recorded by hand. Removes the champion from the hall of fame. The history can undo it.',
    ),
    'POST /admin/historical-champions/{id}/erase': command(
      'Erase a champion recorded by hand. Erases the name and the note, also from the event log. This cannot be undone.',
      { access: 'main_admin', body: EraseBody },
    ),
  }),
}

export type Hall = Static<typeof Hall>
export type AllTime = Static<typeof AllTime>
export type PlayerPage = Static<typeof PlayerPage>
export type PastChampions = Static<typeof PastChampions>
export type ChampionBody = Static<typeof ChampionBody>
