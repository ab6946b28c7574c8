import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Passwords } from '../../commands/accounts/passwords.ts'
import { aLeague } from '../support/league/a-league.ts'
import { CONNIE } from '../support/league/examples.ts'
import type { RunningLeague } from '../support/league/running.ts'
import { cheapPasswords } from '../support/passwords.ts'
import { postgresClient } from '../support/postgres-client.ts'
import { postgresMissing, startPostgresServer } from '../support/postgres-server.ts'

/** Hashing is nearly all of the time that a sign-in takes. */
function countingPasswords() {
  const counts = { hash: 0, verify: 0 }
  const real = cheapPasswords()
  const passwords: Passwords = {
    ...real,
    hash: (password) => {
      counts.hash += 1
      return real.hash(password)
    },
    verify: (password, hash) => {
      counts.verify += 1
      return real.verify(password, hash)
    },
  }
  return { counts, passwords }
}

describe('a wrong password', () => {
  const { counts, passwords } = countingPasswords()
  let league: RunningLeague
  beforeAll(async () => {
    league = await aLeague().start({ passwords })
    await league.addAdmin('Sam')
  })
  afterAll(() => league?.close())

  test.each([
    ['the main admin', CONNIE.email],
    ['an admin without a password', 'sam@example.com'],
    ['a stranger', 'stranger@example.com'],
  ])('costs one look at a hash for %s', async (_, email) => {
    const before = { ...counts }
    await league.visitor.post('/auth/login', { email, password: 'Not-The-Horse-7' })
    expect(counts).toEqual({ hash: before.hash, verify: before.verify + 1 })
  })
})

const reason = postgresMissing ? `: ${postgresMissing}` : ''
describe.skipIf(postgresMissing)(`whoever asks for a link${reason}`, () => {
  test.each([
    ['/auth/send-magic-link', 'sign-in'],
    ['/auth/forgot-password', 'reset-password'],
  ] as const)('%s answers before one is made, admin or stranger', async (path, template) => {
    const server = await startPostgresServer()
    onTestFinished(() => server.stop())
    const databaseUrl = await server.createDatabase()
    const league = await aLeague().start({ config: { databaseUrl } })
    onTestFinished(() => league.close())
    const other = await postgresClient(databaseUrl)

    await other.query('begin; lock table private.link_tokens')
    const toAdmin = await league.visitor.post(path, { email: CONNIE.email })
    const toStranger = await league.visitor.post(path, { email: 'stranger@example.com' })
    expect(toAdmin.status).toBe(200)
    expect(toStranger).toMatchObject({ status: 200, body: toAdmin.body })
    expect((await league.admin.get('/admin/outbox')).body.mails).toEqual([])
    await other.query('commit')

    expect(await league.linkTo(CONNIE.email, template)).toMatch(/./)
  })
})
