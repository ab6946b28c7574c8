import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ReminderTimes } from '../../domain/rounds/reminders.ts'
import {
  dueReminders,
  NO_REMINDERS_DONE,
  type RemindersDone,
  withReminder,
} from '../../domain/rounds/reminders.ts'
import { DEFAULT_SETTINGS, type Reminders } from '../../domain/settings/settings.ts'
import { familyCup } from './family-cup-events.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const START_MS = Date.parse('2027-03-01T09:00:00.000Z')

const instant = (ms: number) => new Date(ms).toISOString()

type Step =
  | { kind: 'pass'; ms: number }
  | { kind: 'move lock'; toMs: number }
  | { kind: 'settle'; reminders: Reminders }
  | { kind: 'everybody picks' }
  | { kind: 'somebody joins' }

const reminders: fc.Arbitrary<Reminders> = fc
  .record({
    type: fc.constantFrom('daily' as const, 'before_lock' as const, 'none' as const),
    dailyAt: fc.constantFrom('00:00:00', '10:00:00', '23:59:00'),
    finalHours: fc.integer({ min: 1, max: 45 }),
    longer: fc.integer({ min: 1, max: 60 }),
  })
  .map(({ longer, ...rest }) => ({
    ...DEFAULT_SETTINGS.reminders,
    ...rest,
    firstHours: rest.finalHours + longer,
  }))

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: passing(1, 12 * HOUR_MS) },
  { weight: 1, arbitrary: passing(DAY_MS, 4 * DAY_MS) },
  {
    weight: 2,
    arbitrary: fc
      .integer({ min: 1, max: 20 * 24 })
      .map((hours): Step => ({ kind: 'move lock', toMs: hours * HOUR_MS })),
  },
  { weight: 1, arbitrary: reminders.map((value): Step => ({ kind: 'settle', reminders: value })) },
  { weight: 1, arbitrary: fc.constant<Step>({ kind: 'everybody picks' }) },
  { weight: 1, arbitrary: fc.constant<Step>({ kind: 'somebody joins' }) },
)

function passing(min: number, max: number): fc.Arbitrary<Step> {
  return fc.integer({ min, max }).map((ms) => ({ kind: 'pass', ms }))
}

type Sent = {
  kind: 'daily' | 'first' | 'final'
  slot: string
  skipped: boolean
  now: string
  dueAt: string
  times: ReminderTimes
}

/** One sport in a zone without clock changes, and a scheduler that looks after each step, twice. */
function play(start: Reminders, steps: readonly Step[]): Sent[] {
  const sent: Sent[] = []
  let ms = START_MS
  let locksAtMs = START_MS + 7 * DAY_MS
  let settings = start
  let done: RemindersDone = NO_REMINDERS_DONE
  let anybodyLeft = true
  const armedAt = { daily: instant(ms), beforeLock: instant(ms) }
  for (const one of steps) {
    if (one.kind === 'pass') ms += one.ms
    if (one.kind === 'everybody picks') anybodyLeft = false
    if (one.kind === 'somebody joins') anybodyLeft = true
    if (one.kind === 'move lock' && ms < locksAtMs) {
      locksAtMs = ms + one.toMs
      armedAt.beforeLock = instant(ms)
    }
    if (one.kind === 'settle') {
      settings = one.reminders
      armedAt.daily = instant(ms)
      armedAt.beforeLock = instant(ms)
    }
    look()
    expect(look(), 'what a second look finds').toBe(0)
  }
  return sent

  function look(): number {
    const now = instant(ms)
    const date = now.slice(0, 10)
    const today = { date, instant: `${date}T${settings.dailyAt}.000Z` }
    const times = { settings, locksAt: instant(locksAtMs), today, armedAt: { ...armedAt } }
    const due = dueReminders(done, times, now)
    for (const { kind, slot, skipped } of due) {
      const why = skipped ?? (anybodyLeft ? null : 'nobody_left')
      done = withReminder(
        done,
        why === null
          ? {
              type: 'PlayersReminded',
              data: {
                roundId: 1,
                seasonId: familyCup,
                kind,
                recipients: [1],
                ...(kind === 'daily' ? { slot } : {}),
              },
            }
          : { type: 'ReminderSkipped', data: { roundId: 1, seasonId: familyCup, kind, slot, why } },
      )
      const dueAt = kind === 'daily' ? today.instant : slot
      sent.push({ kind, slot, skipped: why !== null, now, dueAt, times })
    }
    return due.length
  }
}

const always = (holds: (happened: Sent[]) => void) =>
  fc.assert(
    fc.property(reminders, fc.array(step, { maxLength: 60, size: 'max' }), (start, steps) => {
      holds(play(start, steps))
    }),
    { numRuns: 500 },
  )

