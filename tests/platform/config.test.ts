import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Config, ConfigRefusal, readConfig } from '../../platform/config/config.ts'
import { fileVariableOf, SECRETS } from '../../platform/config/config-secrets.ts'
import { temporaryFolder } from '../support/folder.ts'

const SECRET = 'a-secret-of-at-least-32-characters'

const DEFAULTS: Config = {
  port: 3003,
  host: '0.0.0.0',
  appUrl: 'http://localhost:3003',
  dataDir: './data',
  databaseUrl: null,
  eventStoreUrl: null,
  smtp: null,
  jwtSecret: null,
  jwtExpirySeconds: 28_800,
  sessionIdleMinutes: 30,
  adminEmail: 'admin@example.com',
  adminPassword: null,
  enableDevTools: false,
  trustProxy: [],
  connectionsMax: 2_000,
  role: 'all',
  logLevel: 'info',
  metrics: null,
  backup: backups('data/backups'),
}

function backups(dir: string | null): Config['backup'] {
  return { dir, at: '03:30', keep: 14, passphrase: null }
}

describe('a configuration', () => {
  test('without any variable runs embedded, with the dev outbox', () => {
    expect(readConfig({})).toEqual(DEFAULTS)
  })

  test('takes an empty variable for an unset one', () => {
    const empty = { PORT: '', DATABASE_URL: '', EVENTSTORE_URL: '', SMTP_HOST: '', JWT_SECRET: '', ROLE: '' }
    expect(readConfig(empty)).toEqual(DEFAULTS)
  })

  const accepted: [Record<string, string>, Partial<Config>][] = [
    [{ PORT: '8080' }, { port: 8080, appUrl: 'http://localhost:8080' }],
    [{ HOST: '::1' }, { host: '::1' }],
    [{ APP_URL: 'https://picks.example.com/' }, { appUrl: 'https://picks.example.com' }],
    [{ APP_URL: 'https://picks.example.com:8443' }, { appUrl: 'https://picks.example.com:8443' }],
    ...[
      ['https://home.example/picks', 'https://home.example/picks'],
      ['https://home.example/picks/', 'https://home.example/picks'],
      ['HTTP://Home.Example:80/A/b.c', 'http://home.example/A/b.c'],
      ['http://[::1]:3003/~ann/picks-2', 'http://[::1]:3003/~ann/picks-2'],
      ['https://home.example/größe', 'https://home.example/gr%C3%B6%C3%9Fe'],
      ['https://home.example/apis', 'https://home.example/apis'],
    ].map(([APP_URL = '', appUrl = '']): [Record<string, string>, Partial<Config>] => [
      { APP_URL },
      { appUrl },
    ]),
    [
      { DATA_DIR: '/var/lib/picks' },
      { dataDir: '/var/lib/picks', backup: backups('/var/lib/picks/backups') },
    ],
    [
      { DATABASE_URL: 'postgres://u:p@db:5432/picks', JWT_SECRET: SECRET },
      { databaseUrl: 'postgres://u:p@db:5432/picks', jwtSecret: SECRET, backup: backups(null) },
    ],
    ...[
      'esdb://log:2113?tls=false',
      'esdb://me:hush@a:1,b:2?tlsCAFile=ca.pem',
      'kurrentdb+discover://log',
    ].map((url): [Record<string, string>, Partial<Config>] => [
      { EVENTSTORE_URL: url },
      { eventStoreUrl: url },
    ]),
    [
      { SMTP_HOST: 'mail.example.com', SMTP_FROM: 'The League <picks@example.com>' },
      {
        smtp: {
          host: 'mail.example.com',
          port: 587,
          tls: 'opportunistic',
          login: null,
          from: 'The League <picks@example.com>',
        },
      },
    ],
    [
      {
        SMTP_HOST: 'mail',
        SMTP_PORT: '465',
        SMTP_USER: 'me',
        SMTP_PASSWORD: ' se cret ',
        SMTP_FROM: 'picks@example.com',
      },
      {
        smtp: {
          host: 'mail',
          port: 465,
          tls: 'implicit',
          login: { user: 'me', password: ' se cret ' },
          from: 'picks@example.com',
        },
      },
    ],
    [{ JWT_EXPIRY: '30m' }, { jwtExpirySeconds: 1_800 }],
    [{ JWT_EXPIRY: '7d' }, { jwtExpirySeconds: 604_800 }],
    [
      { ADMIN_EMAIL: 'me@example.com', ADMIN_PASSWORD: 'Start1234' },
      { adminEmail: 'me@example.com', adminPassword: 'Start1234' },
    ],
    [{ ENABLE_DEV_TOOLS: 'true' }, { enableDevTools: true }],
    [
      { TRUST_PROXY: '10.0.0.1, 172.16.0.0/12,fd00::/8' },
      { trustProxy: ['10.0.0.1', '172.16.0.0/12', 'fd00::/8'] },
    ],
    [{ ROLE: 'worker' }, { role: 'worker' }],
    [{ LOG_LEVEL: 'debug' }, { logLevel: 'debug' }],
    [{ MAX_CONNECTIONS: '500' }, { connectionsMax: 500 }],
    [{ METRICS_PORT: '9464' }, { metrics: { host: '127.0.0.1', port: 9464 } }],
    [{ METRICS_PORT: '9464', METRICS_HOST: '0.0.0.0' }, { metrics: { host: '0.0.0.0', port: 9464 } }],
    [{ METRICS_HOST: '0.0.0.0' }, {}],
    [{ BACKUP_DIR: '/mnt/nas', BACKUP_AT: '23:05' }, { backup: { ...backups('/mnt/nas'), at: '23:05' } }],
    [{ BACKUP_AT: 'off', BACKUP_KEEP: '1' }, { backup: { ...backups('data/backups'), at: null, keep: 1 } }],
  ]
  test.each(accepted)('%j is read as %j', (env, expected) => {
    expect(readConfig(env)).toEqual({ ...DEFAULTS, ...expected })
  })

  const refused: [Record<string, string>, string, RegExp][] = [
    ...['0', '65536', '80a', '-1', '3003.5', ' '].map((port) =>
      refusal({ PORT: port }, 'PORT', /1 to 65535/),
    ),
    ...[
      ...['picks.example.com', 'ftp://example.com', 'https://u:p@example.com', 'https://u@example.com/picks'],
      ...[
        ...[
          '?',
          '?a=1',
          '#',
          '#top',
          'picks?',
          'picks/#top',
          '..',
          'a/../b',
          './a',
          'a/%2e%2e/b',
          '/',
          'a//b',
        ],
        ...[
          'a//',
          'a%2Fb',
          'a%5cb',
          'a\\b',
          'a b',
          ' ',
          'a%20b',
          '<b>',
          '"',
          "'",
          '&amp;',
          '%3Cb',
          'api',
          'me/x',
        ],
      ].map((end) => `https://example.com/${end}`),
    ].map((url) => refusal({ APP_URL: url }, 'APP_URL', /https:\/\/example\.com\/picks/)),
    refusal({ DATA_DIR: '~/picks' }, 'DATA_DIR', /only a shell replaces/),
    refusal({ DATABASE_URL: 'mysql://db/picks', JWT_SECRET: SECRET }, 'DATABASE_URL', /postgres:\/\//),
    refusal(
      { DATABASE_URL: 'postgres://db/picks' },
      'JWT_SECRET',
      /32 characters.*because DATABASE_URL is set/,
    ),
    refusal({ JWT_SECRET: 'short' }, 'JWT_SECRET', /32 characters/),
    ...['8', '8 h', '0h', '1w', '1.5h', '-8h'].map((time) =>
      refusal({ JWT_EXPIRY: time }, 'JWT_EXPIRY', /'8h'/),
    ),
    refusal({ EVENTSTORE_URL: 'http://localhost:2113' }, 'EVENTSTORE_URL', /esdb:\/\//),
    ...['tlsVerifyCert=false', 'throwOnAppendFailure=false', 'tls', 'tls=false&colour=red'].map((options) =>
      refusal({ EVENTSTORE_URL: `esdb://me:hush@log:2113?${options}` }, 'EVENTSTORE_URL', /known options/),
    ),
    refusal({ SMTP_HOST: 'mail' }, 'SMTP_FROM', /because SMTP_HOST is set/),
    refusal({ SMTP_HOST: 'mail', SMTP_FROM: 'nobody' }, 'SMTP_FROM', /picks@example\.com/),
    refusal(
      { SMTP_HOST: 'mail', SMTP_FROM: 'a@b.c', SMTP_USER: 'me' },
      'SMTP_PASSWORD',
      /goes with the name/,
    ),
    refusal({ SMTP_PORT: 'smtp' }, 'SMTP_PORT', /1 to 65535/),
    refusal({ SMTP_TLS: 'true' }, 'SMTP_TLS', /required, opportunistic, none, implicit/),
    ...['on', '1', 'TRUE'].map((flag) =>
      refusal({ ENABLE_DEV_TOOLS: flag }, 'ENABLE_DEV_TOOLS', /'true' or 'false'/),
    ),
    refusal({ ADMIN_EMAIL: 'admin' }, 'ADMIN_EMAIL', /admin@example\.com/),
    ...['1', 'true', 'loopback', '10.0.0.0/33', '10.0.0.1,', 'fd00::/129'].map((proxy) =>
      refusal({ TRUST_PROXY: proxy }, 'TRUST_PROXY', /never a number of hops/),
    ),
    refusal({ ROLE: 'leader' }, 'ROLE', /all, api, worker/),
    refusal({ LOG_LEVEL: 'loud' }, 'LOG_LEVEL', /info/),
    refusal({ MAX_CONNECTIONS: '0' }, 'MAX_CONNECTIONS', /10 to 100000/),
    ...['3:30', '24:00', '03:60', 'never'].map((at) => refusal({ BACKUP_AT: at }, 'BACKUP_AT', /03:30/)),
    ...['0', '1001', '1.5'].map((keep) => refusal({ BACKUP_KEEP: keep }, 'BACKUP_KEEP', /1 to 1000/)),
    ...['package.json', 'package.json/backups', '~/backups'].map((dir) =>
      refusal({ BACKUP_DIR: dir }, 'BACKUP_DIR', /a folder.*not a file/),
    ),
    refusal({ METRICS_PORT: 'on' }, 'METRICS_PORT', /1 to 65535/),
  ]
  test.each(refused)('%j is refused by the name of %s', (env, name, expected) => {
    expect(problemsOf(env)).toEqual([{ name, expected: expect.stringMatching(expected) }])
  })

  test.each([
    ['mail.example.com', {}, 'opportunistic'],
    ['mail.example.com', { SMTP_USER: 'me', SMTP_PASSWORD: 'hush' }, 'required'],
    ['mail.example.com', { SMTP_USER: 'me', SMTP_PASSWORD: 'hush', SMTP_PORT: '465' }, 'implicit'],
    ['mail.example.com', { SMTP_USER: 'me', SMTP_PASSWORD: 'hush', SMTP_TLS: 'none' }, 'none'],
    ['mail.example.com', { SMTP_PORT: '2465', SMTP_TLS: 'implicit' }, 'implicit'],
    ['localhost.example.com', { SMTP_USER: 'me', SMTP_PASSWORD: 'hush' }, 'required'],
    ...['localhost', '127.0.0.1', '::1'].map((host): [string, Record<string, string>, string] => [
      host,
      { SMTP_USER: 'me', SMTP_PASSWORD: 'hush' },
      'opportunistic',
    ]),
  ])('talks to the mail server at %s with %j with encryption %s', (SMTP_HOST, env, tls) => {
    const { smtp } = readConfig({ SMTP_HOST, SMTP_FROM: 'picks@example.com', ...env })
    expect(smtp?.tls).toBe(tls)
  })

  test('lists every problem at once, exits 78, and repeats no value', () => {
    const env = { PORT: 'http', ROLE: 'boss', JWT_SECRET: 'tooshort', DATABASE_URL: 'nowhere' }
    expect(problemsOf(env).map(({ name }) => name)).toEqual(['PORT', 'DATABASE_URL', 'JWT_SECRET', 'ROLE'])
    const refusal = refusalOf(env)
    expect(refusal.exitCode).toBe(78)
    expect(refusal.message).toMatch(/\n {2}PORT: expected a port/)
    for (const value of Object.values(env)) expect(refusal.message).not.toContain(value)
  })
})

const SECRET_VALUES = {
  DATABASE_URL: 'postgres://u:p@db/picks',
  EVENTSTORE_URL: 'esdb://log:2113?tls=false',
  JWT_SECRET: SECRET,
  SMTP_PASSWORD: 'p\u00e4ss',
  ADMIN_PASSWORD: 'Gw9!Lk4?Rb7mPq2',
}

describe('a secret in a file', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  const fileWith = (name: string, text: string | Buffer) => {
    const path = join(folder.path, name)
    writeFileSync(path, text)
    return path
  }
  beforeAll(async () => {
    folder = await temporaryFolder()
  })
  afterAll(() => folder.remove())

  test.each([
    ['a mark of UTF-8', (text: string) => Buffer.from(`\ufeff${text}\r\n`)],
    ['UTF-16 of PowerShell', (text: string) => Buffer.from(`\ufeff${text}\r\n`, 'utf16le')],
    ['UTF-16 the other way', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
    ['several line ends', (text: string) => Buffer.from(`${text}\n\r\n\n`)],
  ])('is read as it was meant, with %s', (name, bytesOf) => {
    const values = { ...SECRET_VALUES, SMTP_HOST: 'mail', SMTP_FROM: 'picks@example.com', SMTP_USER: 'me' }
    const inFiles = Object.fromEntries(
      Object.entries(values).map(([variable, text]) => {
        if (!(SECRETS as readonly string[]).includes(variable)) return [variable, text]
        return [fileVariableOf(variable), fileWith(`${name} ${variable}`, bytesOf(text))]
      }),
    )
    expect(readConfig(inFiles)).toEqual(readConfig(values))
    const fromWindows = Object.entries(values).map(([variable, text]) => [variable, `${text}\r`])
    expect(readConfig(Object.fromEntries(fromWindows))).toEqual(readConfig(values))
  })

  test('in another encoding is refused', () => {
    const env = { ADMIN_PASSWORD_FILE: fileWith('latin', Buffer.from('P\u00e4ss', 'latin1')) }
    expect(problemsOf(env)).toMatchObject([{ expected: expect.stringContaining('in UTF-8') }])
  })

  test('is read without the line break at its end, and counts as set', () => {
    const config = readConfig({
      DATABASE_URL_FILE: fileWith('database', 'postgres://u:p@db/picks \n'),
      JWT_SECRET_FILE: fileWith('jwt', `${SECRET}\r\n`),
      ADMIN_PASSWORD_FILE: fileWith('admin', ' Start1234 '),
      SMTP_HOST: 'mail',
      SMTP_FROM: 'a@b.c',
      SMTP_USER: 'me',
      SMTP_PASSWORD_FILE: fileWith('smtp', 'pa\nss'),
    })
    expect(config).toMatchObject({
      databaseUrl: 'postgres://u:p@db/picks',
      jwtSecret: SECRET,
      adminPassword: ' Start1234 ',
      smtp: { login: { password: 'pa\nss' } },
    })
  })

  test('is checked like any other', () => {
    const env = { JWT_SECRET_FILE: fileWith('short', 'short') }
    expect(problemsOf(env)).toEqual([
      { name: 'JWT_SECRET', expected: expect.stringMatching(/32 characters/) },
    ])
  })

  test.each(SECRETS)('%s cannot stand in two places', (name) => {
    const variable = fileVariableOf(name)
    const problems = problemsOf({ [name]: 'a-value', [variable]: fileWith('twice', 'another') })
    expect(problems).toContainEqual({ name: variable, expected: `nothing, because ${name} is set as well` })
  })

  test('that is missing or empty is a problem, not a default', () => {
    for (const path of [join(folder.path, 'nowhere'), fileWith('empty', '\n')]) {
      expect(problemsOf({ JWT_SECRET_FILE: path })).toEqual([
        {
          name: 'JWT_SECRET_FILE',
          expected: expect.stringContaining('a file that can be read, is not empty'),
        },
      ])
    }
  })
})

function refusal(
  env: Record<string, string>,
  name: string,
  expected: RegExp,
): [Record<string, string>, string, RegExp] {
  return [env, name, expected]
}

const problemsOf = (env: Record<string, string>) => refusalOf(env).problems

function refusalOf(env: Record<string, string>): ConfigRefusal {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof ConfigRefusal) return error
    throw error
  }
  throw new Error('The configuration was accepted')
}
