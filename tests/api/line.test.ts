import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EventStoreDbDouble, startEventStoreDbDouble } from '../support/eventstoredb-double/server.ts'
import { eventually } from '../support/eventually.ts'
import type { Answer } from '../support/http.ts'
import { aLeague } from '../support/league/a-league.ts'
import type { RunningLeague } from '../support/league/running.ts'

/** Of `api/server/line.ts`. */
const AT_ONCE_MAX = 32
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
const pickAll = (players: readonly string[], team: string) =>
  Promise.all(players.map((name) => league.visitor.post(pathOf(name), { picks: [team] })))

test('more picks at once than are served at a time are all saved', async () => {
  const answers = await pickAll(PLAYERS, 'Reds')
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
})

const told = ({ status, body }: Answer) => ({ status, error: body.error })

const NOBODY_KNOWS = {
  status: 503,
  error:
    'The server cannot reach its event log right now, and this may or may not be saved. Please check before you try again',
}
const NOTHING_SAVED = {
  status: 503,
  error:
    'The server cannot reach its event log right now, and nothing was saved. Please try again in a moment',
}

test('when the event store falls silent, those whose pick it may have hear that nobody knows, and those in line at once that nothing was saved', async () => {
  const before = double.log.records.length
  const storedPicks = () =>
    double.log.records.slice(before).filter(({ type }) => type === 'PickSubmitted').length
  double.faults.readsAreSilent = true
  double.faults.everyAppend = 'silence after storing'
  const serving = pickAll(PLAYERS.slice(0, AT_ONCE_MAX), 'Blues')
  await eventually('the first pick to be stored', async () => storedPicks() > 0)
  // In the middle of the time in which it falls silent: a busy machine finds that out later, and none waits for it too long.
  await sleep(500)
  const waiting = PLAYERS.slice(AT_ONCE_MAX).map((name) => pickAll([name], 'Blues'))
  const firstWaiting = Promise.race(waiting).then(() => 'in line')
  expect(await Promise.race([firstWaiting, serving.then(() => 'served')])).toBe('in line')
  const inLine = (await Promise.all(waiting)).flat()
  const served = await serving
  double.faults.readsAreSilent = false
  double.faults.everyAppend = null

  expect(inLine.map(told)).toEqual(inLine.map(() => NOTHING_SAVED))
  expect(served.map(told).filter(({ error }) => error === NOBODY_KNOWS.error)).toHaveLength(storedPicks())
  for (const answer of served) expect([NOBODY_KNOWS, NOTHING_SAVED]).toContainEqual(told(answer))
})