const keys = (list: readonly Sent[]) => list.map(({ kind, slot }) => `${kind} ${slot}`)

describe('whatever is moved, changed, and missed', () => {
  test('the first and the final reminder are sent once at most', () => {
    always((happened) => {
      const sent = happened.filter(({ kind, skipped }) => kind !== 'daily' && !skipped)
      expect(new Set(sent.map(({ kind }) => kind)).size).toBe(sent.length)
    })
  })

  test('no slot is decided twice, and no local day gets two reminders', () => {
    always((happened) => expect(new Set(keys(happened)).size).toBe(happened.length))
  })

  test('nothing happens at the lock, after it, or before it is due', () => {
    always((happened) => {
      for (const { now, dueAt, times } of happened) {
        expect(now < times.locksAt).toBe(true)
        expect(dueAt <= now).toBe(true)
      }
    })
  })

  test('nothing is sent whose time had passed when it was decided when it is due', () => {
    always((happened) => {
      for (const { kind, skipped, dueAt, times } of happened) {
        const { daily, beforeLock } = times.armedAt
        if (!skipped) expect((kind === 'daily' ? daily : beforeLock) < dueAt).toBe(true)
      }
    })
  })

  test('the first and the final reminder never go out at once', () => {
    always((happened) => {
      const sent = happened.filter(({ kind, skipped }) => kind !== 'daily' && !skipped)
      expect(new Set(sent.map(({ now }) => now)).size).toBe(sent.length)
    })
  })

  test('and all of that is seen to happen', () => {
    const seen = fc
      .sample(fc.tuple(reminders, fc.array(step, { maxLength: 60, size: 'max' })), {
        numRuns: 300,
        seed: 2027,
      })
      .flatMap(([start, steps]) => play(start, steps))
      .map(({ kind, skipped }) => `${kind} ${skipped ? 'skipped' : 'sent'}`)
    expect([...new Set(seen)].sort()).toEqual([
      ...['daily sent', 'daily skipped', 'final sent', 'final skipped', 'first sent', 'first skipped'],
    ])
  })
})

test('left alone, each reminder before the lock goes out at the first look after its time', () => {
  const hours = fc.record({
    finalHours: fc.integer({ min: 1, max: 45 }),
    longer: fc.integer({ min: 1, max: 60 }),
  })
  const look = fc.record({
    everyMinutes: fc.integer({ min: 1, max: 600 }),
    leadHours: fc.integer({ min: 1, max: 168 }),
  })
  fc.assert(
    fc.property(hours, look, ({ finalHours, longer }, { everyMinutes, leadHours }) => {
      const firstHours = finalHours + longer
      const settings: Reminders = {
        ...DEFAULT_SETTINGS.reminders,
        type: 'before_lock',
        firstHours,
        finalHours,
      }
      const locksAtMs = START_MS + leadHours * HOUR_MS
      const armed = instant(START_MS)
      let done = NO_REMINDERS_DONE
      const outcome: string[] = []
      const looks: number[] = []
      for (let ms = START_MS; ms < locksAtMs + HOUR_MS; ms += everyMinutes * MINUTE_MS) looks.push(ms)
      for (const ms of looks) {
        const times: ReminderTimes = {
          ...{ settings, locksAt: instant(locksAtMs), today: { date: '2027-03-01', instant: armed } },
          armedAt: { daily: armed, beforeLock: armed },
        }
        for (const { kind, slot, skipped } of dueReminders(done, times, instant(ms))) {
          outcome.push(`${kind} ${skipped ?? 'sent'} ${instant(ms)}`)
          done = skipped
            ? withReminder(done, {
                type: 'ReminderSkipped',
                data: { roundId: 1, seasonId: familyCup, kind, slot, why: skipped },
              })
            : withReminder(done, {
                type: 'PlayersReminded',
                data: { roundId: 1, seasonId: familyCup, kind, recipients: [1] },
              })
        }
      }
      const seenAt = (dueMs: number) => looks.find((ms) => ms >= dueMs && ms < locksAtMs)
      const firstMs = locksAtMs - firstHours * HOUR_MS
      const finalMs = locksAtMs - finalHours * HOUR_MS
      const expected = [
        { kind: 'first', dueMs: firstMs, at: seenAt(firstMs) },
        { kind: 'final', dueMs: finalMs, at: seenAt(finalMs) },
      ].flatMap(({ kind, dueMs, at }) => {
        if (at === undefined) return []
        if (dueMs <= START_MS) return [`${kind} time_had_passed ${instant(at)}`]
        return [`${kind} ${kind === 'first' && at >= finalMs ? 'overtaken' : 'sent'} ${instant(at)}`]
      })
      expect(outcome).toEqual(expected)
    }),
    { numRuns: 500 },
  )
})
