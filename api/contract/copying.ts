import { type Static, Type } from 'typebox'
import { refused } from '../../domain/refusal.ts'
import { command, read, section } from './endpoint.ts'
import { Choice, Id, Instant, WholeNumber, ZoneOffsets } from './schema.ts'

const CopySources = Type.Array(
  Type.Object({
    id: Id,
    name: Type.String(),
    year_start: Type.Integer(),
    year_end: Type.Integer(),
    sportCount: Type.Integer(),
  }),
)

const SPORTS_MAX = 1000
const TOO_MANY = {
  maxItems: SPORTS_MAX,
  'x-refusal': refused('sports-to-choose', { min: 0, max: SPORTS_MAX }),
}

/** Lets each copy open by itself so many days before its lock, at the same time of day. */
export const opensDaysBefore = Type.Optional(WholeNumber('Days before the lock', 1, 60))

/** `roundIds` and `rounds` name sports of the source. All of them are copied where `roundIds` is left out. */
const CopyBody = Type.Object(
  {
    sourceSeasonId: Type.Integer({ ...Id, 'x-refusal': refused('season-not-chosen') }),
    roundIds: Type.Optional(Type.Array(Id, TOO_MANY)),
    /** Of lock times: to the nearest day of the same weekday, to the same date, or not at all. */
    shift: Type.Optional(Choice('shift', ['weekday', 'date', 'keep'], '')),
    rounds: Type.Optional(
      Type.Array(
        Type.Object({
          roundId: Id,
          /** Wall-clock time `YYYY-MM-DDTHH:MM` in the zone of the sport, or an instant with offset or Z. */
          lockTime: Type.String({
            maxLength: 40,
            'x-refusal': refused('field-required', { name: 'Lock time' }),
          }),
        }),
        TOO_MANY,
      ),
    ),
    opensDaysBefore,
  },
  { title: 'CopyBody' },
)

const skipped = Type.Array(Type.Object({ roundId: Id, sportName: Type.String(), why: Type.String() }))
const warnings = Type.Array(Type.String())

const SportsCopied = Type.Object({
  message: Type.String(),
  copied_count: Type.Integer(),
  skipped_count: Type.Integer(),
  rounds: Type.Array(
    Type.Object({ id: Id, fromRoundId: Id, sportName: Type.String(), lockTime: Instant, warnings }),
  ),
  skipped,
})

export const CopyPreview = Type.Object({
  rows: Type.Array(
    Type.Object({
      fromRoundId: Id,
      sportName: Type.String(),
      was: Instant,
      lockTime: Instant,
      timezone: Type.String(),
      offsets: ZoneOffsets,
      /** How many; 0 for write-ins. */
      teams: Type.Integer(),
      opensAt: Type.Optional(Instant),
      warnings,
    }),
  ),
  skipped,
})

export const copyingEndpoints = {
  ...section('Seasons', 'admin', {
    'GET /admin/seasons/copy-sources': read(
      CopySources,
      'List the seasons to copy from. Returns the seasons that have sports, the latest start year first. Cancelled and deleted sports are not counted.',
    ),
    'POST /admin/seasons/{id}/copy-sports': command(
      'Copy the sports of another season. Creates drafts with the names, kinds of pick, teams, messages, weights and the tie-break question of the other season, never its picks, results or links. Lock times move by the years between the seasons, on the clocks of each zone. A sport whose name the season has already is skipped. Where sports of the season have locked, weights do not come along.',
      { body: CopyBody, response: { 200: SportsCopied }, refuses: ['wrongState'] },
    ),
  }),
  ...section('Previews', 'admin', {
    'POST /admin/previews/seasons/{id}/copy-sports': command(
      'Preview copied sports. Takes the body that copies the sports and returns what each would be. Nothing is saved.',
      { body: CopyBody, response: { 200: CopyPreview }, refuses: ['wrongState'] },
    ),
  }),
}

export type CopyBody = Static<typeof CopyBody>
export type CopyPreview = Static<typeof CopyPreview>
