import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { eventually } from './eventually.ts'
import { temporaryFolder } from './folder.ts'
import { freePort } from './free-port.ts'
import { runs, unprivilegedOwner } from './postgres-server.ts'

/** Why there can be no pooler here, null when there can. A test that skips puts it in its title. */
export const pgbouncerMissing: string | null = runs('pgbouncer') ? null : 'pgbouncer is not on the PATH'

if (pgbouncerMissing) console.warn(`SKIPPED: the tests behind a pooler, because ${pgbouncerMissing}`)

/** PgBouncer as Debian has it, in front of one database, with these settings and no others. */
export async function startPgBouncer(databaseUrl: string, settings: Record<string, string>) {
  const { hostname, port, username, pathname } = new URL(databaseUrl)
  const folder = await temporaryFolder()
  const owner = unprivilegedOwner()
  const ownPort = await freePort()
  const file = join(folder.path, 'pgbouncer.ini')
  const lines = Object.entries({
    ...{ listen_addr: '127.0.0.1', listen_port: ownPort, unix_socket_dir: '' },
    ...{ auth_type: 'any', ...settings },
  })
  await writeFile(
    file,
    `[databases]\nbehind = host=${hostname} port=${port} user=${username} dbname=${pathname.slice(1)}\n` +
      `[pgbouncer]\n${lines.map((line) => line.join(' = ')).join('\n')}\n`,
  )
  if (owner) for (const path of [folder.path, file]) await chown(path, owner.uid, owner.gid)
  const pooler = spawn('pgbouncer', [file], { ...owner, cwd: folder.path, stdio: 'ignore' })
  const url = `postgres://${username}@127.0.0.1:${ownPort}/behind`
  await eventually('the pooler', async () => {
    const client = new pg.Client(url)
    return client.connect().then(
      () => client.end().then(() => true),
      () => false,
    )
  })
  return {
    url,
    stop: async () => {
      pooler.kill('SIGKILL')
      if (pooler.exitCode === null && pooler.signalCode === null) await once(pooler, 'exit')
      await folder.remove()
    },
  }
}
