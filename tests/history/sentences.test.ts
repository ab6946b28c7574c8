import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { HistoryEntry } from '#api/contract/history'
import { readSchema } from '#projections/checkpoint'
import { tellHistory } from '#projections/history/entries'
import { openNames } from '#projections/history/names'
import { listHistoryRows } from '#projections/history/rows'
import { startProjector } from '#projections/projector'
import { CONTRACT_CALLS } from '../api/contract-calls.ts'
import { askGolden, GOLDEN_CALLS, type GoldenCall, type Known, openKnown } from '../api/golden-calls.ts'
import { settableClock } from '../support/clock.ts'
import { appendEveryEvent } from '../support/every-event.ts'
import { aLeague } from '../support/league/a-league.ts'
import type { RunningLeague } from '../support/league/running.ts'
import { embeddedLog } from '../support/log.ts'

// The sentences are compared with recorded ones. `npm test -- tests/api/golden tests/history --update` records them again; the diff is the review.

/** Calls that change something outside the log, or nothing at all. */
const LEAVE_NOTHING: Record<string, string> = {
  'POST /auth/request-login': 'only tells how to sign in',
  'POST /auth/send-magic-link': 'mails a link; sessions and links are never in the log',
  'POST /auth/verify-magic-link': 'begins a session; sessions are never in the log',
  'POST /auth/check-magic-link': 'only reads whom a link is for',
  'POST /auth/logout': 'ends a session; sessions are never in the log',
  'DELETE /auth/sessions/{id}': 'ends a session; sessions are never in the log',
  'POST /auth/login': 'begins a session; sessions are never in the log',
  'POST /auth/forgot-password': 'mails a link; links are never in the log',
  'POST /admin/previews/settings': 'only shows what would happen',
  'POST /admin/previews/rounds/{id}/complete': 'only shows what would happen',
  'POST /admin/previews/rounds/{id}/unlock': 'only shows what would happen',
  'POST /admin/operations/verify': 'only reads the log',
  'POST /admin/operations/rebuild': 'makes tables anew; the log stays as it is',
  'POST /admin/test-email': 'sends a mail to whoever asked for it',
  'POST /admin/outbox/retry': 'touches the outbox alone',
}

/** Needs a mail that failed, which this league has none of; it touches the outbox alone. */
const NOT_MADE = 'POST /admin/outbox/{id}/retry'

/** What makes a whole season leaves hundreds of sentences: one of each kind will do. */
const MANY = 20

describe('every command of the contract leaves a sentence', () => {
  let league: RunningLeague
  let known: Known
  let last = ''
  const told: string[] = []
  const silent: string[] = []
  const unseen: string[] = []

  beforeAll(async () => {
    league = await aLeague().start({ config: { enableDevTools: true } })
    told.push('POST /auth/initial-setup', ...lines((await news()) ?? []))
    known = await openKnown(league)
    await news()
    for (const golden of GOLDEN_CALLS) await drive(golden)
  }, 600_000)
  afterAll(() => league?.close())

  async function drive(golden: GoldenCall): Promise<void> {
    const answer = await askGolden(golden, known)
    expect(answer.status, `${golden.call} ${answer.text}`).toBeLessThan(300)
    await golden.learn?.(answer, known)
    // Whatever a question left would be told of the command behind it.
    if (golden.call.startsWith('GET')) return
    const entries = await news()
    // A new password ends the session that could look: the sign-in behind it finds what both have left.
    if (entries === null) unseen.push(golden.call)
    else if (entries.length === 0) silent.push(...unseen.splice(0))
    else told.push(...(unseen.length > 0 ? unseen.splice(0) : [golden.call]), ...lines(entries))
    if (entries !== null && !told.includes(golden.call)) silent.push(golden.call)
  }

  /** What people did since the last look, oldest first; null when the session has ended. */
  async function news(): Promise<HistoryEntry[] | null> {
    const entries: HistoryEntry[] = []
    const { admin } = known?.league ?? league
    for (let before: string | null = ''; before !== null; ) {
      const { status, body } = await admin.get(`/admin/history${before && `?before=${before}`}`)
      if (status === 401) return null
      const fresh = body.entries.filter(({ position }: HistoryEntry) => position > last)
      entries.unshift(...fresh.toReversed())
      before = fresh.length === body.entries.length ? body.next : null
    }
    last = entries.at(-1)?.position ?? last
    // What the scheduler does meanwhile is not the command's doing.
    return entries.filter(({ actor }) => actor.kind !== 'scheduler')
  }

  test('that a person understands without a manual', async () => {
    await expect(`${told.join('\n')}\n`).toMatchFileSnapshot('golden/sentences-of-commands.txt')
  })

  test('but for those that do not touch the log', () => {
    expect([...new Set(silent)].sort()).toEqual(Object.keys(LEAVE_NOTHING).sort())
  })

  test('and none is forgotten', () => {
    const asked = new Set([...told, ...silent, NOT_MADE])
    const commands = CONTRACT_CALLS.map(({ call }) => call).filter((call) => !call.startsWith('GET'))
    expect(commands.filter((call) => !asked.has(call))).toEqual([])
  })
})

function lines(entries: readonly HistoryEntry[]): string[] {
  const few =
    entries.length < MANY
      ? entries
      : entries.filter(({ type }, index) => entries.findIndex((entry) => entry.type === type) === index)
  return few
    .filter(({ type }) => entries.length < MANY || type !== 'RoundLocked')
    .map(({ sentence, reason }) => `  ${sentence}${reason === null ? '' : `, because: ${reason}`}`)
}

test('every type of event has its sentence', async () => {
  const clock = settableClock('2027-01-10T12:00:00.000Z')
  const { database, store, close } = await embeddedLog()
  await appendEveryEvent(store, clock)
  const projector = await startProjector({ database, store, onError: console.error })
  const read = readSchema(database.kysely, 'read')
  const rows = await listHistoryRows(read, { withAdmins: true }, 10_000)
  const entries = (await tellHistory(store, await openNames(read, store), rows)).toReversed()
  await projector.stop()
  await close()

  const byType = new Map(entries.toReversed().map((entry) => [entry.type, entry]))
  const told = [...byType].sort(([left], [right]) => left.localeCompare(right))
  const text = told.map(([type, { sentence }]) => `${type}\n  ${sentence}\n`).join('')
  expect(text).not.toMatch(/undefined|null|NaN|\[object|no words for| {3}/)
  await expect(text).toMatchFileSnapshot('golden/sentences-of-events.txt')
})
