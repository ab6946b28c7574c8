import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { formatTime } from '../../platform/time/time-zone.ts'
import { timeZoneRegions } from '../../web/admin/sports/edit/time-zones.ts'
import { longTest } from '../deep/depth.ts'
import { settableClock } from '../support/clock.ts'
import { copyTemplate } from '../support/embedded.ts'
import { temporaryFolder } from '../support/folder.ts'
import { done } from '../support/http.ts'
import { aLeague } from '../support/league/a-league.ts'
import { OSCARS } from '../support/league/examples.ts'
import type { RunningLeague } from '../support/league/running.ts'
import { wholeLog, withFolder } from '../support/log.ts'

const NOW = '2027-01-10T12:00:00.000Z'
const NAMES = ['Ann', 'Bob', 'Cleo', 'Dan'] as const
const clock = settableClock(NOW)

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let league: RunningLeague

beforeAll(async () => {
  folder = await temporaryFolder()
  await copyTemplate(folder.path)
  const plan = aLeague().withPlayers(NAMES).withSeason()
  league = await plan.start({ clock, dataDir: folder.path, config: { role: 'api' } })
})
afterAll(async () => {
  await league?.close()
  await folder?.remove()
})

const toggle = (seasonId: number) => done(league.admin.put(`/admin/seasons/${seasonId}/toggle-active`))
const settings = (values: object) => done(league.admin.put('/admin/settings', values))

async function cup(name = 'Cup'): Promise<number> {
  const values = { name, yearStart: 2027, yearEnd: 2027, participantIds: league.playerIds }
  return (await done(league.admin.post('/admin/seasons', values))).id
}

describe('a link that was valid', () => {
  test('is not used up by a hundred looks of a mail scanner', async () => {
    const roundId = await league.openRound(OSCARS)
    const token = league.tokenFor(roundId, league.idOf('Bob'))
    const before = await league.visitor.get(`/picks/validate/${token}`)
    for (let look = 0; look < 100; look += 1) {
      const path = look % 2 === 0 ? `/pick/${token}` : `/api/picks/validate/${token}`
      const { status } = await fetch(`${league.application.url}${path}`, {
        method: look % 4 < 2 ? 'GET' : 'HEAD',
      })
      expect(status).toBe(200)
    }
    expect((await league.visitor.get(`/picks/validate/${token}`)).text).toBe(before.text)
    expect((await league.visitor.post(`/picks/${token}`, { picks: ['Dune'] })).status).toBe(200)
    looked.push(`pick-${roundId}-${league.idOf('Bob')}`)
  })
})

/** Streams that the looks of scanners must have left alone. */
const looked: string[] = []

test('a season that is not active cannot become the default, and nothing else of it is saved', async () => {
  const seasonId = await cup('Old Cup')
  const change = { name: 'New Cup', yearStart: 2027, yearEnd: 2027 }
  const row = async () => {
    const { body } = await league.admin.get('/admin/seasons')
    return body.find(({ id }: { id: number }) => id === seasonId)
  }
  await toggle(seasonId)
  expect(await league.admin.put(`/admin/seasons/${seasonId}`, { ...change, isDefault: true })).toMatchObject({
    status: 409,
    body: { error: 'A season that is not active cannot be the default. Activate it first' },
  })
  expect(await row()).toMatchObject({ name: 'Old Cup', is_active: 0, is_default: 0 })
  await done(league.admin.put(`/admin/seasons/${seasonId}`, { ...change, isDefault: false }))
  await toggle(seasonId)
  await done(league.admin.put(`/admin/seasons/${seasonId}`, { ...change, isDefault: true }))
  expect(await row()).toMatchObject({ name: 'New Cup', is_active: 1, is_default: 1 })
})

describe('a lock time', () => {
  const lockTimeOf = async (roundId: number) =>
    (await done(league.admin.get(`/admin/rounds/${roundId}`))).lock_time

  test.each([
    ['America/New_York', '2027-07-20T19:00', '2027-07-20T23:00:00.000Z'],
    ['America/New_York', '2027-12-20T19:00', '2027-12-21T00:00:00.000Z'],
    ['Europe/Berlin', '2027-12-20T19:00', '2027-12-20T18:00:00.000Z'],
    ['Australia/Lord_Howe', '2027-07-20T19:00', '2027-07-20T08:30:00.000Z'],
    ['Australia/Lord_Howe', '2027-12-20T19:00', '2027-12-20T08:00:00.000Z'],
    ['Asia/Kathmandu', '2027-12-20T19:00', '2027-12-20T13:15:00.000Z'],
  ])('in %s, %s on the wall, falls at %s, whenever it was set', async (timezone, lockTime, instant) => {
    for (const setAt of ['2027-01-10T12:00:00.000Z', '2027-07-01T12:00:00.000Z']) {
      clock.set(setAt)
      const roundId = await league.draftRound({ ...OSCARS, timezone, lockTime })
      expect(await lockTimeOf(roundId)).toBe(instant)
    }
    clock.set(NOW)
  })

  test.each([
    ['of a summer', 'America/New_York', '2027-08-01T14:00', '2027-08-01T18:00:00.000Z'],
    ['that comes twice, the first', 'America/New_York', '2027-11-07T01:30', '2027-11-07T05:30:00.000Z'],
    ['that comes twice, the second', 'America/New_York', '2027-11-07T01:30', '2027-11-07T06:30:00.000Z'],
    ['in a change of half an hour', 'Australia/Lord_Howe', '2027-04-04T01:45', '2027-04-03T15:15:00.000Z'],
  ])('%s stays where it is when the round is saved ten times', async (_, timezone, lockTime, instant) => {
    const roundId = await league.openRound({ ...OSCARS, timezone, lockTime: instant })
    for (let save = 0; save < 10; save += 1) {
      const sent = [{ lockTime, timezone }, { lockTime: instant, timezone }, { lockTime }][save % 3]
      const values = { sportName: `Oscars ${save}`, ...sent }
      await done(league.admin.put(`/admin/rounds/${roundId}`, values))
      expect(await lockTimeOf(roundId)).toBe(instant)
    }
    untouched.push(roundId)
  })
})

longTest('every time zone that the screens offer is one that the server takes and reckons with', async () => {
  const offered = timeZoneRegions().flatMap(({ items }) => items.map(({ value }) => value))
  expect(offered.length).toBeGreaterThan(140)
  for (const defaultTimezone of offered) {
    const body = await settings({ defaultTimezone })
    expect(body.settings.default_timezone).toBe(defaultTimezone)
    expect(formatTime(NOW, defaultTimezone)).toMatch(/2027 at \d/)
  }
  const unique = new Set(offered)
  expect(unique.size).toBe(offered.length)
})

/** Streams of rounds whose lock time was never touched. */
const untouched: number[] = []

test('the log has no event for what changed nothing', async () => {
  await league.close()
  await withFolder(folder.path, async ({ store }) => {
    const events = await wholeLog(store)
    const typesIn = (stream: string) => events.filter((one) => one.stream === stream).map(({ type }) => type)
    expect([looked.length, untouched.length]).toEqual([1, 4])
    for (const stream of looked) expect(typesIn(stream)).toEqual(['PickSubmitted'])
    const moved = events.flatMap(({ type, data }) =>
      type === 'RoundRescheduled' ? (data as { roundId: number }).roundId : [],
    )
    expect(untouched.filter((roundId) => moved.includes(roundId))).toEqual([])
  })
})
