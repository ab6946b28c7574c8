import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { scryptPasswords } from '#api/passwords'
import { LINK_MAY_COME, MAIN, type Office, openOffice } from '../auth/office.ts'
import { postgresMissing, startPostgresServer } from '../support/postgres-server.ts'

const HOUR_MS = 60 * 60_000
/** Enough that a median does not move by one busy moment. */
const PASSWORDS = 9

const median = (values: readonly number[]) =>
  [...values].sort((left, right) => left - right)[values.length >> 1] ?? 0

async function tookMs(work: () => Promise<unknown>) {
  const startMs = performance.now()
  await work()
  return performance.now() - startMs
}

/** Asked in turn, so that whatever else the machine does meets all of them. */
async function medians(rounds: number, questions: readonly (() => Promise<unknown>)[]) {
  const times = questions.map((): number[] => [])
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, ask] of questions.entries()) times[index]?.push(await tookMs(ask))
  }
  return times.map(median)
}

describe('a wrong password', () => {
  let office: Office
  beforeAll(async () => {
    office = await openOffice({}, scryptPasswords({ log2N: 15, r: 8, p: 1 }))
    await office.addAdmin('Sam')
  })
  afterAll(() => office?.close())

  test('takes as long for a stranger as for an admin, with a password or without', async () => {
    const guess = (email: string) => async () => {
      // Locks and limits would answer faster than a password is looked at.
      office.clock.advance(HOUR_MS)
      await office.visitor.post('/auth/login', { email, password: 'Not-The-Horse-7' })
    }
    const took = await medians(PASSWORDS, [MAIN.email, 'sam@example.com', 'stranger@example.com'].map(guess))
    console.log('wrong password, median ms of main admin, admin, stranger:', took.map(Math.round))
    // An answer without a hash takes less than a tenth of one with it.
    expect(Math.max(...took) / Math.min(...took)).toBeLessThan(3)
  })
})

const reason = postgresMissing ? `: ${postgresMissing}` : ''
test.skipIf(postgresMissing)(
  `whoever asks for a link is answered before it is made, admin or stranger${reason}`,
  async () => {
    const server = await startPostgresServer()
    onTestFinished(() => server.stop())
    const databaseUrl = await server.createDatabase()
    const office = await openOffice({ databaseUrl })
    onTestFinished(() => office.close())
    const other = new pg.Client(databaseUrl)
    await other.connect()
    onTestFinished(() => other.end())

    await other.query('begin; lock table vault.link_tokens')
    for (const email of [MAIN.email, 'stranger@example.com']) {
      const { status, body } = await office.visitor.post('/auth/send-magic-link', { email })
      expect({ status, body }).toEqual({ status: 200, body: { message: LINK_MAY_COME } })
    }
    expect((await office.main.get('/admin/outbox')).body.mails).toEqual([])
    await other.query('commit')

    expect(await office.linkTo(MAIN.email, 'sign-in')).toMatch(/./)
  },
)
