import { type Static, Type } from 'typebox'
import { refused } from '../../domain/refusal.ts'
import { command, read, section } from './endpoint.ts'
import { RoundSeal } from './operations.ts'
import {
  Choice,
  Created,
  DecidedBody,
  Guessed,
  Id,
  Instant,
  Nullable,
  PermanentDeleteBody,
  Reason,
  ReasonBody,
  SeenPosition,
  Text,
  WholeNumber,
  ZoneOffsets,
} from './schema.ts'

export const RoundStatus = Type.Enum(['draft', 'active', 'locked', 'completed'])

const PickType = Choice('pickType', ['single', 'multiple'])

export const places = {
  first_place_team: Nullable(Type.String()),
  second_place_team: Nullable(Type.String()),
  third_place_team: Nullable(Type.String()),
  fourth_place_team: Nullable(Type.String()),
  fifth_place_team: Nullable(Type.String()),
  /** By the number of the write-in. There once a result judged write-ins by their names. */
  right_answers: Type.Optional(
    Type.Array(Type.Object({ name: Type.String(), answers: Type.Array(Type.String()) })),
  ),
}

/** By the number of the write-in: an empty one has no name. Missing where none has. */
export const slot_names = Type.Optional(Type.Array(Type.String()))

const roundRow = {
  id: Id,
  season_id: Id,
  sport_name: Type.String(),
  pick_type: PickType,
  num_write_in_picks: Nullable(Type.Integer()),
  slot_names,
  email_message: Nullable(Type.String()),
  lock_time: Instant,
  timezone: Type.String(),
  offsets: ZoneOffsets,
  status: RoundStatus,
  ...places,
  deleted_at: Nullable(Instant),
  created_at: Instant,
  updated_at: Instant,
  participants: Type.Array(Type.Object({ id: Id, name: Type.String(), hasPicked: Type.Boolean() })),
  pickedCount: Type.Integer(),
  totalParticipants: Type.Integer(),
  completed_before: Type.Optional(Type.Literal(true)),
  unlocked_at: Type.Optional(Instant),
  cancelled_at: Type.Optional(Instant),
  cancelled_reason: Type.Optional(Nullable(Type.String())),
  /** How many times its points count; missing where once. */
  weight: Type.Optional(Type.Integer()),
  tie_break: Type.Optional(
    Type.Object({
      question: Type.String(),
      unit: Nullable(Type.String()),
      /** There once a result was published, null where nobody was to be nearer. */
      answer: Type.Optional(Nullable(Type.Number())),
    }),
  ),
  opens_at: Type.Optional(Instant),
  opening_failed: Type.Optional(Type.String()),
}

export const RoundList = Type.Array(Type.Object(roundRow))

export const Round = Type.Object({
  ...roundRow,
  /** By name. The ids count them in the order in which they were entered. */
  teams: Type.Array(Type.Object({ id: Id, team_name: Type.String() })),
})

const TeamLists = Type.Array(
  Type.Object({
    roundId: Id,
    sportName: Type.String(),
    seasonName: Type.String(),
    teams: Type.Array(Type.String()),
  }),
)

const Teams = Type.Array(Text('Team name', 0, 100), {
  maxItems: 500,
  'x-refusal': refused('teams-too-many', { max: 500 }),
})

const RenameTeamBody = Type.Object(
  {
    from: Text('The former name', 1, 100),
    to: Text('The new name', 1, 100),
    reason: Reason,
  },
  { examples: [{ from: 'Reds', to: 'Crimsons' }] },
)

const TeamsBody = Type.Object({ teams: Teams })

export const RoundBody = Type.Object({
  seasonId: Type.Integer({ ...Id, 'x-refusal': refused('season-not-chosen') }),
  sportName: Text('Sport name', 1, 100),
  pickType: PickType,
  emailMessage: Type.Optional(Nullable(Text('Email message', 0, 500))),
  /** Wall-clock time `YYYY-MM-DDTHH:MM` in `timezone`, or an instant with offset or Z. */
  lockTime: Type.String({ maxLength: 40, 'x-refusal': refused('field-required', { name: 'Lock time' }) }),
  timezone: Type.String({ maxLength: 64, 'x-refusal': refused('field-required', { name: 'Timezone' }) }),
  teams: Type.Optional(Teams),
  numWriteInPicks: Type.Optional(Nullable(WholeNumber('Number of write-in picks', 1, 10))),
  /** What each write-in is for, such as `Champion`. An empty one is called by its number. */
  slotNames: Type.Optional(
    Type.Array(Text('Name of a pick', 0, 50), {
      maxItems: 10,
      'x-refusal': refused('slot-names-too-many', { max: 10 }),
    }),
  ),
})

/** What is left out stays as it is. Our screen asks for a reason where players get a mail about it. */
export const RoundChanges = Type.Partial(
  Type.Object({ ...RoundBody.properties, reason: Text('Reason', 1, 500) }),
  { minProperties: 1 },
)

