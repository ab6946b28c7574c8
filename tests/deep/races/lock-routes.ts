import Fastify, { type FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { v5 as uuidv5 } from 'uuid'
import { pickRoutes } from '../../../api/routes/picks.ts'
import { resultRoutes } from '../../../api/routes/round-results.ts'
import { roundRoutes } from '../../../api/routes/rounds.ts'
import { answerProblem } from '../../../api/server/problems.ts'
import type { App } from '../../../api/server/serve.ts'
import type { Services } from '../../../api/server/services.ts'
import { compileValidator } from '../../../api/server/validation.ts'
import { lockIfDue } from '../../../commands/rounds/lock-round.ts'
import type { Instant } from '../../../domain/event.ts'
import { makeLocks, NO_OTHERS } from '../../../platform/database/locks.ts'
import type { EventStore } from '../../../platform/event-store/event-store.ts'
import { openLinks } from '../../../platform/links/links.ts'
import { type Clock, later, systemClock } from '../../../platform/time/clock.ts'
import { APP_URL } from '../../support/application.ts'
import { aLeague } from '../../support/league/a-league.ts'
import { commandsOn } from '../../support/league/commands.ts'
import { FOOTBALL } from '../../support/league/examples.ts'

export const SEASON = 1
export const ROUND = 1
export const PLAYERS = [1, 2, 3]
export const LOCKS_AT: Instant = '2027-03-10T18:00:00.000Z'
export const TEAMS = FOOTBALL.teams
const BEFORE_LOCK = new Date(Date.parse(LOCKS_AT) - 60_000).toISOString()

const IDS = '0d5f7a06-41a9-4a3c-8a55-8d8f6f0b7f3e'

export const links = openLinks({ secret: 'a-secret-of-the-lock-races-alone', appUrl: APP_URL })

/** What a race brings along for each of two processes: its log, and by how much its clock is off. */
export type ProcessInRace = { store: EventStore; clockOffMs: number }

/** The routes around a lock, as two processes serve them, on a log and nothing else. */
export type LockRoutes = {
  apps: readonly [FastifyInstance, FastifyInstance]
  use(processes: readonly [ProcessInRace, ProcessInRace]): void
  /** As the scheduler of one of them does it. */
  lockIfDue(process: 0 | 1): Promise<void>
  close(): Promise<void>
}

/** As the application has it. */
const SETTLE_MS = 1_800

export async function openLockRoutes(): Promise<LockRoutes> {
  let drawn = 0
  const uuid = () => {
    drawn += 1
    return uuidv5(`${drawn}`, IDS)
  }
  const both = [await openProcess(uuid), await openProcess(uuid)] as const
  return {
    apps: [both[0].app, both[1].app],
    use: (processes) => {
      for (const [index, { store, clockOffMs }] of processes.entries()) {
        const services = both[index]?.services
        if (services) Object.assign(services, { store, clock: clockOff(clockOffMs) })
      }
    },
    lockIfDue: (process) => lockIfDue(both[process].services, ROUND),
    close: async () => {
      for (const { app } of both) await app.close()
    },
  }
}

/** No guard and no tables: everybody here is an admin, and nobody looks at standings. */
async function openProcess(uuid: () => string): Promise<{ app: FastifyInstance; services: Services }> {
  // The one thing that is asked of the tables: the season of a sport.
  const rounds = {
    select: () => rounds,
    where: () => rounds,
    executeTakeFirst: async () => ({ kind: 'round', id: ROUND, position: '', state: { seasonId: SEASON } }),
  }
  const services = {
    ...{ locks: makeLocks(NO_OTHERS), links, ids: { uuid }, read: { selectFrom: () => rounds } },
    // There is no database to note refused picks in.
    log: pino({ level: 'silent' }),
    projector: { waitFor: async () => true, noteAnswered: () => {} },
    clock: systemClock,
    lockSettleMs: SETTLE_MS,
    store: null,
  } as unknown as Services
  const app = Fastify({ genReqId: uuid })
  app.setValidatorCompiler(compileValidator)
  app.setErrorHandler(answerProblem)
  app.addHook('onRequest', async (request) => {
    const first = { commandId: request.id, seenPosition: null, causationId: null, reason: null }
    Object.assign(request, first, { receivedAt: services.clock.now(), actor: { kind: 'admin', id: 1 } })
  })
  app.addHook('preValidation', async (request) => {
    request.receivedAt = services.clock.now()
  })
  pickRoutes(app as unknown as App, services)
  roundRoutes(app as unknown as App, services)
  resultRoutes(app as unknown as App, services)
  await app.ready()
  return { app, services }
}

const clockOff = (ms: number): Clock => ({
  now: () => later(systemClock.now(), ms),
  until: (instant) => systemClock.until(later(instant, -ms)),
})

/** A season with three players and one sport that is open for picks. */
export async function openRound(store: EventStore): Promise<void> {
  let drawn = 0
  const uuid = () => {
    drawn += 1
    return uuidv5(`open ${drawn}`, IDS)
  }
  const commands = commandsOn(store, { now: () => BEFORE_LOCK, until: async () => {} }, uuid)
  await aLeague()
    .withPlayers('Ann', 'Bob', 'Cleo')
    .withSeason()
    .withRound({ lockTime: LOCKS_AT })
    .in({ ...commands, store })
}
