import { type Static, Type } from 'typebox'
import { PickReceipt, PickVersion } from './receipts.ts'
import { Id, Instant, Nullable, Reason } from './schema.ts'

export const PickItems = Type.Object({
  pickItems: Type.Array(Type.Object({ pickNumber: Type.Integer(), pickValue: Type.String() })),
})

export const PickToken = Type.Object({ token: Type.String({ maxLength: 200 }) })

/** Missing before the first pick. */
const receipts = {
  receipt: Type.Optional(PickReceipt),
  /** The newest first. */
  versions: Type.Optional(Type.Array(PickVersion)),
}

/** What a player's link opens. */
export const PickInvitation = Type.Object({
  valid: Type.Literal(true),
  user: Type.Object({ id: Id, name: Type.String() }),
  round: Type.Object({
    id: Id,
    sportName: Type.String(),
    pickType: Type.Enum(['single', 'multiple']),
    numWriteInPicks: Nullable(Type.Integer()),
    lockTime: Instant,
    timezone: Type.String(),
    status: Type.String(),
    seasonName: Type.String(),
  }),
  teams: Type.Array(Type.String()),
  currentPick: Nullable(PickItems),
  /** The server's clock, for a countdown that does not trust the phone's. */
  serverTime: Instant,
  ...receipts,
})

/** Blank entries are dropped. */
export const PickBody = Type.Object({
  picks: Type.Array(Type.String({ maxLength: 100, 'x-sentence': 'A pick must be 1 to 100 characters' }), {
    maxItems: 50,
    'x-sentence': 'Picks must be a list of texts',
  }),
})

/** A pick that an admin enters for a player, at any time before the round is completed. */
export const EnterPickBody = Type.Object({
  userId: Id,
  roundId: Id,
  picks: PickBody.properties.picks,
  /** Asked for after the lock; everybody can read it then. */
  reason: Reason,
})

export const PickSaved = Type.Object({
  message: Type.String(),
  pickItems: PickItems.properties.pickItems,
  /** When the server received it. */
  submittedAt: Instant,
  ...receipts,
})

export type PickItems = Static<typeof PickItems>
export type PickInvitation = Static<typeof PickInvitation>
export type PickBody = Static<typeof PickBody>
export type EnterPickBody = Static<typeof EnterPickBody>
export type PickSaved = Static<typeof PickSaved>
