import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTurns, seasonTurn } from '#api/turns'
import { type Pick, pick } from '#domain/pick'
import { transact } from '#platform/transact'
import { aLeague } from '../support/league/a-league.ts'
import { OSCARS } from '../support/league/examples.ts'
import type { RunningLeague } from '../support/league/running.ts'
import { type LogForTest, serverLog } from '../support/log.ts'
import { type PostgresServer, postgresMissing, startPostgresServer } from '../support/postgres-server.ts'

let server: PostgresServer
let league: RunningLeague
let other: LogForTest

beforeAll(async () => {
  if (postgresMissing) return
  server = await startPostgresServer()
  const databaseUrl = await server.createDatabase()
  const plan = aLeague().withPlayers('Ann').withSeason().withRound(OSCARS).locked()
  league = await plan.start({ config: { databaseUrl } })
  other = await serverLog(databaseUrl)
})
afterAll(async () => {
  await other?.close()
  await league?.close()
  await server?.stop()
})

test.skipIf(postgresMissing)(
  'a pick that is entered while completing waits for its season counts',
  async () => {
    const { roundId, seasonId } = league
    const playerId = league.idOf('Ann')
    const manualScores = [{ userId: playerId, placement: 'first' }]
    const turns = makeTurns(other.database.locks)
    const completed = await turns.alone({}, seasonTurn(seasonId), async () => {
      const answer = league.admin.post(`/admin/rounds/${roundId}/complete`, { manualScores })
      // Time enough for the request to come as far as the lock, which nothing shows.
      await sleep(400)
      const enteredAt = league.clock.now()
      await transact(other.store, {
        aggregate: pick,
        id: [roundId, playerId],
        decide: (_state: Pick) => [
          { type: 'PickEntered' as const, data: { roundId, playerId, picks: ['Dune'], enteredAt } },
        ],
        command: {
          ...{ id: '00000000-0000-4000-8000-000000000001', occurredAt: enteredAt },
          actor: { kind: 'admin', id: 1 },
        },
      })
      return { answer }
    })
    expect(await completed.answer).toMatchObject({ status: 200 })
  },
)
