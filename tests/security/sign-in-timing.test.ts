import { afterAll, beforeAll, expect, test } from 'vitest'
import { MAIN, type Office, openOffice } from '../auth/office.ts'
import { FIRST_ADMIN } from '../support/application.ts'
import { temporaryFolder } from '../support/folder.ts'
import { freePort } from '../support/free-port.ts'
import { http } from '../support/http.ts'
import { setUpAdmin } from '../support/league.ts'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'

const HOUR_MS = 60 * 60_000
/** Enough that a median does not move by one busy moment. */
const PASSWORDS = 9
/** As many as one client may ask for in an hour, half of them for admins. */
const LINKS = 14

const median = (values: readonly number[]) =>
  [...values].sort((left, right) => left - right)[values.length >> 1] ?? 0

async function tookMs(work: () => Promise<unknown>) {
  const startMs = performance.now()
  await work()
  return performance.now() - startMs
}

/** Asked in turn, so that whatever else the machine does meets all of them. */
async function medians(rounds: number, questions: readonly ((round: number) => Promise<unknown>)[]) {
  const times = questions.map((): number[] => [])
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, ask] of questions.entries()) times[index]?.push(await tookMs(() => ask(round)))
  }
  return times.map(median)
}

let office: Office
let server: ServerProcess
let folder: Awaited<ReturnType<typeof temporaryFolder>>
beforeAll(async () => {
  office = await openOffice()
  await office.addAdmin('Sam')
  folder = await temporaryFolder()
  server = startServerProcess({
    DATA_DIR: folder.path,
    PORT: `${await freePort()}`,
    ADMIN_EMAIL: FIRST_ADMIN.email,
    ADMIN_PASSWORD: FIRST_ADMIN.password,
  })
  expect(await server.ready).toBe('listening')
})
afterAll(async () => {
  await office?.close()
  await server?.stop()
  await folder?.remove()
})

test('a wrong password takes as long for a stranger as for an admin, with a password or without', async () => {
  const guess = (email: string) => async () => {
    // Locks and limits would answer faster than a password is looked at.
    office.clock.advance(HOUR_MS)
    await office.visitor.post('/auth/login', { email, password: 'Not-The-Horse-7' })
  }
  const took = await medians(PASSWORDS, [MAIN.email, 'sam@example.com', 'stranger@example.com'].map(guess))
  console.log('wrong password, median ms of main admin, admin, stranger:', took.map(Math.round))
  expect(Math.max(...took) / Math.min(...took)).toBeLessThan(1.5)
})

test('asking for a link tells by its time no admin from a stranger', async () => {
  const main = await setUpAdmin(server.url)
  for (let index = 0; index < LINKS; index += 1) {
    await main.post('/admin/admins', { name: `Admin ${index}`, email: `admin-${index}@example.com` })
  }
  const ask = (name: string) => (round: number) =>
    http(server.url).post('/auth/send-magic-link', { email: `${name}-${round}@example.com` })
  const took = await medians(LINKS, [ask('admin'), ask('stranger')])
  console.log(
    'link asked for, median ms of admin, stranger:',
    took.map((ms) => ms.toFixed(1)),
  )
  expect(Math.max(...took) / Math.min(...took)).toBeLessThan(2.5)
})
