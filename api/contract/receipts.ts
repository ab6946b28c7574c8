import { type Static, Type } from 'typebox'
import { read, section } from './endpoint.ts'
import { Id, Instant, Nullable, ZoneOffsets } from './schema.ts'

const ReceiptParams = Type.Object({ code: Type.String({ maxLength: 40 }) })

/** With `story=true` the answer says which pick it is of, whose page tells its whole story. */
const ReceiptQuery = Type.Object({ story: Type.Optional(Type.Literal('true')) })

const SavedBy = Type.Enum(['player', 'admin'])

/** Where the team was renamed since. */
export const nowCalled = Type.Optional(Type.String())

/** How late, in words, where a player's pick that counts was sealed more than a minute after the lock. */
export const lateSeal = Type.Optional(Type.String())

export const PickReceipt = Type.Object({
  code: Type.String(),
  savedAt: Instant,
  /** Below 0 when an admin entered it after the lock. */
  beforeLockMs: Type.Integer(),
})

export const PickVersion = Type.Object({
  code: Type.String(),
  savedAt: Instant,
  savedBy: SavedBy,
  /** Where picks have names, with these: `Champion: Reds`. */
  picks: Type.Array(Type.String()),
  nowCalled,
  guess: Type.Optional(Type.Number()),
})

export const Receipt = Type.Object({
  code: Type.String(),
  playerName: Type.String(),
  sportName: Type.String(),
  seasonName: Type.String(),
  /** What they were called when this was saved, where one of them has another name now. */
  calledThen: Type.Optional(Type.Object({ sportName: Type.String(), seasonName: Type.String() })),
  savedAt: Instant,
  savedBy: SavedBy,
  lockTime: Instant,
  timezone: Type.String(),
  offsets: ZoneOffsets,
  beforeLockMs: Type.Integer(),
  locked: Type.Boolean(),
  cancelled: Type.Optional(Type.Literal(1)),
  /** `late` came after the lock, `sealed_late` before it but into the log after it: neither ever counted. An admin withdraws. */
  fate: Type.Enum(['counts', 'superseded', 'late', 'sealed_late', 'withdrawn']),
  lateSeal,
  supersededBy: Nullable(Type.Object({ savedAt: Instant, savedBy: SavedBy })),
  /** As in the versions. Null before the lock, and of a sport that is deleted. */
  picks: Nullable(Type.Array(Type.String())),
  nowCalled,
  guess: Type.Optional(Type.Number()),
  pick: Type.Optional(Type.Object({ seasonId: Id, roundId: Id, playerId: Id })),
})

export const receiptEndpoints = section('Picks', 'public', {
  'GET /public/receipts/{code}': read(
    Receipt,
    'Check a receipt. Says when the pick with this code was saved and whether it counts. What was picked follows once the sport is locked.',
    { params: ReceiptParams, querystring: ReceiptQuery },
  ),
})

export type PickReceipt = Static<typeof PickReceipt>
export type PickVersion = Static<typeof PickVersion>
export type Receipt = Static<typeof Receipt>
