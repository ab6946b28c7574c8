import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { folderForTest } from '../support/folder-for-test.ts'
import { postgresClient } from '../support/postgres-client.ts'
import { postgresMissing, startPostgresServer } from '../support/postgres-server.ts'
import { startOperation } from '../support/server-process.ts'
import { type } from './console.ts'

test('help says what every command does, and what one does, and is no mistake', async () => {
  for (const words of [['help'], ['--help'], ['-h'], ['verify', '--help'], ['rotate-keys', '-h']]) {
    const { code, output } = await type(words, {})
    expect(code).toBe(0)
    expect(output.includes('reset-admin\n      gives the main admin a new password')).toBe(words.length === 1)
    expect(output).toMatch(/^Usage:\n {2}npm run operate -- r?/)
  }
})

test('no command at all is a mistake, and starts no server', async () => {
  const { output } = await type(['help'], {})
  const operation = startOperation(['operate'], { DATA_DIR: await folderForTest() })
  expect(await operation.ended).toEqual({ code: 64, signal: null })
  expect(operation.output().trim()).toBe(output)
})

test.each([
  [['operate', 'rebuidl'], 'There is no command rebuidl'],
  [['--chek-config'], 'There is no command --chek-config'],
  [['reset-admin', 'ann@example.com'], "Unexpected argument 'ann@example.com'"],
  [['rebuild', '--only'], "Unknown option '--only'"],
  [['reset-admin', '--yes'], "Unknown option '--yes'"],
  [['verify', '--head', 'zz'], "'zz' is not a head"],
  [['erase-person', '--player', 'x'], 'Name the person by their number'],
  [['import'], 'Name the file'],
  [['rotate-keys', 'addresses', '--yes'], 'Name the key: sessions or links'],
])('%j is refused with what is wrong and how it is used', async ([first = '', ...words], sentence) => {
  const refusal = await type(first === 'operate' ? words : [first, ...words], {}).catch((error) => error)
  expect(refusal).toMatchObject({ exitCode: 64 })
  expect(refusal.message.split('\n').slice(0, 2)).toEqual([sentence, 'Usage:'])
})

const READING = [
  ...[
    ['verify'],
    ['rebuild'],
    ['restore-check'],
    ['restore-check', '--accept'],
    ['export', '/nowhere/a.zip'],
  ],
  ...[['rotate-keys', 'sessions', '--yes'], ['reset-admin'], ['erase-person', '--player', '1']],
]

test.each(READING)('%s %s refuses a folder without a league, names it and makes none', async (...words) => {
  const dataDir = join(await folderForTest(), 'elsewhere')
  await expect(type(words, { DATA_DIR: dataDir })).rejects.toThrow(
    `There is no league in ${dataDir}: set DATA_DIR as the server has it`,
  )
  expect(existsSync(dataDir)).toBe(false)
})

test.skipIf(postgresMissing)(
  `no command makes a league in an empty database${postgresMissing ? `: ${postgresMissing}` : ''}`,
  async () => {
    const server = await startPostgresServer()
    onTestFinished(server.stop)
    const env = { DATABASE_URL: await server.createDatabase(), JWT_SECRET: 'x'.repeat(32) }
    for (const words of READING)
      await expect(type(words, env)).rejects.toThrow(
        /^There is no league in .*: set DATABASE_URL as the server/,
      )
    const client = await postgresClient(env.DATABASE_URL)
    expect(
      (await client.query("select 1 from pg_namespace where nspname in ('log', 'private')")).rows,
    ).toEqual([])
  },
)
