import { execFileSync } from 'node:child_process'
import { chmod, chown } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openServer } from '../../platform/database/database-server.ts'
import { eventually } from '../support/eventually.ts'
import { temporaryFolder } from '../support/folder.ts'
import {
  type PostgresServer,
  postgresMissing,
  runs,
  startPostgresServer,
  unprivilegedOwner,
} from '../support/postgres-server.ts'

const opensslMissing = runs('openssl', 'version') ? null : 'openssl is not on the PATH'
if (opensslMissing) console.warn(`SKIPPED: the tests of encrypted connections, because ${opensslMissing}`)
const missing = postgresMissing ?? opensslMissing

describe.skipIf(missing)(`a PostgreSQL server${missing ? `: ${missing}` : ''}`, () => {
  let server: PostgresServer
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  let url: string
  let authority: string
  let socket: string

  beforeAll(async () => {
    server = await startPostgresServer()
    url = await server.createDatabase()
    folder = await temporaryFolder()
    const [, rows] = await askAll(url, ['select', 'show unix_socket_directories'])
    socket = rows?.[0].unix_socket_directories
    authority = await certificates(folder.path)
    await askAll(url, [
      `alter system set ssl_cert_file = '${join(folder.path, 'server.crt')}'`,
      `alter system set ssl_key_file = '${join(folder.path, 'server.key')}'`,
      'alter system set ssl = on',
      'select pg_reload_conf()',
    ])
    // It is told to read them, and does so when it comes to it.
    await eventually('encryption', async () => (await askAll(url, ['show ssl']))[0]?.[0].ssl === 'on')
  })
  afterAll(async () => {
    await server?.stop()
    await folder?.remove()
  })

  const at = (host: string, options: string) => `${url.replace('127.0.0.1', host)}?${options}`

  async function openedWith(address: string) {
    const warnings: string[] = []
    const note = (warning: Error) => warnings.push(warning.message)
    process.on('warning', note)
    try {
      // The server may stop before the last connection has said goodbye.
      const database = await openServer({ url: address, onError: () => {} })
      const { rows } = await database.pool.query('select ssl from pg_stat_ssl where pid = pg_backend_pid()')
      await database.close()
      return { encrypted: rows[0].ssl, warnings }
    } finally {
      process.off('warning', note)
    }
  }

  test.each(['sslmode=require', 'sslmode=verify-full', 'sslmode=verify-ca'])(
    'with an authority of its own is refused with ?%s, in a sentence that says what to add',
    async (options) => {
      await expect(openedWith(at('localhost', options))).rejects.toThrow(
        /^The database at localhost:\d+\/test_1 cannot be used: nobody known here has signed its certificate\. Name the file of the authority in DATABASE_URL: sslrootcert=\/path\/to\/ca\.crt$/,
      )
    },
  )

  test.each([
    ['localhost', 'sslmode=require&sslrootcert=CA'],
    ['localhost', 'sslmode=verify-full&sslrootcert=CA'],
    ['127.0.0.1', 'uselibpqcompat=true&sslmode=verify-ca&sslrootcert=CA'],
    ['127.0.0.1', 'uselibpqcompat=true&sslmode=require'],
    ['127.0.0.1', 'sslmode=no-verify'],
  ])('at %s?%s is used encrypted, without a warning', async (host, options) => {
    const address = at(host, options.replace('CA', authority))
    expect(await openedWith(address)).toEqual({ encrypted: true, warnings: [] })
  })

  test('under a name that its certificate does not have is refused', async () => {
    const address = at('127.0.0.1', `sslmode=verify-full&sslrootcert=${authority}`)
    await expect(openedWith(address)).rejects.toThrow(/cannot be used: .*altnames/)
  })

  test('is reached by its socket as cloud consoles write the address', async () => {
    const { port } = new URL(url)
    const address = `postgres://postgres:any@/test_1?host=${socket}&port=${port}`
    expect(await openedWith(address)).toEqual({ encrypted: false, warnings: [] })
  })
})

/** Of an authority that nobody knows, and of the server `localhost`. Answers the authority's. */
async function certificates(folder: string): Promise<string> {
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' })
  const key = ['-newkey', 'rsa:2048', '-nodes', '-days', '2']
  openssl('req', '-x509', ...key, '-keyout', 'ca.key', '-out', 'ca.crt', '-subj', '/CN=Own Authority')
  openssl(
    ...['req', '-x509', ...key, '-keyout', 'server.key', '-out', 'server.crt', '-subj', '/CN=localhost'],
    ...['-addext', 'subjectAltName=DNS:localhost', '-CA', 'ca.crt', '-CAkey', 'ca.key'],
  )
  await chmod(join(folder, 'server.key'), 0o600)
  const owner = unprivilegedOwner()
  const paths = ['.', 'server.key', 'server.crt', 'ca.crt'].map((name) => join(folder, name))
  if (owner) for (const path of paths) await chown(path, owner.uid, owner.gid)
  return join(folder, 'ca.crt')
}

async function askAll(url: string, statements: readonly string[]) {
  const client = new pg.Client(url)
  await client.connect()
  const answers = []
  for (const statement of statements) answers.push((await client.query(statement)).rows)
  await client.end()
  return answers
}
