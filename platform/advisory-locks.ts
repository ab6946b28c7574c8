import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Mutex } from 'async-mutex'
import pg from 'pg'
import { LockNotTaken, type Locks } from './locks.ts'
import { jitteredPauseMs } from './pauses.ts'

const WAIT_MS = 10_000
const ANSWER_MS = 2_000

/** The two classes of our locks. Whoever wants a key alone closes its gate first, so that no more come in meanwhile. */
const GATE = 7_203
const KEY = 7_204

const CLOSE_GATE = `select pg_try_advisory_lock(${GATE}, $1) as taken`
const OPEN_GATE = `select pg_advisory_unlock(${GATE}, $1)`
const TAKE_ALONE = `select pg_try_advisory_lock(${KEY}, $1) as taken`
const TAKE_TOGETHER = `
  select case when pg_try_advisory_lock_shared(${GATE}, $1) then
    (array[pg_try_advisory_lock_shared(${KEY}, $1), pg_advisory_unlock_shared(${GATE}, $1)])[1]
  else false end as taken`
const RELEASE_ALONE = `select pg_advisory_unlock(${KEY}, $1), pg_advisory_unlock(${GATE}, $1)`
const RELEASE_TOGETHER = `select pg_advisory_unlock_shared(${KEY}, $1)`

/**
 * Locks between the processes that share a PostgreSQL server. One connection holds all locks of this process, so that
 * they go with it, however it ends. Nothing ever waits inside that connection, so waiting for one key holds up no other.
 */
export function openAdvisoryLocks(config: pg.ClientConfig): Locks {
  let session: Promise<Session> | null = null

  const currentSession = () => {
    session ??= openSession(config, () => {
      session = null
    })
    return session
  }
  return {
    take: async (key, mode, waitMs = WAIT_MS) => {
      const { ask, isOpen } = await currentSession()
      const id = idOf(key)
      const deadlineMs = performance.now() + waitMs
      const until = async (statement: string) => {
        for (let attempt = 1; !(await ask(statement, id)); attempt += 1) {
          if (performance.now() > deadlineMs) throw new LockNotTaken(key)
          await sleep(jitteredPauseMs({ attempt, firstMs: 2, longestMs: 20 }))
        }
      }
      const release = (statement: string) => ask(statement, id).then(ignore, ignore)
      if (mode === 'together') {
        await until(TAKE_TOGETHER)
        return { isHeld: isOpen, release: () => release(RELEASE_TOGETHER) }
      }
      await until(CLOSE_GATE)
      await until(TAKE_ALONE).catch(async (error: unknown) => {
        await release(OPEN_GATE)
        throw error
      })
      return { isHeld: isOpen, release: () => release(RELEASE_ALONE) }
    },
    close: async () => {
      const last = await session?.catch(() => null)
      last?.end()
    },
  }
}

type Session = {
  isOpen(): boolean
  ask(statement: string, id: number): Promise<boolean>
  end(): void
}

/** Once a question stays without an answer nobody can tell what is locked: the connection is given up, and all locks with it. */
async function openSession(config: pg.ClientConfig, onEnd: () => void): Promise<Session> {
  const client = new pg.Client({
    ...config,
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
  })
  const oneByOne = new Mutex()
  let isOpen = true
  const end = () => {
    isOpen = false
    onEnd()
    client.connection.stream.destroy()
  }
  client.on('error', end)
  client.on('end', end)
  await client.connect().catch((error: unknown) => {
    end()
    throw error
  })
  return {
    isOpen: () => isOpen,
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
