import Fastify, { type FastifyInstance } from 'fastify'
import { v5 as uuidv5 } from 'uuid'
import type { App } from '#api/app'
import { answerProblem } from '#api/problems'
import { pickRoutes } from '#api/routes/picks'
import { roundRoutes } from '#api/routes/rounds'
import type { Services } from '#api/services'
import { makeTurns, type Turns } from '#api/turns'
import { compileValidator } from '#api/validation'
import type { Instant } from '#domain/event'
import { systemClock } from '#platform/clock'
import type { EventStore } from '#platform/event-store'
import { NO_LOCKS } from '#platform/locks'
import { pickLinks } from '#platform/pick-link'
import { APP_URL } from '../../support/application.ts'
import { aLeague } from '../../support/league/a-league.ts'
import { commandsOn } from '../../support/league/commands.ts'
import { FOOTBALL } from '../../support/league/examples.ts'

export const ROUND = 1
export const PLAYERS = [1, 2, 3]
export const LOCKS_AT: Instant = '2027-03-10T18:00:00.000Z'
export const TEAMS = FOOTBALL.teams
const BEFORE_LOCK = new Date(Date.parse(LOCKS_AT) - 60_000).toISOString()

const IDS = '0d5f7a06-41a9-4a3c-8a55-8d8f6f0b7f3e'

export const links = pickLinks({ secret: 'a-secret-of-the-lock-races-alone', appUrl: APP_URL })

/** The routes around a lock, as the application serves them, on a log and nothing else. */
export type LockRoutes = { app: FastifyInstance; use(store: EventStore, turns?: Turns): void }

/** No guard and no tables: everybody here is an admin, and nobody looks at standings. */
export async function openLockRoutes(): Promise<LockRoutes> {
  let drawn = 0
  const uuid = () => {
    drawn += 1
    return uuidv5(`${drawn}`, IDS)
  }
  const parts = { turns: makeTurns(NO_LOCKS), clock: systemClock, links, ids: { uuid } }
  const projector = { waitFor: async () => true }
  // What these routes never touch is left out.
  const services = { ...parts, projector, store: null } as unknown as Services
  const turnsNow = { alone: parts.turns.alone, together: parts.turns.together }
  services.turns = {
    alone: (...turn) => turnsNow.alone(...turn),
    together: (...turn) => turnsNow.together(...turn),
    requireHeld: (holder) => parts.turns.requireHeld(holder),
  }
  const app = Fastify({ genReqId: uuid })
  app.setValidatorCompiler(compileValidator)
  app.setErrorHandler(answerProblem)
  app.addHook('onRequest', async (request) => {
    const first = { commandId: request.id, seenPosition: null, causationId: null, reason: null }
    Object.assign(request, first, { receivedAt: systemClock.now(), actor: { kind: 'admin', id: 1 } })
  })
  app.addHook('preValidation', async (request) => {
    request.receivedAt = systemClock.now()
  })
  pickRoutes(app as unknown as App, services)
  roundRoutes(app as unknown as App, services)
  await app.ready()
  return {
    app,
    use: (store, turns = parts.turns) => {
      services.store = store
      Object.assign(turnsNow, { alone: turns.alone, together: turns.together })
    },
  }
}

/** A season with three players and one sport that is open for picks. */
export async function openRound(store: EventStore): Promise<void> {
  let drawn = 0
  const uuid = () => {
    drawn += 1
    return uuidv5(`open ${drawn}`, IDS)
  }
  const commands = commandsOn(store, { now: () => BEFORE_LOCK }, uuid)
  await aLeague()
    .withPlayers('Ann', 'Bob', 'Cleo')
    .withSeason()
    .withRound({ lockTime: LOCKS_AT })
    .in({ ...commands, store })
}
