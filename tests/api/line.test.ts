import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EventStoreDbDouble, startEventStoreDbDouble } from '../support/eventstoredb-double/server.ts'
import { aLeague } from '../support/league/a-league.ts'
import type { RunningLeague } from '../support/league/running.ts'

const PLAYERS = Array.from({ length: 60 }, (_, index) => `Player ${index}`)

let double: EventStoreDbDouble
let league: RunningLeague
beforeAll(async () => {
  double = await startEventStoreDbDouble()
  league = await aLeague()
    .withPlayers(...PLAYERS)
    .withSeason()
    .withRound()
    .start({ config: { eventStoreUrl: double.url } })
})
afterAll(async () => {
  await league?.close()
  await double?.stop()
})

const pathOf = (name: string) => `/picks/${league.tokenFor(league.roundId, league.idOf(name))}`
const pickAll = (team: string) =>
  Promise.all(PLAYERS.map((name) => league.visitor.post(pathOf(name), { picks: [team] })))

test('more picks at once than are served at a time are all saved', async () => {
  const answers = await pickAll('Reds')
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
})

test('when the event store falls silent, those under way hear that nobody knows, and those in line that nothing was saved', async () => {
  double.faults.readsAreSilent = true
  double.faults.everyAppend = 'silence'
  const answers = await pickAll('Blues')
  double.faults.readsAreSilent = false
  double.faults.everyAppend = null
  const told = new Map<string, number>()
  for (const { status, body } of answers) {
    expect(status).toBe(503)
    told.set(body.error, (told.get(body.error) ?? 0) + 1)
  }
  expect(Object.fromEntries(told)).toEqual({
    'The server cannot reach its event log right now, and does not know whether this was saved. Please look before you try again': 32,
    'The server cannot reach its event log right now, and nothing was saved. Please try again in a moment': 28,
  })
})
