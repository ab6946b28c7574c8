import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BoardKind } from '../../api/answers/boards.ts'
import { readSchema } from '../../projections/engine/checkpoint.ts'
import type { Projector } from '../../projections/engine/projector.ts'
import { rebuild } from '../../projections/engine/rebuild.ts'
import { READ_SCHEMA } from '../../projections/engine/version.ts'
import type { Read } from '../../projections/read-models/read-tables.ts'
import { boardsForTest } from '../support/boards.ts'
import { caughtUp } from '../support/caught-up.ts'
import { settableClock } from '../support/clock.ts'
import { appendEveryEvent, CUP } from '../support/every-event.ts'
import { embeddedLog, type LogForTest } from '../support/log.ts'
import { misname } from '../support/misname.ts'
import { startProjector } from '../support/start-projector.ts'

const KINDS: readonly BoardKind[] = ['public', 'admin', 'graph']
const clock = settableClock('2027-01-10T12:00:00.000Z')

let log: LogForTest
let projector: Projector
let read: Read
let kept: ReturnType<typeof boardsForTest>

beforeAll(async () => {
  log = await embeddedLog()
  read = readSchema(log.database.kysely, READ_SCHEMA)
  projector = await startProjector({ ...log, onError: console.error })
  kept = boardsForTest({ read })
})
afterAll(async () => {
  await projector?.stop()
  await log?.close()
})

async function boardsBy(boards: ReturnType<typeof boardsForTest>) {
  const found = await Promise.all(KINDS.map((kind) => boards.find(CUP, kind)))
  return {
    boards: found.map((board) => board && { etag: board.etag, body: board.body.toString() }),
    standings: await boards.tableOf(CUP),
  }
}

describe('boards that are kept', () => {
  test('are those of the tables after everything that happens in a season', async () => {
    const seen = new Set<string>()
    const store = {
      ...log.store,
      append: async (...appended: Parameters<typeof log.store.append>) => {
        const answer = await log.store.append(...appended)
        await caughtUp({ projector, store: log.store })
        const fresh = await boardsBy(boardsForTest({ read }))
        expect(await boardsBy(kept)).toEqual(fresh)
        for (const board of fresh.boards) if (board) seen.add(board.body)
        return answer
      },
    }
    await appendEveryEvent(store, clock)
    expect(seen.size, 'boards that differ').toBeGreaterThan(30)
  })

  test('are read once more when a rebuild has swapped other tables in at the same position', async () => {
    const right = await boardsBy(kept)
    await misname(read)
    const misled = boardsForTest({ read })
    expect(JSON.stringify(await boardsBy(misled))).toContain('Mallory')
    await rebuild(log.database, log.store)
    // The tag is another one, so that no browser keeps what it was shown meanwhile.
    expect(withoutTags(await boardsBy(misled))).toEqual(withoutTags(right))
  })
})

const withoutTags = (boards: unknown) =>
  JSON.parse(JSON.stringify(boards, (key, value) => (key === 'etag' ? 'any' : value)))
