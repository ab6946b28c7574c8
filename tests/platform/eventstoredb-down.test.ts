import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refused } from '../../domain/refusal.ts'
import { type EventStoreDbDouble, startEventStoreDbDouble } from '../support/eventstoredb-double/server.ts'
import { eventually } from '../support/eventually.ts'
import { aLeague } from '../support/league/a-league.ts'
import { CONNIE } from '../support/league/examples.ts'
import type { RunningLeague } from '../support/league/running.ts'

const ANSWER_MS = 3_000
/** Others may use the machine meanwhile. */
const TICK_MS = 2_000

let double: EventStoreDbDouble
let league: RunningLeague
let pickPath: string
const warnings: string[] = []
beforeAll(async () => {
  double = await startEventStoreDbDouble()
  league = await aLeague()
    .withPlayers('Ann', 'Bob')
    .withSeason()
    .withRound()
    .start({
      config: { eventStoreUrl: double.url },
      log: pino({ level: 'warn' }, { write: (line: string) => warnings.push(line) }),
    })
  pickPath = `/picks/${league.tokenFor(league.roundId, league.idOf('Ann'))}`
})
afterAll(async () => {
  await league?.close()
  await double?.stop()
})

const board = () => league.visitor.get(`/public/leaderboard/season/${league.seasonId}`)
const pick = (team: string) => league.visitor.post(pickPath, { picks: [team] })

async function expectSentenceInTime(sentence: RegExp) {
  const startedAtMs = performance.now()
  expect(await pick('Blues')).toMatchObject({ status: 503, body: { error: expect.stringMatching(sentence) } })
  expect(performance.now() - startedAtMs).toBeLessThan(ANSWER_MS + TICK_MS)
}

test('while the event store is down, writes say so within three seconds, and boards of now and sign-ins go on', async () => {
  expect(await pick('Reds')).toMatchObject({ status: 200 })
  await double.stop()
  await expectSentenceInTime(/^The server cannot reach its event log right now/)
  expect(await board()).toMatchObject({ status: 200 })
  const past = `/public/leaderboard/season/${league.seasonId}?asOf=${new Date().toISOString()}`
  expect(await league.visitor.get(past)).toMatchObject({ status: 503, body: refused('log-away') })
  expect(await league.visitor.get('/public/rounds/1/seal')).toMatchObject({
    ...{ status: 200, body: { roundId: 1, seal: null } },
  })

  // Its event is given up after three seconds, or sooner where the connection is known to be closed.
  const credentials = { email: CONNIE.email, password: CONNIE.password }
  expect(await league.visitor.post('/auth/login', credentials)).toMatchObject({ status: 200 })
  await eventually('a line', async () => warnings.some((line) => line.includes('the history lacks')))

  await double.start()
  await eventually('a pick that is taken again', async () => (await pick('Greens')).status === 200)
  const { body } = await league.visitor.get(pickPath.replace('/picks/', '/picks/validate/'))
  expect(body.currentPick.pickItems).toEqual([{ pickNumber: 1, pickValue: 'Greens' }])
})

test('while the event store is silent, a write says that nobody knows whether it was saved', async () => {
  double.faults.everyAppend = 'silence after storing'
  await expectSentenceInTime(/may or may not be saved. Please check/)
  double.faults.everyAppend = null
  expect(await pick('Reds')).toMatchObject({ status: 200 })
})
