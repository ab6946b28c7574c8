import { v5 as uuidv5 } from 'uuid'
import { addAdmin, admin, completeSetup } from '#domain/admin'
import type { Aggregate, Instant } from '#domain/event'
import { addPlayer, player } from '#domain/player'
import { type RoundDetails, round } from '#domain/round'
import { createRound } from '#domain/round-decisions'
import { createSeason, season } from '#domain/season'
import type { EventStore } from '#platform/event-store'
import { transact } from '#platform/transact'
import { openBoards } from '#projections/boards'
import { startProjector } from '#projections/projector'
import { openUnsealing } from '#projections/unsealing'
import { followReactions, type Reactions } from '#scheduler/reactions'
import { createMemoryEventStore } from '../../support/memory-event-store.ts'
import { type Chance, chanceFrom } from './chance.ts'
import { ADDRESSES, type Ask, someTeams } from './commands.ts'
import { type FaultyMailer, faultyMailer } from './faulty-mailer.ts'
import { type FaultyStore, faultyStore } from './faulty-store.ts'
import { beginVirtualTime, type VirtualTime } from './virtual-time.ts'
import { clearUp, type Weather, weatherFrom } from './weather.ts'
import type { World } from './world.ts'

export const START: Instant = '2027-03-10T12:00:00.000Z'

const IDS = '5c9a5b52-9d2f-4d5b-9a0e-2f1f4f3a7d10'
const ADMIN = { adminId: 1, name: 'Connie', email: 'connie@example.com' }

/** What was asked, and what became of it. */
export type Answered = Ask & { commandId: string; at: Instant; status: number; answer: string }

/** What a season can be spoiled with, to see that it is noticed. */
export type Sabotage = {
  log?: (log: EventStore, chance: Chance) => EventStore
  projected?: (store: EventStore, chance: Chance) => EventStore
  mailer?: (mailer: FaultyMailer, chance: Chance) => FaultyMailer
}

/** One season under way: the real parts, each of which stands on something that fails as the seed has it. */
export type Stage = {
  world: World
  chance: Chance
  time: VirtualTime
  weather: Weather
  /** What really was written. */
  log: EventStore
  store: FaultyStore
  mailer: FaultyMailer
  answers: Answered[]
  services: World['services']
  token: string
  /** Starts what runs all the time, as a new process does. */
  startProcess(): Promise<void>
  stopProcess(): Promise<void>
}

export function setStage(world: World, seed: number, sabotage: Sabotage): Stage {
  const chance = chanceFrom(seed)
  const weather = weatherFrom(chance)
  const time = beginVirtualTime(START)
  const log = createMemoryEventStore()
  const spoiled = sabotage.log?.(log, chance) ?? log
  const store = faultyStore(spoiled, { chance, weather, time })
  const plainMailer = faultyMailer({ chance, weather, time })
  const mailer = sabotage.mailer?.(plainMailer, chance) ?? plainMailer
  const services = Object.assign(world.services, { store, mailer })
  bringAlong(world, { seed, chance, weather, time })
  const { adminId, email } = ADMIN
  const token = world.app.jwt.sign({ adminId, email, isMainAdmin: true, epoch: 0 })
  const projected = sabotage.projected?.(store, chance) ?? store
  const process = processOn(world, weather, projected, services)
  return {
    ...{ world, chance, time, weather, log, store, mailer, services, token, ...process },
    answers: [],
  }
}

function bringAlong(
  { hands }: World,
  at: { seed: number; weather: Weather } & Pick<Stage, 'chance' | 'time'>,
) {
  const { seed, chance, weather, time } = at
  const drawn = new Map<string, number>()
  const draw = (kind: string) => {
    drawn.set(kind, (drawn.get(kind) ?? 0) + 1)
    return drawn.get(kind) ?? 0
  }
  hands.uuid = () => {
    const id = uuidv5(`${seed}/${draw('uuid')}`, IDS)
    if (hands.asking) hands.asking.commandId ||= id
    return id
  }
  hands.nextId = (kind) => draw(kind) + (TAKEN[kind] ?? 0)
  hands.faults = {
    loses: () => chance.happens(weather.queries),
    hides: () => chance.happens(weather.unknownCommits),
    busy: time.busy,
  }
}

const PLAYERS = 4
/** By those of the opening. */
const TAKEN: Record<string, number> = { player: PLAYERS, season: 1, round: 2 }

/** An admin, a few players, some of whom share an address, and a season in which most of them take part. */
export async function openLeague({ log, chance, world }: Stage): Promise<void> {
  const tell = <State, E extends { type: string; data: unknown }, Id extends readonly unknown[]>(
    aggregate: Aggregate<State, E, Id>,
    id: Id,
    decide: (state: State) => readonly E[],
  ) => {
    const command = { id: world.hands.uuid(), actor: { kind: 'admin', id: 1 }, occurredAt: START } as const
    return transact(log, { aggregate, id, command, decide })
  }
  await tell(admin, [ADMIN.adminId], (state) => addAdmin(state, { ...ADMIN, isMain: true }))
  await tell(admin, [ADMIN.adminId], (state) => completeSetup(state, ADMIN))
  const participants: number[] = []
  for (let playerId = 1; playerId <= PLAYERS; playerId += 1) {
    const email = playerId <= 2 ? (ADDRESSES[playerId - 1] ?? null) : chance.oneOf([...ADDRESSES, null])
    await tell(player, [playerId], (state) =>
      addPlayer(state, { playerId, name: `Player ${playerId}`, email }),
    )
    if (playerId <= 2 || chance.happens(0.7)) participants.push(playerId)
  }
  const cup = { seasonId: 1, name: 'Cup', yearStart: 2027, yearEnd: 2027, commissioner: null }
  const { state: inSeason } = await tell(season, [1], (state) =>
    createSeason(state, { ...cup, participants }),
  )
  const rounds = chance.between(1, 2)
  for (let roundId = 1; roundId <= rounds; roundId += 1) {
    const details = { ...roundDetails(chance, roundId), roundId, seasonId: 1 }
    await tell(round, [roundId], (state) => createRound(state, inSeason, details))
  }
}

const roundDetails = (chance: Chance, roundId: number): RoundDetails => ({
  sportName: `Sport ${roundId}`,
  emailMessage: null,
  timeZone: 'America/New_York',
  locksAt: new Date(Date.parse(START) + chance.oneOf([2, 26, 50]) * 3_600_000).toISOString(),
  ...(chance.happens(0.6)
    ? { pickType: 'single', picksMax: 1, teams: someTeams(chance) }
    : { pickType: 'multiple', picksMax: 3, teams: [] }),
})

function processOn(world: World, weather: Weather, store: EventStore, services: World['services']) {
  const { hands, database } = world
  let stopping = new AbortController()
  let reactions: Reactions | null = null
  return {
    startProcess: async () => {
      // A process that cannot start is started again by whoever watches it: this is the start that succeeds.
      const storm = { ...weather }
      clearUp(weather)
      stopping = new AbortController()
      hands.projector = await startProjector({ database, store, onError: () => {} })
      hands.unsealing = openUnsealing(services.read, services.store)
      hands.boards = openBoards({ read: services.read, unsealing: hands.unsealing })
      Object.assign(weather, storm)
      reactions = followReactions({ ...services }, stopping.signal)
    },
    stopProcess: async () => {
      stopping.abort()
      await hands.projector?.stop()
      await reactions?.finished
    },
  }
}
