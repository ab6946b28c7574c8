import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BoardKind } from '../../api/answers/boards.ts'
import { pastBoards } from '../../api/answers/past-boards.ts'
import { later } from '../../platform/time/clock.ts'
import { type BoardCache, makeBoardCache } from '../../projections/boards/board-cache.ts'
import { readSchema } from '../../projections/engine/checkpoint.ts'
import { type Projector, startProjector } from '../../projections/engine/projector.ts'
import { rebuild } from '../../projections/engine/rebuild.ts'
import { READ_SCHEMA } from '../../projections/engine/version.ts'
import type { Read } from '../../projections/read-models/read-tables.ts'
import { boardsForTest } from '../support/boards.ts'
import { caughtUp } from '../support/caught-up.ts'
import { settableClock } from '../support/clock.ts'
import { appendEveryEvent, CUP } from '../support/every-event.ts'
import { embeddedLog, type LogForTest } from '../support/log.ts'
import { misname } from '../support/misname.ts'

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

describe('looking back', () => {
  const openPast = () => pastBoards({ read, store: log.store, boards: kept, cache: makeBoardCache() })
  const minutesAgo = (minutes: number) => ({ asOf: later(clock.now(), -minutes * 60_000) })
  const minutes = (count: number) => Array.from({ length: count }, (_, index) => minutesAgo(index + 1))

  test('is refused to nobody, however many ask for the same at once', async () => {
    const past = openPast()
    const asked = minutes(60).map(() => past('Ann', CUP, 'public', minutesAgo(1), clock.now()))
    const [first, ...others] = await Promise.all(asked)
    for (const other of others) expect(other).toEqual(first)
  })

  test('answers for many moments as for each alone', async () => {
    const past = openPast()
    for (const moment of minutes(4)) {
      const alone = await openPast()('Ann', CUP, 'public', moment, clock.now())
      expect(await past('Ann', CUP, 'public', moment, clock.now())).toEqual(alone)
    }
  })

  test('keeps a board once, from whatever moments it is looked at', async () => {
    const inner = makeBoardCache()
    let bytes = 0
    const cache: BoardCache = (key, make, sizeOf = () => 0) =>
      inner(key, make, (value) => {
        bytes += sizeOf(value)
        return sizeOf(value)
      })
    const past = pastBoards({ read, store: log.store, boards: kept, cache })
    await past('Ann', CUP, 'public', { reading: 'then' }, later(clock.now(), 1_000))
    const once = bytes
    for (const ms of [2_000, 3_000])
      await past('Ann', CUP, 'public', { reading: 'then' }, later(clock.now(), ms))
    expect([once > 0, bytes]).toEqual([true, once])
  })

  test('is not needed for an explanation: the standings are those of the board, made once', async () => {
    const season = await kept.seasonNow(CUP)
    expect(season).not.toBeNull()
    expect((await kept.seasonNow(CUP))?.season.table).toBe(season?.season.table)
  })
})

const withoutTags = (boards: unknown) =>
  JSON.parse(JSON.stringify(boards, (key, value) => (key === 'etag' ? 'any' : value)))
