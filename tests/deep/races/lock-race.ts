import { v4 as uuidv4 } from 'uuid'
import type { Turns } from '#api/turns'
import { round } from '#domain/round'
import { lockRoundOnTime } from '#domain/round-decisions'
import type { EventStore } from '#platform/event-store'
import { FIRST_ISSUE } from '#platform/pick-link'
import { transact } from '#platform/transact'
import { wholeLog } from '../../support/log.ts'
import { createMemoryEventStore } from '../../support/memory-event-store.ts'
import { type Chance, chanceFrom } from '../simulation/chance.ts'
import { closingOf, countedOf } from '../simulation/invariants-picks.ts'
import type { Logged } from '../simulation/truth.ts'
import type { VirtualTime } from '../simulation/virtual-time.ts'
import { LOCKS_AT, type LockRoutes, links, openRound, PLAYERS, ROUND, TEAMS } from './lock-routes.ts'

const TURNS_MAX = 14
const STORE_TURNS_MAX = 3

/** Who was told what. */
type Told = { playerId: number; team: string; status: number }

export type Spoiled = { turns?: Turns; store?: (store: EventStore) => EventStore }

/** One order in which players and admins come around a lock. Answers with what is wrong afterwards. */
export async function raceAroundLock(
  routes: LockRoutes,
  time: VirtualTime,
  seed: number,
  spoiled: Spoiled = {},
): Promise<string[]> {
  const chance = chanceFrom(seed)
  const log = createMemoryEventStore()
  await time.until(openRound(log))
  time.set(new Date(Date.parse(LOCKS_AT) - chance.between(1, 6)).toISOString())
  const store = lateStore(spoiled.store?.(log) ?? log, chance, time)
  routes.use(store, spoiled.turns)
  const told: Told[] = []
  const deeds = deedsAround({ routes, time, chance, store }, told)
  await time.until(
    Promise.all(
      deeds.map(async (deed) => {
        await time.turns(chance.between(0, TURNS_MAX))
        await deed()
      }),
    ),
  )
  return whatIsWrong((await wholeLog(log)) as Logged[], told)
}

type Race = { routes: LockRoutes; time: VirtualTime; chance: Chance; store: EventStore }

/** What is done at about the same time; what players hear of it goes to `told`. */
function deedsAround({ routes, time, chance, store }: Race, told: Told[]): (() => Promise<unknown>)[] {
  const submit = async (playerId: number) => {
    const token = links.tokenFor({ roundId: ROUND, playerId, issue: FIRST_ISSUE })
    const team = chance.oneOf(TEAMS)
    told.push({ playerId, team, status: await post(routes, `/picks/${token}`, { picks: [team] }) })
  }
  const onRound = (action: string, body?: object) => () =>
    post(routes, `/admin/rounds/${ROUND}/${action}`, body)
  const complete = onRound('complete', { firstPlaceTeam: 'Reds' })
  return [
    ...PLAYERS.map((playerId) => () => submit(playerId)),
    ...PLAYERS.slice(0, chance.between(0, 2)).map((playerId) => () => submit(playerId)),
    () =>
      post(routes, '/admin/picks', {
        userId: chance.oneOf(PLAYERS),
        roundId: ROUND,
        picks: [chance.oneOf(TEAMS)],
      }),
    ...(chance.happens(0.6) ? [onRound('lock')] : []),
    ...(chance.happens(0.6) ? [async () => toTheLock(time), () => publishLock(store)] : []),
    ...(chance.happens(0.3) ? [complete, onRound('unlock'), complete] : []),
    async () => time.set(new Date(Date.now() + 1).toISOString()),
  ]
}

function whatIsWrong(events: readonly Logged[], told: readonly Told[]): string[] {
  const closesAt = closingOf(events, ROUND)
  return [
    ...told.flatMap((one) => wronglyTold(one, events, closesAt)),
    ...events.flatMap((event) => wronglyRefused(event, told)),
    ...PLAYERS.filter((playerId) => isGone(playerId, told, events, closesAt)).map(
      (playerId) => `Player ${playerId} was told 'saved', and nothing counts`,
    ),
  ]
}

/** Saved means that it was in time, by the player or by an admin who entered the same. */
function wronglyTold(
  { playerId, team, status }: Told,
  events: readonly Logged[],
  closesAt: string,
): string[] {
  if (status >= 500) return [`A pick was answered ${status}`]
  if (status >= 400) return []
  const counts = events.some(
    (event) =>
      event.stream === streamOf(playerId) &&
      picksIn(event.data).includes(team) &&
      (event.type === 'PickEntered' || (event.type === 'PickSubmitted' && event.data.submittedAt < closesAt)),
  )
  return counts
    ? []
    : [`Player ${playerId} was told that ${team} is saved, and it was not in time: ${closesAt}`]
}

function wronglyRefused({ type, stream, data }: Logged, told: readonly Told[]): string[] {
  if (type !== 'PickSubmitted') return []
  const saved = told.some(
    ({ playerId, team, status }) =>
      status === 200 && stream === streamOf(playerId) && picksIn(data).includes(team),
  )
  return saved ? [] : [`In ${stream} stands a pick whose player was told that it was refused`]
}

function isGone(
  playerId: number,
  told: readonly Told[],
  events: readonly Logged[],
  closesAt: string,
): boolean {
  const saved = told.some((one) => one.playerId === playerId && one.status === 200)
  return saved && countedOf(events, streamOf(playerId), closesAt).length === 0
}

const streamOf = (playerId: number) => `pick-${ROUND}-${playerId}`

const picksIn = (data: Logged['data']): readonly string[] => ('picks' in data ? data.picks : [])

function toTheLock(time: VirtualTime) {
  if (Date.now() < Date.parse(LOCKS_AT)) time.set(LOCKS_AT)
}

async function post({ app }: LockRoutes, url: string, payload?: object) {
  const response = await app.inject({ method: 'POST', url, ...(payload ? { payload } : {}) })
  return response.statusCode
}

/** As the scheduler does it. */
function publishLock(store: EventStore) {
  const now = new Date().toISOString()
  const command = { id: uuidv4(), actor: { kind: 'scheduler' }, occurredAt: now } as const
  return transact(store, {
    aggregate: round,
    id: [ROUND],
    command,
    decide: (state) => lockRoundOnTime(state, now),
  })
}

/** Each step takes as many turns of the event loop as the seed has it, before and after. */
function lateStore(store: EventStore, chance: Chance, time: VirtualTime): EventStore {
  const late = () => time.busy(() => time.turns(chance.between(0, STORE_TURNS_MAX)))
  return {
    ...store,
    read: async (stream, from) => {
      await late()
      const events = await store.read(stream, from)
      await late()
      return events
    },
    append: async (stream, events, expected) => {
      await late()
      const appended = await store.append(stream, events, expected)
      await late()
      return appended
    },
  }
}
