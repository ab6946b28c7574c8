import timers from 'node:timers/promises'
import type { EventStore } from '../../../platform/event-store/event-store.ts'
import { wholeLog } from '../../support/log.ts'
import { createMemoryEventStore } from '../../support/memory-event-store.ts'
import { type Chance, chanceFrom } from '../simulation/chance.ts'
import { countedOf, isInTime, untilLocked } from '../simulation/invariants-picks.ts'
import type { Logged } from '../simulation/truth.ts'
import type { VirtualTime } from '../simulation/virtual-time.ts'
import { LOCKS_AT, type LockRoutes, links, openRound, PLAYERS, ROUND, SEASON, TEAMS } from './lock-routes.ts'

const TURNS_MAX = 14
const STORE_TURNS_MAX = 3

/** Who was told what. */
type Told = { playerId: number; team: string; status: number }

export type Spoiled = { store?: (store: EventStore) => EventStore }

/** Two clocks are apart by up to a second. */
const CLOCK_OFF_MS = 500
/** Some come before Lock Now, and some behind it. */
const LATER_MS = 3_000
/** So long does an append take now and then. */
const SLOW_MS = 3_000

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
  const lockIsNear = chance.happens(0.5)
  const msBefore = lockIsNear ? chance.between(1, 6) : chance.between(5_000, 60_000)
  time.set(new Date(Date.parse(LOCKS_AT) - msBefore).toISOString())
  const store = spoiled.store?.(log) ?? log
  const aProcess = () => ({
    store: lateStore(store, chance, time),
    clockOffMs: chance.between(-CLOCK_OFF_MS, CLOCK_OFF_MS),
  })
  routes.use([aProcess(), aProcess()])
  const told: Told[] = []
  const deeds = deedsAround({ routes, time, chance, lockIsNear }, told)
  await time.until(
    Promise.all(
      deeds.map(async (deed) => {
        if (chance.happens(0.4)) await timers.setTimeout(chance.between(1, LATER_MS))
        await time.turns(chance.between(0, TURNS_MAX))
        await deed()
      }),
    ),
  )
  return whatIsWrong((await wholeLog(log)) as Logged[], told)
}

type Race = {
  routes: LockRoutes
  time: VirtualTime
  chance: Chance
  lockIsNear: boolean
}

/** What is done at about the same time; what players hear of it goes to `told`. */
function deedsAround({ routes, time, chance, lockIsNear }: Race, told: Told[]): (() => Promise<unknown>)[] {
  const appOf = () => chance.oneOf(routes.apps)
  const submit = async (playerId: number) => {
    const token = links.pick.tokenFor({ seasonId: SEASON, roundId: ROUND, playerId })
    const team = chance.oneOf(TEAMS)
    told.push({ playerId, team, status: await post(appOf(), `/picks/${token}`, { picks: [team] }) })
  }
  const onRound = (action: string, body?: object) => () =>
    post(appOf(), `/admin/rounds/${ROUND}/${action}`, body)
  const complete = onRound('complete', { firstPlaceTeam: 'Reds' })
  const moveLock = () => {
    const lockTime = new Date(Date.now() + chance.between(50, 4_000)).toISOString()
    return appOf().inject({
      method: 'PUT',
      url: `/admin/rounds/${ROUND}`,
      payload: { lockTime, reason: 'Race' },
    })
  }
  const publishLock = () => routes.lockIfDue(chance.oneOf([0, 1] as const))
  return [
    ...PLAYERS.map((playerId) => () => submit(playerId)),
    ...PLAYERS.slice(0, chance.between(0, 2)).map((playerId) => () => submit(playerId)),
    () =>
      post(appOf(), '/admin/picks', {
        userId: chance.oneOf(PLAYERS),
        roundId: ROUND,
        picks: [chance.oneOf(TEAMS)],
      }),
    ...(chance.happens(0.6) ? [onRound('lock')] : []),
    ...(lockIsNear && chance.happens(0.6) ? [async () => toTheLock(time), publishLock] : []),
    ...(chance.happens(0.3) ? [complete, onRound('unlock'), complete] : []),
    ...(lockIsNear ? [] : publishing(publishLock)),
    ...(chance.happens(0.3) ? [moveLock] : []),
    async () => time.set(new Date(Date.now() + 1).toISOString()),
  ]
}

/** What the scheduler does every half second. */
const publishing = (publishLock: () => Promise<void>) =>
  Array.from({ length: 8 }, (_, turn) => async () => {
    await timers.setTimeout(500 * turn)
    await publishLock()
  })

function whatIsWrong(events: readonly Logged[], told: readonly Told[]): string[] {
  return [
    ...told.flatMap((one) => wronglyTold(one, events)),
    ...events.filter((event) => isInTime(events, event)).flatMap((event) => wronglyRefused(event, told)),
    ...PLAYERS.filter((playerId) => isGone(playerId, told, events)).map(
      (playerId) => `Player ${playerId} was told 'saved', and nothing counts`,
    ),
    ...events
      .slice(untilLocked(events, ROUND).length)
      .filter(({ type }) => type === 'RoundRescheduled')
      .map(() => 'An admin moved a lock that everybody had seen'),
  ]
}

/** Saved means that it was in time, by the player or by an admin who entered the same. */
function wronglyTold({ playerId, team, status }: Told, events: readonly Logged[]): string[] {
  if (status >= 500) return [`A pick was answered ${status}`]
  if (status >= 400) return []
  const counts = events.some(
    (event) =>
      event.stream === streamOf(playerId) &&
      picksIn(event.data).includes(team) &&
      (event.type === 'PickEntered' || isInTime(events, event)),
  )
  return counts ? [] : [`Player ${playerId} was told that ${team} is saved, and it was not in time`]
}

/** One that came too late may stand there: it counts nowhere. */
function wronglyRefused({ stream, data }: Logged, told: readonly Told[]): string[] {
  const saved = told.some(
    ({ playerId, team, status }) =>
      status === 200 && stream === streamOf(playerId) && picksIn(data).includes(team),
  )
  return saved ? [] : [`In ${stream} stands a pick whose player was told that it was refused`]
}

function isGone(playerId: number, told: readonly Told[], events: readonly Logged[]): boolean {
  const saved = told.some((one) => one.playerId === playerId && one.status === 200)
  return saved && countedOf(events, streamOf(playerId)).length === 0
}

const streamOf = (playerId: number) => `pick-${ROUND}-${playerId}`

const picksIn = (data: Logged['data']): readonly string[] => ('picks' in data ? data.picks : [])

function toTheLock(time: VirtualTime) {
  if (Date.now() < Date.parse(LOCKS_AT)) time.set(LOCKS_AT)
}

async function post(app: LockRoutes['apps'][number], url: string, payload?: object) {
  const response = await app.inject({ method: 'POST', url, ...(payload ? { payload } : {}) })
  return response.statusCode
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
    append: async (stream, ...asked) => {
      await late()
      if (stream.startsWith('season-') && chance.happens(0.2)) {
        await timers.setTimeout(chance.between(1, SLOW_MS))
      }
      const appended = await store.append(stream, ...asked)
      await late()
      return appended
    },
  }
}
