import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Mutex } from 'async-mutex'
import pg from 'pg'
import { jitteredPauseMs } from '../time/pauses.ts'
import { LockNotTaken, type Locks } from './locks.ts'
import { connectAsOurs, type ServerConnection } from './server-session.ts'

const WAIT_MS = 10_000
const ANSWER_MS = 2_000

/** Of our locks among all of the server's. */
const CLASS = 7_204

const TAKE = {
  exclusive: `select pg_try_advisory_lock(${CLASS}, $1) as taken`,
  shared: `select pg_try_advisory_lock_shared(${CLASS}, $1) as taken`,
}
const RELEASE = {
  exclusive: `select pg_advisory_unlock(${CLASS}, $1)`,
  shared: `select pg_advisory_unlock_shared(${CLASS}, $1)`,
}

/**
 * Locks between the processes that share a PostgreSQL server. One connection holds all locks of this process, so that
 * they go with it, however it ends. Nothing ever waits inside that connection, so waiting for one key holds up no other.
 */
export function openAdvisoryLocks(config: ServerConnection): Locks {
  let session: Promise<Session> | null = null

  const currentSession = () => {
    session ??= openSession(config, () => {
      session = null
    })
    return session
  }
  return {
    take: async (key, mode, waitMs = WAIT_MS) => {
      const { ask } = await currentSession()
      const id = idOf(key)
      const deadlineMs = performance.now() + waitMs
      for (let attempt = 1; !(await ask(TAKE[mode], id)); attempt += 1) {
        if (performance.now() > deadlineMs) throw new LockNotTaken(key)
        await sleep(jitteredPauseMs({ attempt, firstMs: 2, longestMs: 20 }))
      }
      return { release: () => ask(RELEASE[mode], id).then(ignore, ignore) }
    },
    close: async () => {
      const last = await session?.catch(() => null)
      last?.end()
    },
  }
}

type Session = {
  ask(statement: string, id: number): Promise<boolean>
  end(): void
}

/** Once a question stays without an answer nobody can tell what is locked: the connection is given up, and all locks with it. */
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
    ask: async (statement, id) => {
      try {
        const { rows } = await oneByOne.runExclusive(() => client.query<{ taken?: boolean }>(statement, [id]))
        return rows[0]?.taken === true
      } catch (error) {
        end()
        throw error
      }
    },
    end,
  }
}

/** Two keys that share a number wait for each other now and then, and nothing worse. */
const idOf = (key: string) => createHash('sha256').update(key).digest().readInt32BE()

const ignore = () => {}
