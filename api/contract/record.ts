import { type Static, Type } from 'typebox'
import { refused } from '../../domain/refusal.ts'
import { read, section } from './endpoint.ts'
import { Instant, Nullable } from './schema.ts'

const RecordType = Type.Enum([
  'rules_changed',
  'weight_changed',
  'points_changed',
  'lock_moved',
  'locked_early',
  'teams_changed',
  'team_renamed',
  'words_changed',
  'pick_entered',
  'pick_cleared',
  'picks_looked_at',
  'link_copied',
  'result_corrected',
  'result_unlocked',
  'sport_cancelled',
  'sport_reinstated',
  'sport_deleted',
  'sport_restored',
  'participant_added',
  'participant_removed',
  'participant_deactivated',
  'participant_activated',
  'season_activated',
  'season_deactivated',
  'season_deleted',
  'season_restored',
  'season_reopened',
  'picks_sealed',
  'picks_unsealed',
  'address_changed',
  'league_exported',
  'links_replaced',
  'mail_switched_off',
  'mail_switched_on',
  'name_taken_over',
  'undone',
])

const RecordEntry = Type.Object({
  id: Type.String(),
  type: RecordType,
  at: Instant,
  admin: Nullable(Type.String()),
  sentence: Type.String(),
  reason: Nullable(Type.String()),
  /** One was asked for, and none given. */
  lacksReason: Type.Optional(Type.Literal(true)),
  effect: Type.Optional(Type.String()),
})

const RecordPage = Type.Object({
  /** Newest first. All that one command did is one entry. */
  entries: Type.Array(RecordEntry),
  next: Nullable(Type.String()),
  count: Type.Integer(),
})

const RecordQuery = Type.Object({
  before: Type.Optional(Type.String({ minLength: 1, maxLength: 100, 'x-refusal': refused('page-invalid') })),
})

export const recordEndpoints = section('Rules', 'public', {
  'GET /public/seasons/{id}/record': read(
    RecordPage,
    'Read what was changed after the fact. Returns the actions of admins that affect fairness: other rules, weights or points since the first lock, locks that moved, picks entered after the lock, picks replaced or cleared before it (listed once the sport has locked), corrected results, copies of the league that were taken while a sport was open, anything that kept players from picking in one, names that another participant has or had, and the like. Each entry says who, when, why, and how it changed points and ranks. Names and questions of sports and seasons are in it once players knew of them. Names of other people, drafts, mail and picks of open sports are left out.',
    { querystring: RecordQuery, conditional: true, refuses: ['notFound'] },
  ),
})

export type RecordEntry = Static<typeof RecordEntry>
