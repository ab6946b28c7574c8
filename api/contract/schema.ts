import { type Static, type TSchema, Type } from 'typebox'

/** Beyond what anybody counts or measures, and far within what a number holds to the third decimal. */
const GUESS_MAX = 1_000_000_000

/** Positive integer id, within what the database counts ids in. */
export const Id = Type.Integer({
  minimum: 1,
  maximum: 2 ** 31 - 1,
  'x-sentence': 'The id must be a positive whole number',
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

/** Text that a person typed, trimmed before it is checked. Lengths are in characters. */
export const Text = (name: string, min: number, max: number) =>
  Type.String({
    minLength: min,
    maxLength: max,
    'x-sentence': textSentence(name, min, max),
    'x-no-text': `${name} must be a text`,
  })

export const Guessed = (name: string) =>
  Type.Number({
    minimum: -GUESS_MAX,
    maximum: GUESS_MAX,
    'x-sentence': `${name} must be a number between -${GUESS_MAX} and ${GUESS_MAX}`,
  })

export const AdminName = Type.String({
  minLength: 2,
  maxLength: 100,
  'x-sentence': 'Name must be at least 2 characters',
  'x-no-text': 'Name must be a text',
  'x-too-long': 'Name must be at most 100 characters',
})

const textSentence = (name: string, min: number, max: number) =>
  min > 0 ? `${name} must be ${min} to ${max} characters` : `${name} must be at most ${max} characters`

export const WholeNumber = (name: string, min: number, max: number) =>
  Type.Integer({ minimum: min, maximum: max, 'x-sentence': `${name} must be between ${min} and ${max}` })

export const Email = Type.String({ maxLength: 254, 'x-sentence': 'Please enter a valid email address' })

export const Reason = Type.Optional(Text('Reason', 1, 500))

/** Of the preview that this change was decided on. 409 when anything has happened since. Left out, nothing is compared. */
export const SeenPosition = Type.Optional(
  Type.String({ maxLength: 100, 'x-sentence': 'seenPosition must be the position of a preview' }),
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
      'x-sentence': 'Please choose 1 to 1000 players',
    }),
    reason: Reason,
  },
  { title: 'UserIdsBody' },
)

export const PermanentDeleteBody = Type.Object(
  {
    confirmation: Type.Literal('PERMANENT DELETE', {
      'x-sentence': 'You must type "PERMANENT DELETE" exactly!',
    }),
  },
  { title: 'PermanentDeleteBody' },
)

export const Message = Type.Object({ message: Type.String() }, { title: 'Message' })

export const Created = Type.Object({ message: Type.String(), id: Id }, { title: 'Created' })

/** Every answer of 4xx and 5xx. `details` lists each problem of a failed validation. */
export const Problem = Type.Object(
  {
    error: Type.String(),
    details: Type.Optional(Type.Array(Type.Object({ field: Type.String(), message: Type.String() }))),
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
