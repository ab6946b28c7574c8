import { type Static, Type } from 'typebox'
import type { Calls } from './calls.ts'
import { ANNS_RECEIPT, ANNS_VERSION, FOOTBALL, REDS } from './example-season.ts'
import { PickReceipt, PickVersion } from './receipts.ts'
import { Id, Instant, Nullable, Reason } from './schema.ts'

export const PickItems = Type.Object({
  pickItems: Type.Array(Type.Object({ pickNumber: Type.Integer(), pickValue: Type.String() })),
})

export const PickToken = Type.Object({ token: Type.String({ maxLength: 200 }) })

/** Missing before the first pick. */
const receipts = {
  receipt: Type.Optional(PickReceipt),
  /** The last twenty, the newest first. */
  versions: Type.Optional(Type.Array(PickVersion)),
  /** With all that are older. */
  versionCount: Type.Optional(Type.Integer()),
}

/** What a player's link opens. */
export const PickInvitation = Type.Object(
  {
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
  },
  {
    examples: [
      {
        valid: true,
        user: { id: 1, name: 'Ann' },
        round: {
          ...{ id: 1, sportName: 'Football', pickType: 'single', numWriteInPicks: null },
          ...{ lockTime: FOOTBALL.lock_time, timezone: FOOTBALL.timezone },
          ...{ status: 'active', seasonName: 'Family Cup' },
        },
        teams: ['Blues', 'Greens', 'Reds'],
        currentPick: REDS,
        serverTime: '2027-02-28T08:00:00.000Z',
        receipt: ANNS_RECEIPT,
        versions: [ANNS_VERSION],
        versionCount: 1,
      },
    ],
  },
)

/** Blank entries are dropped. */
export const PickBody = Type.Object(
  {
    picks: Type.Array(Type.String({ maxLength: 100, 'x-sentence': 'A pick must be 1 to 100 characters' }), {
      maxItems: 50,
      'x-sentence': 'Picks must be a list of texts',
    }),
  },
  { examples: [{ picks: ['Reds'] }] },
)

/** A pick that an admin enters for a player, at any time before the round is completed. */
export const EnterPickBody = Type.Object(
  {
    userId: Id,
    roundId: Id,
    picks: PickBody.properties.picks,
    /** Asked for after the lock; everybody can read it then. */
    reason: Reason,
  },
  { examples: [{ userId: 2, roundId: 1, picks: ['Blues'], reason: 'Bob told me by phone before the lock' }] },
)

export const PickSaved = Type.Object(
  {
    message: Type.String(),
    pickItems: PickItems.properties.pickItems,
    /** When the server received it. */
    submittedAt: Instant,
    ...receipts,
  },
  {
    examples: [
      {
        ...{ message: 'Your pick is saved', ...REDS, submittedAt: ANNS_RECEIPT.savedAt },
        ...{ receipt: ANNS_RECEIPT, versions: [ANNS_VERSION], versionCount: 1 },
      },
    ],
  },
)

export const pickCalls: Calls = {
  'GET /picks/validate/{token}': {
    summary: 'Open a pick link',
    description:
      "Answers the sport, its teams and the player's pick so far. Reading changes nothing. An unknown link is 404; a locked sport is 403 with `locked`.",
    refuses: ['pickLocked'],
  },
  'POST /picks/{token}': {
    summary: 'Save a pick',
    description:
      'Saves or replaces the pick of the player whose link this is, until the lock time. It takes one team of the list, or up to the allowed number of write-in picks. A pick that the server receives after the lock is refused. One link takes thirty changes in ten minutes, and five hundred for a sport. The answer lists the last twenty versions.',
    refuses: ['pickLocked'],
  },
  'POST /admin/picks': {
    summary: 'Enter a pick for a player',
    description:
      'Saves a pick that a player gave an admin, also after the lock, until the sport is completed. After the lock everybody can see that it was entered, and the `reason`.',
    refuses: ['wrongState', 'notFound'],
  },
}

export type PickItems = Static<typeof PickItems>
export type PickInvitation = Static<typeof PickInvitation>
export type PickBody = Static<typeof PickBody>
export type EnterPickBody = Static<typeof EnterPickBody>
export type PickSaved = Static<typeof PickSaved>
