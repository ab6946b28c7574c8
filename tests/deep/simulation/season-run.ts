import { v5 as uuidv5 } from 'uuid'
import type { RoundBody } from '../../../api/contract/rounds.ts'
import { addAdmin, admin, completeSetup } from '../../../domain/admins/admin.ts'
import type { Instant } from '../../../domain/event.ts'
import { makeCache } from '../../../platform/cache.ts'
import type { EventStore } from '../../../platform/event-store/event-store.ts'
import { openBoards } from '../../../projections/boards/boards.ts'
import { type MailSubscription, subscribeToLog } from '../../../scheduler/mail/subscription.ts'
import { aLeague, type Person } from '../../support/league/a-league.ts'
import { commandsOn } from '../../support/league/commands.ts'
import { createMemoryEventStore } from '../../support/memory-event-store.ts'
import { startProjector } from '../../support/start-projector.ts'
import { type Chance, chanceFrom } from './chance.ts'
import { ADDRESSES, type Ask, someTeams } from './commands.ts'
import { type FaultyMailer, faultyMailer } from './faulty-mailer.ts'
import { type FaultyStore, faultyStore } from './faulty-store.ts'
import { SESSION, type SimulatedServer } from './simulated-server.ts'
import { beginVirtualTime, type VirtualTime } from './virtual-time.ts'
import { clearUp, type Weather, weatherFrom } from './weather.ts'

const START: Instant = '2027-03-10T12:00:00.000Z'

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
export type SeasonRun = {
  server: SimulatedServer
  chance: Chance
  time: VirtualTime
  weather: Weather
  /** What really was written. */
  log: EventStore
  store: FaultyStore
  mailer: FaultyMailer
  answers: Answered[]
  services: SimulatedServer['services']
  token: string
  /** Starts what runs all the time, as a new process does. */
  startProcess(): Promise<void>
  stopProcess(): Promise<void>
}

export function beginRun(server: SimulatedServer, seed: number, sabotage: Sabotage): SeasonRun {
  const chance = chanceFrom(seed)
  const weather = weatherFrom(chance)
  const time = beginVirtualTime(START)
  const log = createMemoryEventStore()
  const spoiled = sabotage.log?.(log, chance) ?? log
  const store = faultyStore(spoiled, { chance, weather, time })
  const plainMailer = faultyMailer({ chance, weather, time })
  const mailer = sabotage.mailer?.(plainMailer, chance) ?? plainMailer
  const services = Object.assign(server.services, { store, mailer })
  connectTo(server, { seed, chance, weather, time })
  const { adminId, email } = ADMIN
  const token = server.app.jwt.sign({ adminId, email, isMainAdmin: true, jti: SESSION.id })
  const projected = sabotage.projected?.(store, chance) ?? store
  const process = processOn(server, weather, projected, services)
  return {
    ...{ server, chance, time, weather, log, store, mailer, services, token, ...process },
    answers: [],
  }
}

function connectTo(
  { parts }: SimulatedServer,
  at: { seed: number; weather: Weather } & Pick<SeasonRun, 'chance' | 'time'>,
) {
  const { seed, chance, weather, time } = at
  const drawn = new Map<string, number>()
  const draw = (kind: string) => {
    drawn.set(kind, (drawn.get(kind) ?? 0) + 1)
    return drawn.get(kind) ?? 0
  }
  parts.uuid = () => {
    const id = uuidv5(`${seed}/${draw('uuid')}`, IDS)
    if (parts.asking) parts.asking.commandId ||= id
    return id
  }
  parts.nextId = (kind) => draw(kind) + (TAKEN[kind] ?? 0)
  parts.faults = {
    loses: () => chance.happens(weather.queries),
    hides: () => chance.happens(weather.unknownCommits),
    busy: time.busy,
  }
}

const PLAYERS = 4
/** By those of the opening. */
const TAKEN: Record<string, number> = { player: PLAYERS, season: 1, round: 2 }

/** An admin, a few players, some of whom share an address, and a season in which most of them take part. */
export async function openLeague({ log, chance, server }: SeasonRun): Promise<void> {
  const commands = commandsOn(log, { now: () => START, until: async () => {} }, server.parts.uuid)
  await commands.run(admin, [ADMIN.adminId], (state) => addAdmin(state, { ...ADMIN, isMain: true }))
  await commands.run(admin, [ADMIN.adminId], (state) => completeSetup(state, ADMIN))
  const people: Person[] = []
  const participantIds: number[] = []
  for (let playerId = 1; playerId <= PLAYERS; playerId += 1) {
    const email = playerId <= 2 ? (ADDRESSES[playerId - 1] ?? null) : chance.oneOf([...ADDRESSES, null])
    people.push({ name: `Player ${playerId}`, email })
    if (playerId <= 2 || chance.happens(0.7)) participantIds.push(playerId)
  }
  let league = aLeague().withPlayers(people).withSeason({ participantIds })
  const rounds = chance.between(1, 2)
  for (let roundId = 1; roundId <= rounds; roundId += 1) {
    league = league.withDraft({ sportName: `Sport ${roundId}`, ...randomRound(chance) })
  }
  await league.in({ ...commands, store: log })
}

const randomRound = (chance: Chance): Partial<RoundBody> => ({
  lockTime: new Date(Date.parse(START) + chance.oneOf([2, 26, 50]) * 3_600_000).toISOString(),
  ...(chance.happens(0.6)
    ? { pickType: 'single', teams: someTeams(chance) }
    : { pickType: 'multiple', numWriteInPicks: 3, teams: [] }),
})

function processOn(
  server: SimulatedServer,
  weather: Weather,
  store: EventStore,
  services: SimulatedServer['services'],
) {
  const { parts, database } = server
  let stopping = new AbortController()
  let reactions: MailSubscription | null = null
  return {
    startProcess: async () => {
      // A process that cannot start is started again by whoever watches it: this is the start that succeeds.
      const storm = { ...weather }
      clearUp(weather)
      stopping = new AbortController()
      parts.projector = await startProjector({ database, store, onError: () => {} })
      parts.boards = openBoards({ ...services, cache: makeCache() })
      Object.assign(weather, storm)
      reactions = subscribeToLog({ ...services }, stopping.signal)
    },
    stopProcess: async () => {
      stopping.abort()
      await parts.projector?.stop()
      await reactions?.finished
    },
  }
}
