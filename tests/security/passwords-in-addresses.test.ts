import { describe, expect, test } from 'vitest'
import { withoutSecrets } from '../../platform/config/address-without-secrets.ts'
import { readConfig } from '../../platform/config/config.ts'
import { folderForTest } from '../support/folder-for-test.ts'
import { freePort } from '../support/free-port.ts'
import { startOperation, startServerProcess } from '../support/server-process.ts'

const JWT_SECRET = 'a-secret-of-at-least-32-characters'

/** Each piece is long enough that nothing else could say it. */
const NASTY = [
  '4711/Sesame!',
  'Sesame@Opened/wide:Barrel#1%',
  '2026#Sesame',
  '2026?Sesame',
  '2026?host=Sesame',
  'Sesame:Opened',
  'Sesame@Opened',
  'Sesame/Opened',
  'Sesame%Opened',
  'Sesame%FFOpened',
  'Sesame Opened',
  'Sesame\tOpened',
  '/Sesame',
  '@Sesame',
  '#Sesame',
  '?Sesame',
  '[Sesame]@Opened',
]
const PIECES = /4711|2026|Sesame|Opened|Barrel|wide/i

const messageOf = (environment: Record<string, string>) => {
  try {
    readConfig({ JWT_SECRET, ...environment })
    return 'taken'
  } catch (error) {
    return error instanceof Error ? error.message : ''
  }
}

describe.each(NASTY)('an address with the password %j', (password) => {
  test.each([
    ['DATABASE_URL', `postgres://picks:${password}@127.0.0.1:5432/picks`],
    ['DATABASE_URL', `postgresql://picks:${password}@db.example.com/picks?sslmode=require`],
    ['EVENTSTORE_URL', `esdb://picks:${password}@127.0.0.1:2113?tls=false`],
    [
      'EVENTSTORE_URL',
      `kurrentdb+discover://picks:${password}@node1.example.com:2113,node2.example.com:2113`,
    ],
    ['SMTP_HOST', `smtp://picks:${password}@mail.example.com`],
  ])('in %s is refused with a word on encoding, and no piece of it is told', (name, address) => {
    const message = messageOf({ [name]: address, SMTP_FROM: 'picks@example.com' })
    expect(message).toContain(name)
    expect(message).toMatch(
      name === 'SMTP_HOST' ? /a host name or an IP address alone/ : /percent-encoded as %40/,
    )
    expect(message).not.toMatch(PIECES)
    expect(withoutSecrets(address)).not.toMatch(PIECES)
  })

  test('is taken when it is percent-encoded, and not told', () => {
    const encoded = encodeURIComponent(password)
    const address = `postgres://picks:${encoded}@db.example.com:5432/picks`
    expect(messageOf({ DATABASE_URL: address })).toBe('taken')
    expect(withoutSecrets(address)).toBe('db.example.com:5432/picks')
    const nodes = `esdb://picks:${encoded}@node1:2113,node2:2113/?tls=false`
    expect(messageOf({ EVENTSTORE_URL: nodes })).toBe('taken')
    expect(withoutSecrets(nodes)).toBe('node1:2113,node2:2113')
  })
})

test('neither the start nor the check of the configuration tells it', async () => {
  const [password = ''] = NASTY
  const env = {
    ...{ JWT_SECRET, DATA_DIR: await folderForTest(), PORT: `${await freePort()}` },
    DATABASE_URL: `postgres://picks:${password}@127.0.0.1:5432/picks`,
  }
  for (const running of [startServerProcess(env), startOperation(['--check-config'], env)]) {
    expect(await running.ended).toMatchObject({ code: 78 })
    expect(running.output()).toMatch(/percent-encoded/)
    expect(running.output()).not.toMatch(PIECES)
  }
})

test.each([
  ['postgres://u:p@/db?host=/var/run/postgresql', '/var/run/postgresql/db'],
  ['postgres://u@/db?sslmode=disable&host=/var/run/postgresql', '/var/run/postgresql/db'],
  ['postgres://u:p@%2Fvar%2Frun%2Fpostgresql/db', '%2Fvar%2Frun%2Fpostgresql/db'],
  ['postgres://u:p@[::1]:5432/db', '[::1]:5432/db'],
  ['postgresql://host', 'host'],
])('the address %s is taken, and called %s', (address, name) => {
  expect(messageOf({ DATABASE_URL: address })).toBe('taken')
  expect(withoutSecrets(address)).toBe(name)
})

test.each([
  'postgres://u:p@/db',
  'postgres:///db',
  'postgres://u:p@host:port/db',
  'mysql://u:p@host/db',
  'postgres://',
])('the address %s is refused', (address) => {
  expect(messageOf({ DATABASE_URL: address })).toMatch(/DATABASE_URL: expected an address/)
})
