import Fastify, { type FastifyInstance } from 'fastify'
import { v5 as uuidv5 } from 'uuid'
import type { App } from '#api/app'
import { answerProblem } from '#api/problems'
import { pickRoutes } from '#api/routes/picks'
import { roundRoutes } from '#api/routes/rounds'
import type { Services } from '#api/services'
import { makeTurns, type Turns } from '#api/turns'
import { compileValidator } from '#api/validation'
import type { Aggregate, Instant } from '#domain/event'
import { addPlayer, player } from '#domain/player'
import { round } from '#domain/round'
import { activateRound, createRound } from '#domain/round-decisions'
import { createSeason, season } from '#domain/season'
import { systemClock } from '#platform/clock'
import type { EventStore } from '#platform/event-store'
import { NO_LOCKS } from '#platform/locks'
import { pickLinks } from '#platform/pick-link'
import { transact } from '#platform/transact'
import { APP_URL } from '../../support/application.ts'

export const ROUND = 1
export const PLAYERS = [1, 2, 3]
export const LOCKS_AT: Instant = '2027-03-10T18:00:00.000Z'
export const TEAMS = ['Reds', 'Blues', 'Greens']

const IDS = '0d5f7a06-41a9-4a3c-8a55-8d8f6f0b7f3e'

export const links = pickLinks({ secret: 'a-secret-of-the-lock-races-alone', appUrl: APP_URL })

/** The routes around a lock, as the application serves them, on a log and nothing else. */
export type LockStage = { app: FastifyInstance; use(store: EventStore, turns?: Turns): void }

/** No guard and no tables: everybody here is an admin, and nobody looks at standings. */
export async function lockStage(): Promise<LockStage> {
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
  const tell = <State, E extends { type: string; data: unknown }, Id extends readonly unknown[]>(
    aggregate: Aggregate<State, E, Id>,
    id: Id,
    decide: (state: State) => readonly E[],
  ) => {
    const command = {
      id: uuidv5(aggregate.stream(...id), IDS),
      actor: { kind: 'system' },
      occurredAt: LOCKS_AT,
    } as const
    return transact(store, { aggregate, id, command, decide })
  }
  for (const playerId of PLAYERS) {
    await tell(player, [playerId], (state) =>
      addPlayer(state, { playerId, name: `Player ${playerId}`, email: null }),
    )
  }
  const cup = { seasonId: 1, name: 'Cup', yearStart: 2027, yearEnd: 2027, commissioner: null }
  const { state: inSeason } = await tell(season, [1], (state) =>
    createSeason(state, { ...cup, participants: PLAYERS }),
  )
  const sport = {
    sportName: 'Derby',
    pickType: 'single',
    picksMax: 1,
    emailMessage: null,
    teams: TEAMS,
  } as const
  const details = { ...sport, locksAt: LOCKS_AT, timeZone: 'UTC', roundId: ROUND, seasonId: 1 }
  const invited = PLAYERS.map((playerId) => ({ playerId, email: null }))
  const before = new Date(Date.parse(LOCKS_AT) - 60_000).toISOString()
  const { state: draft } = await tell(round, [ROUND], (state) => createRound(state, inSeason, details))
  const activated = activateRound(draft, inSeason, invited, before)
  const command = { id: uuidv5('activate', IDS), actor: { kind: 'system' }, occurredAt: before } as const
  await transact(store, { aggregate: round, id: [ROUND], command, decide: () => activated })
}