const ReminderSent = Type.Object({ message: Type.String(), sent: Type.Integer() })

const RoundActivated = Type.Object({ message: Type.String(), userCount: Type.Integer() })

const RoundIdsBody = Type.Object({
  roundIds: Type.Array(Id, {
    minItems: 1,
    maxItems: 100,
    'x-refusal': refused('sports-to-choose', { min: 1, max: 100 }),
  }),
})

const RoundsActivated = Type.Object({
  message: Type.String(),
  activated: Type.Integer(),
  userCount: Type.Integer(),
})

const Placement = Type.Enum(['first', 'second', 'third', 'fourth', 'fifth', 'none'], {
  'x-refusal': refused('placement-invalid'),
})

const PlaceText = Type.Optional(Nullable(Text('A place', 0, 100)))

/** Places name teams for a single pick; `manualScores` place the players of a multiple pick. */
export const CompleteBody = Type.Object({
  firstPlaceTeam: PlaceText,
  secondPlaceTeam: PlaceText,
  thirdPlaceTeam: PlaceText,
  fourthPlaceTeam: PlaceText,
  fifthPlaceTeam: PlaceText,
  manualScores: Type.Optional(
    Type.Array(Type.Object({ userId: Id, placement: Placement }), { maxItems: 10_000 }),
  ),
  /** By the number of the write-in: each text that was right. Only where write-ins have names. */
  rightAnswers: Type.Optional(
    Type.Array(
      Type.Array(Text('A right answer', 1, 100), {
        maxItems: 50,
        'x-refusal': refused('right-answers-too-many', { max: 50 }),
      }),
      { maxItems: 10, 'x-refusal': refused('answered-picks-too-many', { max: 10 }) },
    ),
  ),
  /** Required where the sport carries a tie-break question, and nowhere else. Null: nobody is nearer. */
  tieBreakAnswer: Type.Optional(Nullable(Guessed('The answer'))),
  reason: Reason,
  seenPosition: SeenPosition,
})

/** A whole result, not only what differs. Everybody can read the reason. */
const CorrectBody = Type.Object({ ...CompleteBody.properties, reason: Text('Reason', 1, 500) })

const CancelBody = Type.Object({ reason: Text('Reason', 1, 500) })

