import { resolveTime } from '../../../platform/time/time-zone.ts'
import type { Person } from '../../support/league/a-league.ts'

// Three seasons of October 2027 that overlap, each in a zone of its own. Clocks change on October 31st and November 7th.

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

export const START = '2027-10-04T12:00:00.000Z'
export const BEFORE_LOCK = { reminderType: 'before_lock', reminderFirstHours: 48, reminderFinalHours: 6 }
export const ONE_MAIL = { reminderType: 'daily', dailyReminderTime: '10:00', reminderGrouping: 'one_mail' }
export type Reminders = typeof BEFORE_LOCK | typeof ONE_MAIL

/** Ann, Bob and Cleo read one mailbox, Dan and Eve another. */
export const PEOPLE: readonly Person[] = [
  { name: 'Ann', email: 'home@example.com' },
  { name: 'Bob', email: 'home@example.com' },
  { name: 'Cleo', email: 'home@example.com' },
  { name: 'Dan', email: 'dan-and-eve@example.com' },
  { name: 'Eve', email: 'dan-and-eve@example.com' },
  { name: 'Finn', email: null },
  { name: 'Gil', email: 'gil@example.com' },
  { name: 'Hana', email: 'hana@example.com' },
]
export const [ANN, BOB, CLEO, DAN, EVE, FINN, GIL, HANA] = [1, 2, 3, 4, 5, 6, 7, 8]

const [NEW_YORK, BERLIN, AUCKLAND] = ['America/New_York', 'Europe/Berlin', 'Pacific/Auckland']
export const SEASONS = [
  { name: 'Gridiron', timeZone: NEW_YORK, participantIds: [ANN, BOB, CLEO, DAN, EVE, FINN] },
  { name: 'Handball', timeZone: BERLIN, participantIds: [ANN, BOB, DAN, EVE, FINN, GIL] },
  { name: 'Rugby', timeZone: AUCKLAND, participantIds: [BOB, CLEO, EVE, GIL, HANA], picksSealed: true },
]
const [GRIDIRON, HANDBALL, RUGBY] = [1, 2, 3]

/** By the clocks of their season. `movedTo`: when the sport locks in the end. The fourth and the fifth open together. */
export const SPORTS = [
  { seasonId: GRIDIRON, opens: '2027-10-06T10:00', locks: '2027-10-09T13:00' },
  { seasonId: GRIDIRON, opens: '2027-10-11T10:00', locks: '2027-10-23T13:00', movedTo: '2027-10-23T17:00' },
  { seasonId: GRIDIRON, opens: '2027-10-27T10:00', locks: '2027-11-07T13:00' },
  { seasonId: HANDBALL, opens: '2027-10-08T08:00', locks: '2027-10-16T15:30' },
  { seasonId: HANDBALL, opens: '2027-10-08T08:00', locks: '2027-10-23T15:30' },
  { seasonId: HANDBALL, opens: '2027-10-25T08:00', locks: '2027-10-31T15:30' },
  { seasonId: RUGBY, opens: '2027-10-07T09:00', locks: '2027-10-15T19:00' },
  { seasonId: RUGBY, opens: '2027-10-18T09:00', locks: '2027-10-30T19:00' },
].map((sport, index) => {
  const { name, timeZone } = SEASONS[sport.seasonId - 1] ?? { name: '', timeZone: '' }
  return { ...sport, id: index + 1, sportName: `${name} ${index + 1}`, timeZone }
})

/** What an admin or, with the link of a pick, a player asks the server for. */
export type Deed =
  | { method: 'post' | 'put'; path: string; body?: object }
  | { pick: string; of: [number, number] }
/** What the server does by itself. A daily reminder, of that date, is skipped where everybody has picked. */
export type Expected = { type: string; or?: string; roundId: number; kind?: string; slot?: string }
/** `deeds` follow each other without a pause, once all that is expected is in the log. */
export type Step = { at: string; expects: readonly Expected[]; deeds: readonly Deed[] }

const post = (path: string, body?: object): Deed => ({ method: 'post', path, ...(body && { body }) })
const moved = (roundId: number, lockTime: string): Deed => ({
  ...{ method: 'put', path: `/admin/rounds/${roundId}` },
  body: { lockTime, reason: 'The stadium is late' },
})
const because = { reason: 'We agreed on it' }

