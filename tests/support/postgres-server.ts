import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync } from 'node:fs'
import { chown, rename, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { temporaryFolder } from './folder.ts'
import { freePort } from './free-port.ts'
import { madeOnce } from './made-once.ts'

export type PostgresServer = {
  /** Makes an empty database, or a copy of one to which nobody is connected, and answers with its address. */
  createDatabase(copyOf?: string): Promise<string>
  dropDatabase(url: string): Promise<void>
  /** Keeps every connection, and answers nothing until `thaw`. */
  freeze(): Promise<void>
  thaw(): void
  /** Ends it at once, in good order, until `startAgain`. */
  shutDown(): Promise<void>
  startAgain(): Promise<void>
  /** Remembers what it holds now, while it is shut down. */
  keepCopy(): void
  /** As after a failover to an older copy. */
  startOlderCopy(): Promise<void>
  stop(): Promise<void>
}

/** Why there can be no server here, null when there can. A test that skips puts it in its title. */
export const postgresMissing: string | null = ['initdb', 'postgres'].every((program) => runs(program))
  ? null
  : 'initdb and postgres are not on the PATH'

if (postgresMissing) console.warn(`SKIPPED: the tests on a PostgreSQL server, because ${postgresMissing}`)

/** A throwaway server on a free port of this machine: as Postgres comes, but for syncing unless it is to be durable. */
export async function startPostgresServer({ isDurable = false } = {}): Promise<PostgresServer> {
  const folder = await temporaryFolder()
  const owner = unprivilegedOwner()
  if (owner) await chown(folder.path, owner.uid, owner.gid)
  const asOwner = { ...owner, cwd: folder.path, stdio: 'ignore' } as const
  const data = join(folder.path, 'data')
  await makeData(data, owner)
  const copy = join(folder.path, 'copy')
  const port = await freePort()
  const url = `postgres://postgres@127.0.0.1:${port}`
  const settings = [
    '-p',
    `${port}`,
    '-k',
    folder.path,
    '-c',
    'max_connections=200',
    '-c',
    `fsync=${isDurable}`,
  ]
  let server = await start()

  async function start() {
    const started = spawn('postgres', ['-D', data, ...settings], asOwner)
    await answers(`${url}/postgres`, started)
    return started
  }

  async function shutDown() {
    server.kill('SIGINT')
    if (server.exitCode === null) await once(server, 'exit')
  }

  let databases = 0
  let frozen: number[] = []
  return {
    createDatabase: async (copyOf) => {
      databases += 1
      const copied = copyOf ? ` template ${basename(copyOf)}` : ''
      await run(`${url}/postgres`, `create database test_${databases}${copied}`)
      return `${url}/test_${databases}`
    },
    dropDatabase: async (dropped) => {
      await run(`${url}/postgres`, `drop database ${basename(dropped)}`)
    },
    freeze: async () => {
      const { rows } = await run(`${url}/postgres`, 'select pid from pg_stat_activity')
      const backends = rows.map(({ pid }) => pid)
      frozen = server.pid === undefined ? backends : [server.pid, ...backends]
      // The connection that was asked is gone by now.
      frozen = frozen.filter((pid) => signalled(pid, 'SIGSTOP'))
    },
    thaw: () => {
      for (const pid of frozen.splice(0)) signalled(pid, 'SIGCONT')
    },
    shutDown,
    startAgain: async () => {
      server = await start()
    },
    keepCopy: () => {
      execFileSync('cp', ['-a', data, copy])
    },
    startOlderCopy: async () => {
      await rm(data, { recursive: true })
      await rename(copy, data)
      server = await start()
    },
    stop: async () => {
      await shutDown()
      await folder.remove()
    },
  }
}

/** All servers of a run begin as copies: that takes a fifth of the time. */
async function makeData(data: string, owner: ReturnType<typeof unprivilegedOwner>) {
  const initialise = (path: string) => {
    if (owner) chownSync(path, owner.uid, owner.gid)
    const options = ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync']
    execFileSync('initdb', ['-D', path, ...options], { ...owner, cwd: path, stdio: 'ignore' })
  }
  const original = `${process.env.TEST_TEMPLATE ?? data}-initialised`
  await madeOnce(original, initialise)
  execFileSync('cp', ['-a', original, data])
}

function signalled(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}

export function runs(program: string, question = '--version') {
  return spawnSync(program, [question]).status === 0
}

/** Postgres refuses to run as root. */
export function unprivilegedOwner() {
  if (process.getuid?.() !== 0) return undefined
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}

async function answers(url: string, server: ChildProcess): Promise<void> {
  const deadlineMs = performance.now() + 20_000
  for (;;) {
    try {
      await run(url, 'select 1')
      return
    } catch (error) {
      if (server.exitCode !== null || performance.now() > deadlineMs) throw error
      await setTimeout(50)
    }
  }
}

async function run(url: string, statement: string) {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return await client.query<{ pid: number }>(statement)
  } finally {
    await client.end()
  }
}
