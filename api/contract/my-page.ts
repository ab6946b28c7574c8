import { type Static, Type } from 'typebox'
import { refused } from '../../domain/refusal.ts'
import { command, read, section } from './endpoint.ts'
import { OwnPick, PickItems, PickToken } from './picks.ts'
import { Id, Instant, Nullable } from './schema.ts'

const { round, teams, receipt, result } = OwnPick.properties

const sport = {
  userId: Id,
  /** At the end of the pick link of this person to this sport. */
  token: Type.String(),
  round: Type.Object({ ...round.properties, emailMessage: Nullable(Type.String()) }),
  currentPick: Nullable(PickItems),
  receipt,
}

const switches = { reminders: Type.Boolean(), messages: Type.Boolean(), receipts: Type.Boolean() }

const MyPage = Type.Object({
  /** All who share the address, the first of the link first. */
  people: Type.Array(Type.Object({ id: Id, name: Type.String(), ...switches })),
  /** Named by the link, and no longer at its address. */
  elsewhere: Type.Array(Type.Object({ name: Type.String(), sentence: Type.String() })),
  /** What each of them may pick now. The next lock first. */
  open: Type.Array(Type.Object({ ...sport, teams })),
  /** From the lock time on. The last lock first. */
  locked: Type.Array(Type.Object({ ...sport, result })),
  seasons: Type.Array(
    Type.Object({
      seasonId: Id,
      name: Type.String(),
      playerCount: Type.Integer(),
      ranks: Type.Array(Type.Object({ userId: Id, rank: Type.Integer(), totalPoints: Type.Integer() })),
    }),
  ),
  serverTime: Instant,
})

const Switch = (name: string) =>
  Type.Optional(Type.Boolean({ 'x-refusal': refused('wrong-shape', { name, shape: 'boolean' }) }))

const SwitchesBody = Type.Object({
  userId: Id,
  reminders: Switch('reminders'),
  messages: Switch('messages'),
  receipts: Switch('receipts'),
})

export const myPageEndpoints = section('Picks', 'public', {
  'GET /me/{token}': read(
    MyPage,
    'Open the page of all picks. Returns the sports of running seasons for all people of the link who are still at its address: those that each may pick, those that have locked with pick and result, the ranks, and which mail each wants. Each row has the token of its pick link. Reading changes nothing. An unknown link is 404. It is 410 once the first person has another address, or the links of anybody on it were replaced.',
    { params: PickToken, refuses: ['linkReplaced'] },
  ),
  'PUT /me/{token}/switches': command(
    'Choose which mail comes. Turns kinds of mail on or off for one person of the page: `reminders` of missing picks, `messages` from the commissioner, `receipts` of saved picks. What is left out stays. 404 for anybody else, and for those who are no longer at the address.',
    { params: PickToken, body: SwitchesBody, refuses: ['linkReplaced'] },
  ),
})

export type MyPage = Static<typeof MyPage>
