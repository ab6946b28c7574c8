import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ConfigRefusal, readConfig } from '../../platform/config/config.ts'
import { deriveKey } from '../../platform/links/keys.ts'
import { aLeague } from '../support/league/a-league.ts'
import { JWT_SECRET, type RunningLeague } from '../support/league/running.ts'

const SESSION_KEY = deriveKey(JWT_SECRET, 'session')

let league: RunningLeague
let claims: Record<string, unknown>
beforeAll(async () => {
  league = await aLeague().start()
  const [, payload = ''] = league.admin.token.split('.')
  claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
})
afterAll(() => league?.close())

const me = (token: string) => league.visitor.as(token).get('/auth/me')

test('the forge of this test makes tokens that are accepted', async () => {
  expect(await me(forge({}))).toMatchObject({ status: 200 })
})

const HOUR = 3_600
const OWN_SECRET = 'a-secret-that-somebody-has-made-up-32'
const ownKey = { kty: 'oct', k: Buffer.from(OWN_SECRET).toString('base64url') }
const now = () => Math.floor(Date.now() / 1000)

test.each<[string, () => string]>([
  ['without a signature, by alg none', () => forge({}, { alg: 'none' })],
  ['without a signature, by alg HS256', () => `${forge({}).split('.').slice(0, 2).join('.')}.`],
  ['signed by HS512', () => forge({}, { alg: 'HS512' }, { hash: 'sha512' })],
  ['signed by HS256 under the name of HS512', () => forge({}, { alg: 'HS512' })],
  ['signed by HS256 under the name of RS256', () => forge({}, { alg: 'RS256' })],
  ['signed with a key that it brings along', () => forge({}, { jwk: ownKey }, { secret: OWN_SECRET })],
  [
    'whose key is to be fetched',
    () => forge({}, { jku: 'https://evil.example/jwks' }, { secret: OWN_SECRET }),
  ],
  ['whose key is a file', () => forge({}, { kid: '../../dev/null' }, { secret: '' })],
  ['whose key is a query', () => forge({}, { kid: "' union select 'x" }, { secret: 'x' })],
  ['signed with another secret', () => forge({}, {}, { secret: 'another-secret-of-the-same-kind-and-size' })],
  ['of another issuer', () => forge({ iss: 'somebody-else' })],
  ['for another audience', () => forge({ aud: 'go-make-your-picks/players' })],
  ['without an issuer', () => forge({ iss: undefined })],
  ['without an audience', () => forge({ aud: undefined })],
  ['without an expiry', () => forge({ exp: undefined })],
  ['that has expired', () => forge({ iat: now() - 2 * HOUR, exp: now() - HOUR })],
  ['without a session', () => forge({ jti: undefined })],
  ['of a session that is not there', () => forge({ jti: '3f0a7f3e-6f0b-4a55-9d5c-0d5f3c1a9b27' })],
  ['of a session that cannot be', () => forge({ jti: "' or 'x" })],
  ['signed with the secret itself', () => forge({}, {}, { secret: JWT_SECRET })],
  ['of an admin who is not there', () => forge({ adminId: 999 })],
  ['of an admin who is not there, without an address', () => forge({ adminId: 999, email: undefined })],
  ['with an address that is not the admin’s', () => forge({ email: 'other@example.com' })],
  ['that is no token', () => 'no.token.atall'],
])('a token %s opens nothing', async (_, make) => {
  expect(await me(make())).toMatchObject({
    status: 401,
    body: { error: 'Your session has ended. Please sign in again' },
  })
})

test('a claim gives no privilege', async () => {
  await league.addAdmin('Sam')
  const { token } = await league.signInByMail('sam@example.com')
  const [, payload = ''] = token.split('.')
  const samsClaims = JSON.parse(Buffer.from(payload, 'base64url').toString())
  const promoted = league.visitor.as(forge({ ...samsClaims, isMainAdmin: true }))
  expect(await promoted.get('/auth/me')).toMatchObject({ body: { isMainAdmin: false } })
  expect(await promoted.get('/admin/admins')).toMatchObject({ status: 403 })
})

test('a token counts only in its header', async () => {
  expect(await league.visitor.get(`/auth/me?token=${league.admin.token}`)).toMatchObject({ status: 401 })
  const cookie = { cookie: `token=${league.admin.token}` }
  expect(await league.visitor.get('/auth/me', cookie)).toMatchObject({ status: 401 })
})

test('a weak secret refuses to start', () => {
  const weak = () => readConfig({ JWT_SECRET: 'x'.repeat(31) })
  expect(weak).toThrow(
    expect.objectContaining({
      exitCode: 78,
      problems: [{ name: 'JWT_SECRET', expected: '32 characters or more' }],
    } satisfies Partial<ConfigRefusal>),
  )
  expect(readConfig({ JWT_SECRET: 'x'.repeat(32) }).jwtSecret).toHaveLength(32)
})

/** The main admin's own token, with these claims changed; undefined takes one out. */
function forge(
  changes: Record<string, unknown>,
  header: Record<string, unknown> = {},
  { secret = SESSION_KEY as Buffer | string, hash = 'sha256' } = {},
): string {
  const head = encode({ alg: 'HS256', typ: 'JWT', ...header })
  const body = encode({ ...claims, ...changes })
  const signature =
    header.alg === 'none' ? '' : createHmac(hash, secret).update(`${head}.${body}`).digest('base64url')
  return `${head}.${body}.${signature}`
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
