import { type Static, Type } from 'typebox'
import { refused } from '../../domain/refusal.ts'
import { command, read, section } from './endpoint.ts'
import { PickStory } from './pick-stories.ts'
import { PickReceipt, PickVersion } from './receipts.ts'
import { Guessed, Id, Instant, Nullable, Place, Reason, ZoneOffsets } from './schema.ts'

export const PickItems = Type.Object({
  pickItems: Type.Array(Type.Object({ pickNumber: Type.Integer(), pickValue: Type.String() })),
})

/** With `story=true` the answer holds the whole story of the pick as well. The page asks without it every few seconds. */
const OwnPickQuery = Type.Object({ story: Type.Optional(Type.Literal('true')) })

export const PickToken = Type.Object({ token: Type.String({ maxLength: 200 }) })

const receipts = {
  receipt: Type.Optional(PickReceipt),
  versions: Type.Optional(Type.Array(PickVersion)),
  versionCount: Type.Optional(Type.Integer()),
}

const LateRequest = {
  pickItems: PickItems.properties.pickItems,
  guess: Type.Optional(Type.Number()),
  askedAt: Instant,
}

const opened = {
  user: Type.Object({ id: Id, name: Type.String() }),
  round: Type.Object({
    id: Id,
    sportName: Type.String(),
    pickType: Type.Enum(['single', 'multiple']),
    numWriteInPicks: Nullable(Type.Integer()),
    slotNames: Type.Optional(Type.Array(Type.String())),
    lockTime: Instant,
    timezone: Type.String(),
    offsets: ZoneOffsets,
    status: Type.String(),
    seasonName: Type.String(),
    tieBreak: Type.Optional(
      Type.Object({
        question: Type.String(),
        unit: Nullable(Type.String()),
        guess: Nullable(Type.Number()),
        /** There while the sport is completed, null where nobody was to be nearer. */
        answer: Type.Optional(Nullable(Type.Number())),
      }),
    ),
  }),
  teams: Type.Array(Type.String()),
  currentPick: Nullable(PickItems),
  /** The server's clock, for a countdown that does not trust the phone's. */
  serverTime: Instant,
  ...receipts,
  /** What the player asked the commissioner for after the lock. It counts once an admin enters it. */
  askedLate: Type.Optional(Type.Object(LateRequest)),
}
const PickInvitation = Type.Object({ valid: Type.Literal(true), ...opened })

export const OwnPick = Type.Object({
  ...opened,
  seasonId: Id,
  /** By the rules and the weight in force: `Counts double · up to 12 points`. */
  worth: Type.String(),
  /** Only where the season hides picks from its admins. */
  picksSealed: Type.Optional(Type.Literal(1)),
  /** Why picks are refused, null while they are taken. */
  closed: Nullable(Type.String()),
  cancelled: Type.Optional(
    Type.Object({
      at: Instant,
      reason: Nullable(Type.String()),
    }),
  ),
  /** Once the sport has locked: from this time on picks were refused. Null before. */
  lockedAt: Nullable(Instant),
  /** Since the sport opened, oldest first, at most the last twenty. `early`: by Lock Now, which is the last of them. */
  lockChanges: Type.Array(
    Type.Object({
      at: Instant,
      from: Instant,
      to: Instant,
      early: Type.Boolean(),
      reason: Nullable(Type.String()),
    }),
  ),
  renames: Type.Optional(
    Type.Array(
      Type.Object({
        at: Instant,
        from: Type.String(),
        to: Type.String(),
        reason: Nullable(Type.String()),
      }),
    ),
  ),
  result: Nullable(
    Type.Object({
      place: Nullable(Place),
      points: Type.Integer(),
      dropped: Type.Optional(Type.Literal(1)),
      rank: Type.Integer(),
      totalPoints: Type.Integer(),
      playerCount: Type.Integer(),
      ranked: Type.Optional(Type.Literal(true)),
      sentence: Type.String(),
    }),
  ),
  /** As everybody sees it after the lock, with what is the owner's: the mails, and who copied the link. */
  story: Type.Optional(PickStory),
})

