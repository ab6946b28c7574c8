import ICAL from 'ical.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { calendarOf } from '../../api/presenters/calendar.ts'
import type { PresentRound } from '../../domain/rounds/round.ts'
import { done } from '../support/http.ts'
import { aLeague } from '../support/league/a-league.ts'
import type { RunningLeague } from '../support/league/running.ts'

const HOSTILE = [
  'Cup\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nUID:evil',
  'a,b;c\\d:e "f" \\n',
  '🏆👩‍👩‍👧 Pokal „Größe“ \u202eevil',
]

type Lock = { uid: string; sequence: number; start: string; end: string; summary: string; status: string }

/** What another library makes of the feed. */
function parsed(text: string): { name: string; locks: Lock[] } {
  const calendar = new ICAL.Component(ICAL.parse(text))
  const locks = calendar.getAllSubcomponents('vevent').map((component) => {
    const { uid, sequence, summary, startDate, endDate } = new ICAL.Event(component)
    expect(startDate.zone.tzid).toBe('UTC')
    return {
      ...{ uid, sequence, summary },
      start: startDate.toJSDate().toISOString(),
      end: endDate.toJSDate().toISOString(),
      status: `${component.getFirstPropertyValue('status')}`,
    }
  })
  // To the parser the name is of no known type, and so stays as it was written.
  const name = `${calendar.getFirstPropertyValue('x-wr-calname')}`.replace(/\\([,;\\])/g, '$1')
  return { name, locks }
}

let league: RunningLeague
beforeAll(async () => {
  league = await aLeague()
    .withPlayers('Ann')
    .withSeason({ name: HOSTILE[0] ?? '' })
    .withRound({ sportName: 'NFL', lockTime: '2027-08-01T19:00', timezone: 'Europe/London' })
    .withDraft({ sportName: 'Hidden' })
    .start()
})
afterAll(() => league?.close())

const path = () => `/public/seasons/${league.seasonId}/calendar.ics`
const feed = async () => parsed((await league.visitor.get(path())).text)
const round = (index: number) => `/admin/rounds/${league.roundIds[index]}`
const move = (lockTime: string) => done(league.admin.put(round(0), { lockTime, reason: 'The final moved' }))

describe('the calendar of a season', () => {
  test('has the quarter of an hour up to each lock, in UTC, and no drafts', async () => {
    const { headers, text } = await league.visitor.get(path())
    expect(headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true)
    expect(text).not.toContain('Hidden')
    const { name, locks } = parsed(text)
    expect(name).toBe('Cup END:VEVENT BEGIN:VEVENT UID:evil')
    expect(locks).toEqual([
      {
        uid: expect.stringMatching(/^[0-9a-f-]{36}$/),
        ...{ sequence: 0, summary: 'NFL: picks lock', status: 'CONFIRMED' },
        ...{ start: '2027-08-01T17:45:00.000Z', end: '2027-08-01T18:00:00.000Z' },
      },
    ])
  })

  test('is 304 for whoever has it, until something in it changes', async () => {
    const etag = (await league.visitor.get(path())).headers.get('etag') ?? ''
    const again = () => league.visitor.get(path(), { 'if-none-match': etag })
    expect((await again()).status).toBe(304)
    expect((await again()).status).toBe(304)
    await move('2027-08-01T20:00')
    expect((await again()).status).toBe(200)
  })

  test('counts the moves of a lock under one id, also of a move that was taken back, and of none but moves', async () => {
    const [before] = (await feed()).locks
    await move('2027-08-02T20:00')
    await move('2027-08-01T20:00')
    await done(
      league.admin.put(round(0), {
        sportName: 'NFL Final',
        timezone: 'Europe/Paris',
        lockTime: '2027-08-01T21:00',
      }),
    )
    const [after] = (await feed()).locks
    expect(after).toEqual({
      ...before,
      sequence: (before?.sequence ?? 0) + 2,
      summary: 'NFL Final: picks lock',
    })
    await done(league.admin.post(`${round(0)}/lock`, { reason: 'It has begun' }))
    const [locked] = (await feed()).locks
    expect(locked).toMatchObject({ uid: before?.uid, sequence: (before?.sequence ?? 0) + 3 })
  })

  test('has a sport from its activation on, whose moves before that do not count', async () => {
    await done(league.admin.put(round(1), { lockTime: '2027-09-01T20:00' }))
    await done(league.admin.post(`${round(1)}/activate`))
    expect((await feed()).locks.at(-1)).toMatchObject({ summary: 'Hidden: picks lock', sequence: 0 })
  })

  test('keeps a cancelled sport, as cancelled, and takes it back with the next number', async () => {
    await done(league.admin.post(`${round(1)}/cancel`, { reason: 'Storm' }))
    expect((await feed()).locks.at(-1)).toMatchObject({ status: 'CANCELLED', sequence: 1 })
    await done(league.admin.post(`${round(1)}/reinstate`))
    expect((await feed()).locks.at(-1)).toMatchObject({ status: 'CONFIRMED', sequence: 2 })
  })

  test('loses what is deleted, and is gone with its season', async () => {
    await done(league.admin.post(`${round(1)}/soft-delete`))
    expect((await feed()).locks).toHaveLength(1)
    await done(league.admin.post(`/admin/seasons/${league.seasonId}/soft-delete`))
    expect(await league.visitor.get(path())).toMatchObject({ status: 404 })
  })
})

describe('names of every kind', () => {
  const base = {
    ...{ roundId: 7, status: 'active', timeZone: 'Europe/London', cancelled: null },
    locksAt: '2027-08-01T18:00:00.000Z',
    ...{ calendarUid: 'one', calendarSequence: 2, updatedAt: '2027-01-10T12:00:00.000Z' },
  }
  const calendar = (name: string, extra: object = {}) =>
    calendarOf('https://picks.example.com', { seasonId: 1, name }, [
      { ...base, ...extra, sportName: name } as unknown as PresentRound,
    ])

  test.each([...HOSTILE, 'ü🏈'.repeat(100), '\u0007bell\u0085', 'x'.repeat(200)])('%j', (name) => {
    const text = calendar(name)
    const { name: ofSeason, locks } = parsed(text)
    const shown = name
      .replace(/\p{Cc}+/gu, ' ')
      .replace(/[\u202a-\u202e]/g, '')
      .replace(/ +/g, ' ')
      .trim()
    expect(ofSeason).toBe(shown)
    expect(locks).toMatchObject([{ uid: 'one', summary: `${shown}: picks lock` }])
    const lines = text.split('\r\n')
    expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75)
    expect(text.replaceAll('\r\n', '')).not.toMatch(/\p{Cc}/u)
  })

  test('a season without open sports is a calendar with a component, as RFC 5545 wants it', () => {
    const empty = new ICAL.Component(
      ICAL.parse(calendarOf('https://picks.example.com', { seasonId: 1, name: 'Cup' }, [])),
    )
    expect(empty.getAllSubcomponents().map(({ name }) => name)).toEqual(['vtimezone'])
    expect(empty.getFirstPropertyValue('method')).toBe('PUBLISH')
  })

  test('the time of the lock is told in the zone of the sport', () => {
    const [event] = new ICAL.Component(ICAL.parse(calendar('NFL'))).getAllSubcomponents('vevent')
    expect(event?.getFirstPropertyValue('description')).toBe(
      'Picks lock on Sunday, August 1, 2027 at 7:00 PM UTC+1.',
    )
  })
})