export const roundEndpoints = section('Sports', 'admin', {
  'GET /admin/rounds': read(
    RoundList,
    'List the sports. Returns the sports of all seasons, newest first, with who has picked. Deleted sports are left out.',
  ),
  'GET /admin/rounds/season/{id}': read(
    RoundList,
    'List the sports of a season. Returns the sports of one season, newest first, with who has picked. Deleted sports are left out.',
  ),
  'GET /admin/rounds/season/{id}/deleted': read(
    RoundList,
    'List the deleted sports of a season. Returns the sports that can be restored or deleted for ever.',
  ),
  'GET /admin/rounds/{id}': read(
    Round,
    'Read one sport. Returns the sport with its teams by name. An unlocked sport still has its former places here, and nowhere else.',
  ),
  'GET /admin/team-lists': read(
    TeamLists,
    'List the lists of teams. Returns the teams of earlier sports that players picked in, newest first, each set of teams once and at most fifty. Deleted sports are left out.',
  ),
  'POST /admin/rounds': command(
    'Create a sport. Creates a draft in an active season. `lockTime` is wall-clock time in `timezone`, or an instant with an offset. A `single` pick needs `teams` before it is activated; a `multiple` pick needs `numWriteInPicks`.',
    { body: RoundBody, response: { 201: Created }, refuses: ['wrongState'] },
  ),
  'PUT /admin/rounds/{id}': command(
    'Change a sport. Saves the fields that the body names. A sport stays in its season: another `seasonId` returns 409. Once active, the kind of pick is fixed, and so are the names of write-ins, though more can be added; once locked, so is the lock time. Once somebody has picked, a later lock time needs a `reason`, and everybody can see it. A completed sport takes no changes.',
    { body: RoundChanges, refuses: ['wrongState'] },
  ),
  'DELETE /admin/rounds/{id}/teams': command(
    'Empty the list of teams. Removes every team that nobody has picked. The answer names the teams that stay. An open sport in which nobody has picked is empty until teams are added; the public record shows it. While its picks are hidden from admins, an open sport returns 409: teams can only be added.',
    { refuses: ['wrongState'] },
  ),
  'POST /admin/rounds/{id}/teams': command(
    'Add teams. Adds the teams that are not in the list yet. A completed sport is refused.',
    { body: TeamsBody, refuses: ['wrongState'] },
  ),
  'PUT /admin/rounds/{id}/teams/rename': command(
    'Rename a team. Gives a team of the list another name, also one that has been picked: picks and places follow it, and receipts and the page of a pick show both names. In a sport that has opened the former name cannot come back, and no other team can have the name of a team that was in the list; a former name that is sent as a pick is taken as the new one. More than another spelling is in the public record at once. Once somebody has picked, players who picked the team get a mail; while picks are hidden from admins, all participants get it. After the lock it needs a `reason`, and everybody can see it. A completed sport is refused: unlock it first.',
    { body: RenameTeamBody, refuses: ['wrongState'] },
  ),
  'POST /admin/rounds/{id}/activate': command(
    'Open a sport for picks. Opens a draft and mails each active participant a link. It needs a participant, a lock time in the future and, for a single pick, a team. `userCount` counts the players who get a link.',
    { response: { 200: RoundActivated }, refuses: ['wrongState'] },
  ),
  'POST /admin/rounds/bulk/activate': command(
    'Open several sports for picks. Opens drafts of one season as one change. While email is on, each address gets the links to all of them together: 36 in one mail, the next locks first. If one of the drafts is refused, none is opened, and the answer names it.',
    { body: RoundIdsBody, response: { 200: RoundsActivated }, refuses: ['notFound', 'wrongState'] },
  ),
  'POST /admin/rounds/{id}/lock': command(
    'Lock a sport now. Ends picking at once, before the lock time. Picks that were saved until then count. Only an active sport can be locked.',
    { body: ReasonBody, refuses: ['wrongState'] },
  ),
  'POST /admin/rounds/{id}/send-reminder': command(
    'Remind everyone without a pick. Mails the participants who have an address, have not picked and have not declined reminders. Only an active sport takes reminders.',
    { response: { 200: ReminderSent }, refuses: ['wrongState'] },
  ),
  'POST /admin/rounds/{id}/complete': command(
    'Enter the result and score it. Publishes the result of a locked sport. For a single pick the places name teams; for write-in picks `manualScores` gives players their places. Where write-ins have names, `rightAnswers` has what was right under each, and the result names no teams; the places stay those of `manualScores`. A sport with a tie-break question takes `tieBreakAnswer` too. With `seenPosition`, an outdated preview is refused.',
    { body: CompleteBody, refuses: ['wrongState', 'outdated'] },
  ),
  'POST /admin/rounds/{id}/correct': command(
    'Correct a published result. Takes the same body as completing, with a reason. The other result takes the place of the published one at once; nobody sees the sport without a result. Only a completed sport can be corrected.',
    { body: CorrectBody, refuses: ['wrongState', 'outdated'] },
  ),
  'POST /admin/rounds/{id}/unlock': command(
    'Unlock a sport. The points no longer count until the sport is completed again. Players still cannot pick. Only a completed sport can be unlocked.',
    { body: DecidedBody, refuses: ['wrongState', 'outdated'] },
  ),
  'POST /admin/rounds/{id}/cancel': command(
    'Cancel a sport. From then on the sport counts for nobody: it takes no picks, has no result, costs nobody a missing pick and does not keep the season from ending. Its `status` stays what it was, and picks that were hidden stay hidden. Players who knew of it are mailed once. A completed sport is refused: unlock it first. Other changes of a cancelled sport are refused, except deleting and reinstating it.',
    { body: CancelBody, refuses: ['wrongState'] },
  ),
  'POST /admin/rounds/{id}/reinstate': command(
    'Reinstate a cancelled sport. Brings the sport back with its picks. It locks at once if its lock time has passed meanwhile. Players are mailed if their links work again.',
    { body: ReasonBody, refuses: ['wrongState'] },
  ),
  'POST /admin/rounds/{id}/soft-delete': command(
    'Delete a sport. Hides the sport; it can be restored. A completed sport is refused: unlock it first.',
    { body: ReasonBody, refuses: ['wrongState'] },
  ),
  'POST /admin/rounds/{id}/restore': command(
    'Restore a deleted sport. Brings the sport back as it was, with its picks. It locks at once if its lock time has passed meanwhile.',
    { refuses: ['wrongState'] },
  ),
  'DELETE /admin/rounds/{id}/permanent': command(
    'Delete a sport for ever. Deletes a sport that was deleted before, with its picks. This cannot be undone.',
    { access: 'main_admin', body: PermanentDeleteBody, refuses: ['wrongState'] },
  ),
  'GET /public/rounds/{id}/seal': read(
    RoundSeal,
    "Read the seal of a sport's lock. Returns the first seal of the log that covers the lock of this sport. It is `null` until the sport is locked and the log sealed.",
    { access: 'public', conditional: true },
  ),
})

export type RoundStatus = Static<typeof RoundStatus>
export type RoundList = Static<typeof RoundList>
export type Round = Static<typeof Round>
export type RoundBody = Static<typeof RoundBody>
export type RoundChanges = Static<typeof RoundChanges>
export type Placement = Static<typeof Placement>
export type CompleteBody = Static<typeof CompleteBody>