/** Blank entries are dropped; where picks have names, each other one keeps its number. */
const PickBody = Type.Object({
  picks: Type.Array(
    Type.String({
      maxLength: 100,
      'x-refusal': refused('text-length', { name: 'A pick', min: 1, max: 100 }),
      'x-no-text': refused('wrong-shape', { name: 'A pick', shape: 'string' }),
    }),
    { maxItems: 50, 'x-refusal': refused('picks-not-listed') },
  ),
  /** Only where the sport carries a tie-break question. Left out, the one before stays. */
  guess: Type.Optional(Guessed('A guess')),
})

const EnterPickBody = Type.Object({
  userId: Id,
  roundId: Id,
  ...PickBody.properties,
  reason: Reason,
})

const LatePicks = Type.Array(
  Type.Object({ userId: Id, name: Type.String(), ...LateRequest, sentence: Type.String() }),
)

const PickSaved = Type.Object({
  message: Type.String(),
  pickItems: PickItems.properties.pickItems,
  guess: Type.Optional(Type.Number()),
  submittedAt: Instant,
  ...receipts,
})

export const pickEndpoints = section('Picks', 'public', {
  'GET /picks/validate/{token}': read(
    PickInvitation,
    "Open a pick link. Returns the sport, its teams and the player's pick so far. Reading changes nothing. An unknown link is 404, one that was replaced is 410; a locked sport is 403 with `locked`.",
    { params: PickToken, refuses: ['pickLocked', 'linkReplaced'] },
  ),
  'GET /picks/{token}': read(
    OwnPick,
    'See your own pick at any time. Returns what the player whose link this is may see, locked or not: the sport, its lock and how that moved, the pick with its versions and receipts, and, once known, place, points and rank. `closed` says why picks are refused. With `story=true` it holds the page of the pick, too: every version, lock, result and refused attempt, the mails, and who copied the link. Reading changes nothing. An unknown link is 404, one that was replaced is 410, a deleted sport is 403. One link takes six hundred looks in ten minutes.',
    { params: PickToken, querystring: OwnPickQuery, refuses: ['pickClosed', 'linkReplaced'] },
  ),
  'POST /picks/{token}': command(
    'Save a pick. Saves or replaces the pick of the player whose link this is, until the lock time. It takes one team of the list, or up to the allowed number of write-in picks. A pick that the server receives after the lock is refused. One link takes thirty changes in ten minutes, and five hundred for a sport. The answer lists the last twenty versions.',
    {
      params: PickToken,
      body: PickBody,
      response: { 200: PickSaved },
      refuses: ['pickLocked', 'linkReplaced'],
    },
  ),
  'POST /picks/{token}/links': command(
    'Mail me my links. Mails the player whose link this is the links to all open sports of the season, to the address of that player alone. Asked again within an hour, it mails nothing more and says so. 409 where no sport is open, or the player has no address.',
    { params: PickToken, refuses: ['wrongState', 'linkReplaced'] },
  ),
  'POST /picks/{token}/ask-late': command(
    'Ask for a late pick. After the lock, tells the commissioner what the player of this link would have picked. It never counts by itself: an admin enters it as a pick, or does not. It takes what a pick takes. 409 before the lock, where there is a pick, a second time, and from the first result on. Once the sport has locked, everybody can see what was asked.',
    {
      params: PickToken,
      body: PickBody,
      response: { 200: Type.Object({ message: Type.String(), askedAt: Instant }) },
      refuses: ['pickClosed', 'wrongState', 'linkReplaced'],
    },
  ),
  'GET /admin/rounds/{id}/late-picks': read(
    LatePicks,
    'List late picks. What players asked for after the lock, in the order in which they asked, until they have a pick. To accept one, enter it as a pick.',
    { access: 'admin' },
  ),
  'POST /admin/picks': command(
    'Enter a pick for a player. Saves a pick that a player gave an admin, also after the lock, until the sport is completed. After the lock everybody can see that it was entered, and the `reason`. An empty list of `picks` clears the pick and its guess; 409 where there is none.',
    { access: 'admin', body: EnterPickBody, refuses: ['wrongState', 'notFound'] },
  ),
})

export type PickItems = Static<typeof PickItems>
export type LatePicks = Static<typeof LatePicks>
export type OwnPick = Static<typeof OwnPick>