const DEEDS: Record<string, readonly Deed[]> = {
  '2027-10-07T12:00:00.000Z': [
    { pick: 'Reds', of: [1, ANN] },
    { pick: 'Blues', of: [1, DAN] },
    { pick: 'Blues', of: [7, CLEO] },
  ],
  '2027-10-09T23:00:00.000Z': [post('/admin/rounds/1/correct', { firstPlaceTeam: 'Blues', ...because })],
  // Three moves at once are one mail, and that of two days later is another.
  '2027-10-12T09:00:00.000Z': ['14:00', '15:00', '16:00'].map((time) => moved(2, `2027-10-23T${time}`)),
  '2027-10-13T12:00:00.000Z': [
    { method: 'put', path: `/admin/users/${EVE}`, body: { name: 'Eve', email: 'eve@example.com' } },
  ],
  '2027-10-14T12:00:00.000Z': [moved(2, '2027-10-23T17:00')],
  '2027-10-17T12:00:00.000Z': [post('/admin/rounds/5/cancel', because)],
  '2027-10-18T12:00:00.000Z': [post('/admin/rounds/5/reinstate', because)],
  '2027-10-19T12:00:00.000Z': [
    post(`/admin/season-participants/${HANDBALL}/participants`, { userId: HANA }),
    { pick: 'Greens', of: [5, ANN] },
    { pick: 'Greens', of: [2, BOB] },
  ],
  '2027-10-20T12:00:00.000Z': [post(`/admin/users/${GIL}/deactivate`, because)],
  '2027-10-20T14:00:00.000Z': [post(`/admin/users/${GIL}/erase`, { confirmation: 'ERASE' })],
  '2027-10-21T09:00:00.000Z': [
    post('/admin/picks', { userId: BOB, roundId: 2, picks: ['Reds'], ...because }),
  ],
  '2027-10-22T12:00:00.000Z': [
    { method: 'put', path: '/admin/settings', body: { pointsFirstPlace: 12, ...because } },
  ],
  '2027-10-26T12:00:00.000Z': [post('/admin/rounds/8/soft-delete', because)],
  '2027-10-26T14:00:00.000Z': [post('/admin/rounds/8/restore')],
  '2027-10-28T12:00:00.000Z': [
    post(`/admin/rounds/3/participants/${CLEO}/resend-link`),
    { pick: 'Reds', of: [3, DAN] },
  ],
  '2027-11-08T12:00:00.000Z': [post(`/admin/seasons/${GRIDIRON}/end`)],
}

/** The fifth sport is back after the time of its reminder. */
const CANCELLED = { roundId: 5, slot: '2027-10-18' }
const DAY_MS = 24 * HOUR_MS

/** Of the daily reminders of a sport, which is open before ten o'clock. */
function datesBetween(opens: string, locks: string, timeZone: string): { slot: string; at: string }[] {
  const dates: { slot: string; at: string }[] = []
  for (let dayMs = Date.parse(`${opens}Z`); dayMs < Date.parse(`${locks}Z`) + DAY_MS; dayMs += DAY_MS) {
    const slot = new Date(dayMs).toISOString().slice(0, 'YYYY-MM-DD'.length)
    const time = `${slot}T10:00`
    if (opens < time && time < locks) dates.push({ slot, at: resolveTime(time, timeZone) })
  }
  return dates
}

/** Each moment of the month, in order. */
export function stepsOfMonth(reminders: Reminders): Step[] {
  const steps = new Map<string, Step>()
  const add = (at: string, expects: readonly Expected[], deeds: readonly Deed[]) => {
    const step = steps.get(at) ?? { at, expects: [], deeds: [] }
    steps.set(at, { at, expects: [...step.expects, ...expects], deeds: [...step.deeds, ...deeds] })
  }
  for (const { id: roundId, opens, locks, movedTo, timeZone } of SPORTS) {
    const locksMs = Date.parse(resolveTime(movedTo ?? locks, timeZone))
    const from = (ms: number) => new Date(locksMs + ms).toISOString()
    add(resolveTime(opens, timeZone), [{ type: 'RoundActivated', roundId }], [])
    if (reminders === BEFORE_LOCK) {
      add(from(-48 * HOUR_MS), [{ type: 'PlayersReminded', roundId, kind: 'first' }], [])
      add(from(-6 * HOUR_MS), [{ type: 'PlayersReminded', roundId, kind: 'final' }], [])
    } else {
      for (const { slot, at } of datesBetween(opens, movedTo ?? locks, timeZone)) {
        const isAway = roundId === CANCELLED.roundId && slot === CANCELLED.slot
        const daily = { type: 'PlayersReminded', or: 'ReminderSkipped', roundId, kind: 'daily', slot }
        add(at, isAway ? [] : [daily], [])
      }
    }
    add(from(MINUTE_MS), [{ type: 'RoundLocked', roundId }], [])
    add(from(HOUR_MS), [], [post(`/admin/rounds/${roundId}/complete`, { firstPlaceTeam: 'Reds' })])
  }
  for (const [at, deeds] of Object.entries(DEEDS)) add(at, [], deeds)
  return [...steps.values()].sort((one, other) => (one.at < other.at ? -1 : 1))
}
