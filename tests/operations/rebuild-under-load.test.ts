import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApplicationForTest, applicationForTest } from '../support/application.ts'
import { settableClock } from '../support/clock.ts'
import { type Answer, type Http, http } from '../support/http.ts'
import { setUpAdmin } from '../support/league/over-http.ts'
import { type } from './console.ts'

const REQUEST_INTERVAL_MS = 20
const PATHS = [
  '/public/leaderboard/season/1',
  '/public/leaderboard/season/1/graph',
  '/public/seasons',
  '/public/seasons/default',
  '/public/settings',
]

let application: ApplicationForTest
let visitor: Http

beforeAll(async () => {
  const clock = settableClock('2027-01-10T12:00:00.000Z')
  application = await applicationForTest({ clock, config: { enableDevTools: true } })
  visitor = http(application.url)
  await (await setUpAdmin(application.url)).post('/admin/seed/seed-test-data')
})
afterAll(() => application?.close())

test('fifty requests a second see no error and nothing half made while everything is rebuilt', async () => {
  const ask = (path: string) => visitor.get(path).then((answer) => ({ path, answer }))
  const before = new Map<string, Answer>()
  for (const path of PATHS) before.set(path, (await ask(path)).answer)

  let rebuilding = true
  const rebuilt = (async () => {
    for (let times = 0; times < 4; times += 1) await type(['rebuild'], { DATA_DIR: application.dataDir })
  })().finally(() => {
    rebuilding = false
  })
  const asked: ReturnType<typeof ask>[] = []
  for (let count = 0; rebuilding; count += 1) {
    asked.push(ask(PATHS[count % PATHS.length] ?? ''))
    await sleep(REQUEST_INTERVAL_MS)
  }
  await rebuilt
  const answers = await Promise.all(asked)
  expect(answers.length).toBeGreaterThan(20)
  for (const { path, answer } of answers) {
    expect(answer.status, path).toBe(200)
    expect(answer.text, path).toBe(before.get(path)?.text)
  }
  console.log(`${answers.length} requests beside four rebuilds`)
})
