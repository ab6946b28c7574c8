import { createHash } from 'node:crypto'
import { Mutex } from 'async-mutex'
import pg from 'pg'
import type { LockMode, ProcessLocks } from './locks.ts'
import { connectAsOurs, type ServerConnection } from './server-session.ts'

const ANSWER_MS = 2_000

const CLASS = 7_204

const SUFFIX = { exclusive: '', shared: '_shared' }

/** One connection holds all locks of this process, so that they go with it. Nothing ever waits inside it. */
export function openAdvisoryLocks(config: ServerConnection): ProcessLocks {
  let session: Promise<Session> | null = null

  return {
    tryTake: async (name, mode) => {
      session ??= openSession(config, () => {
        session = null
      })
      const { ask } = await session
      const id = idOf(name)
      if (!(await ask('pg_try_advisory_lock', mode, id))) return null
      return { release: () => ask('pg_advisory_unlock', mode, id).then(ignore, ignore) }
    },
    close: async () => {
      const last = await session?.catch(() => null)
      last?.end()
    },
  }
}

type Session = {
  ask(call: string, mode: LockMode, id: number): Promise<boolean>
  end(): void
}

/** After a question without an answer nobody can tell what is locked: the connection goes, and all locks with it. */
async function openSession(config: ServerConnection, onEnd: () => void): Promise<Session> {
  const client = new pg.Client({
    ...config,
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
  })
  const oneByOne = new Mutex()
  const end = () => {
    onEnd()
    client.connection.stream.destroy()
  }
  client.on('error', end)
  client.on('end', end)
  try {
    await connectAsOurs(client, config)
  } catch (error) {
    end()
    throw error
  }
  return {
    ask: async (call, mode, id) => {
      const statement = `select ${call}${SUFFIX[mode]}(${CLASS}, $1) as done`
      try {
        const { rows } = await oneByOne.runExclusive(() => client.query<{ done: boolean }>(statement, [id]))
        return rows[0]?.done === true
      } catch (error) {
        end()
        throw error
      }
    },
    end,
  }
}

const idOf = (name: string) => createHash('sha256').update(name).digest().readInt32BE()

const ignore = () => {}
