import { type Static, type TSchema, Type } from 'typebox'
import { REFUSAL_TABLE, type Refused, refused } from '../../domain/refusal.ts'

declare module 'typebox' {
  interface TSchemaOptions {
    /** What a wrong value is answered. A text that is too long, and what is no text, may have refusals of their own. */
    'x-refusal'?: Refused
    'x-too-long'?: Refused
    'x-no-text'?: Refused
  }
}

/** Beyond what anybody counts or measures, and far within what a number holds to the third decimal. */
const GUESS_MAX = 1_000_000_000

/** Positive integer id, within what the database counts ids in. */
export const Id = Type.Integer({
  minimum: 1,
  maximum: 2 ** 31 - 1,
  'x-refusal': refused('id-invalid'),
})

export const Flag = Type.Enum([0, 1])

/** The document gives it the format `date-time`; here it would be checked with every answer. */
export const Instant = Type.String({ description: 'ISO 8601, UTC, milliseconds' })

/** What clocks in the `timezone` show at the times of an answer: from each instant on, minutes ahead of UTC, and the short name. */
export const ZoneOffsets = Type.Array(
  Type.Object({ from: Instant, minutes: Type.Integer(), name: Type.String() }),
)

export type ZoneOffsets = Static<typeof ZoneOffsets>

export const Place = Type.Enum(['first', 'second', 'third', 'fourth', 'fifth', 'sixthPlus'])

export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])

export const Choice = <const Values extends string[]>(
  name: string,
  values: readonly [...Values],
  quote = "'",
) => Type.Enum(values, { 'x-refusal': refused('not-a-choice', { name, values: [...values], quote }) })

/** Text that a person typed, trimmed before it is checked. Lengths are in characters. */
export const Text = (name: string, min: number, max: number) =>
  Type.String({
    minLength: min,
    maxLength: max,
    'x-refusal': refused('text-length', { name, min, max }),
    'x-no-text': refused('wrong-shape', { name, shape: 'string' }),
  })

export const Guessed = (name: string) =>
  Type.Number({
    minimum: -GUESS_MAX,
    maximum: GUESS_MAX,
    'x-refusal': refused('guess-out-of-range', { name, max: GUESS_MAX }),
  })

export const AdminName = Type.String({
  minLength: 2,
  maxLength: 100,
  'x-refusal': refused('text-too-short', { name: 'Name', min: 2 }),
  'x-no-text': refused('wrong-shape', { name: 'Name', shape: 'string' }),
  'x-too-long': refused('text-length', { name: 'Name', min: 0, max: 100 }),
})

export const WholeNumber = (name: string, min: number, max: number) =>
  Type.Integer({
    minimum: min,
    maximum: max,
    'x-refusal': refused('number-out-of-range', { name, min, max }),
  })

export const Email = Type.String({ maxLength: 254, 'x-refusal': refused('email-invalid', {}) })

export const LinkToken = Type.String({
  minLength: 1,
  maxLength: 200,
  'x-refusal': refused('link-incomplete'),
})

export const Uuid = (refusal: Refused) =>
  Type.String({ pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$', 'x-refusal': refusal })

export const Reason = Type.Optional(Text('Reason', 1, 500))

/** Of the preview that this change was decided on. 409 when anything has happened since. Left out, nothing is compared. */
export const SeenPosition = Type.Optional(
  Type.String({ maxLength: 100, 'x-refusal': refused('seen-position-invalid') }),
)

export const ReasonBody = Type.Object(
  { reason: Reason },
  { title: 'ReasonBody', examples: [{ reason: 'The final begins earlier' }] },
)

export const DecidedBody = Type.Object(
  { reason: Reason, seenPosition: SeenPosition },
  { examples: [{ reason: 'We agreed on it at dinner' }] },
)

export const UserIdsBody = Type.Object(
  {
    userIds: Type.Array(Id, {
      minItems: 1,
      maxItems: 1000,
      'x-refusal': refused('players-to-choose', { min: 1, max: 1000 }),
    }),
    reason: Reason,
  },
  { title: 'UserIdsBody' },
)

export const PermanentDeleteBody = Type.Object(
  {
    confirmation: Type.Literal('PERMANENT DELETE', {
      'x-refusal': refused('confirmation-wrong', { text: 'PERMANENT DELETE' }),
    }),
  },
  { title: 'PermanentDeleteBody' },
)

export const Message = Type.Object({ message: Type.String() }, { title: 'Message' })

export const Created = Type.Object({ message: Type.String(), id: Id }, { title: 'Created' })

const Param = Type.Union([Type.String(), Type.Number(), Type.Array(Type.String())])

/** Of the rule that refuses, with what its sentence says of this case. */
const Code = {
  code: Type.Enum(Object.keys(REFUSAL_TABLE)),
  params: Type.Optional(Type.Record(Type.String(), Param)),
}

export const RefusalFields = {
  /** A sentence that a person can act on. */
  error: Type.String(),
  ...Code,
}

/** Every answer of 4xx and 5xx. `details` lists each problem of a failed validation. */
export const Problem = Type.Object(
  {
    ...RefusalFields,
    details: Type.Optional(
      Type.Array(Type.Object({ field: Type.String(), message: Type.String(), ...Code })),
    ),
    lockedUntil: Type.Optional(Instant),
    /** On a pick link: the round has locked, and which one it is, whose seal may be read. */
    locked: Type.Optional(Type.Boolean()),
    roundId: Type.Optional(Id),
    /** On a change that was decided on a preview: something has happened since, so look at a new one. */
    outdated: Type.Optional(Type.Boolean()),
  },
  { title: 'Problem' },
)

export type ReasonBody = Static<typeof ReasonBody>
