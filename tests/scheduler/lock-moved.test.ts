import { afterEach, describe, expect, test } from 'vitest'
import { pick, submitPick } from '../../domain/picks/pick.ts'
import { deactivatePlayer, player } from '../../domain/players/player.ts'
import { presentRound, round } from '../../domain/rounds/round.ts'
import { editRound } from '../../domain/rounds/round-editing.ts'
import { later } from '../../platform/time/clock.ts'
import { sendMails } from '../../scheduler/jobs/send-mails.ts'
import { type SettableClock, settableClock } from '../support/clock.ts'
import { aLeague, type Person } from '../support/league/a-league.ts'
import { seasonInLog } from '../support/league/commands.ts'
import { type SchedulerParts, schedulerParts } from '../support/scheduler-parts.ts'
import { reactToAll } from '../support/subscription.ts'

const START = '2027-01-10T12:00:00.000Z'
const [SEASON, ROUND, ANN] = [1, 1, 1]
/** Ann and Bob share an address, Dan has none. */
const PLAYERS: Person[] = [
  { name: 'Ann', email: 'family@example.com' },
  { name: 'Bob', email: 'family@example.com' },
  { name: 'Cleo', email: 'cleo@example.com' },
  { name: 'Dan', email: null },
]
const [MINUTE_MS, HOUR_MS] = [60_000, 3_600_000]
const JAN_20 = '2027-01-20T18:00:00.000Z'
const JAN_11 = '2027-01-11T18:00:00.000Z'

type Parts = SchedulerParts & { clock: SettableClock }

const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

/** Football is open, its links are mailed, and Ann has picked. */
async function openLeague(lockTime = JAN_20): Promise<Parts> {
  const clock = settableClock(START)
  const parts = { ...(await schedulerParts({ clock })), clock }
  cleanups.push(parts.close)
  await aLeague().withPlayers(PLAYERS).withSeason().withRound({ lockTime }).in(parts)
  const context = await parts.pickContext(ROUND, ANN)
  await parts.run(pick, [ROUND, ANN], (state, now) => submitPick(state, context, ['Reds'], now))
  await work(parts)
  return parts
}

async function work(parts: Parts) {
  await reactToAll(parts)
  await sendMails(parts)
}

async function waitAndWork(parts: Parts, ms: number) {
  parts.clock.advance(ms)
  await work(parts)
}

async function move(parts: Parts, to: { locksAt?: string; timeZone?: string }) {
  const inSeason = await seasonInLog(parts.store, SEASON)
  await parts.run(round, [ROUND], (state, now) =>
    editRound(state, inSeason, { ...presentRound(state), ...to }, { now, pickedTeams: [] }),
  )
}

async function moveAndReact(parts: Parts, locksAt: string) {
  await move(parts, { locksAt })
  await work(parts)
}

/** Of another lock time, by address. */
async function mails(parts: Parts, ...states: string[]) {
  const found = (await parts.outbox()).filter(({ template }) => template === 'lock-moved')
  return found
    .filter(({ state }) => states.length === 0 || states.includes(state))
    .sort((left, right) => left.recipient_address.localeCompare(right.recipient_address))
}

describe('when a lock is moved while picks are open', () => {
  test('each address hears of it ten minutes later: what it was, what it is, and whether a pick stands', async () => {
    const parts = await openLeague()
    await moveAndReact(parts, JAN_11)
    await waitAndWork(parts, 10 * MINUTE_MS - 1)
    expect(await mails(parts, 'kept')).toEqual([])
    await waitAndWork(parts, 1)
    const [cleo, family, ...others] = await mails(parts)
    expect(others).toEqual([])
    expect(cleo).toMatchObject({
      state: 'kept',
      subject: 'Football now locks Mon, Jan 11, 1:00 PM EST',
    })
    expect(cleo?.body_text).toContain(
      'It was: Wednesday, January 20, 2027 at 1:00 PM EST (UTC-5)\nIt is: Monday, January 11, 2027 at 1:00 PM EST (UTC-5)',
    )
    expect(cleo?.body_text).toContain('Your pick is missing.\n\nMake your pick for Football:\n')
    expect(family?.body_text).toMatch(
      /\* Ann\n\nYour pick stands\.\n\nSee Ann's pick for Football:\n\S+\n\n\* Bob\n\nYour pick is missing\.\n\nMake Bob's pick for Football:\n/,
    )
    const url = parts.links.urlFor({ seasonId: SEASON, roundId: ROUND, playerId: ANN })
    expect(family?.body_text).toContain(url)
  })

  test('three moves in ten minutes are one mail, which tells the last one', async () => {
    const parts = await openLeague()
    for (const locksAt of ['2027-01-12T18:00:00.000Z', '2027-01-30T18:00:00.000Z', JAN_11]) {
      await moveAndReact(parts, locksAt)
      await waitAndWork(parts, 3 * MINUTE_MS)
    }
    expect(await mails(parts, 'kept')).toEqual([])
    await waitAndWork(parts, MINUTE_MS)
    const [cleo, ...others] = await mails(parts)
    expect(others).toHaveLength(1)
    expect(cleo?.body_text).toContain('It was: Wednesday, January 20')
    expect(cleo?.body_text).toContain('It is: Monday, January 11')
    await waitAndWork(parts, HOUR_MS)
    expect(await mails(parts)).toHaveLength(2)
  })

  test('three moves that nobody looked at meanwhile are one mail as well', async () => {
    const parts = await openLeague()
    for (const locksAt of ['2027-01-12T18:00:00.000Z', '2027-01-30T18:00:00.000Z', JAN_11]) {
      await move(parts, { locksAt })
      parts.clock.advance(MINUTE_MS)
    }
    await waitAndWork(parts, HOUR_MS)
    const [cleo, ...others] = await mails(parts, 'kept')
    expect(others).toHaveLength(1)
    expect(cleo?.body_text).toContain('It was: Wednesday, January 20')
    expect(cleo?.body_text).toContain('It is: Monday, January 11')
  })

  test('moved back meanwhile, nobody hears of it', async () => {
    const parts = await openLeague()
    await moveAndReact(parts, JAN_11)
    await waitAndWork(parts, 9 * MINUTE_MS)
    await moveAndReact(parts, JAN_20)
    await waitAndWork(parts, 10 * MINUTE_MS)
    const told = await mails(parts)
    expect(told.map(({ state, reply }) => [state, reply])).toEqual([
      ['skipped', 'Not sent: the lock time is what it was'],
      ['skipped', 'Not sent: the lock time is what it was'],
    ])
  })

  test('a later move is another mail, and says what the first one said', async () => {
    const parts = await openLeague()
    await moveAndReact(parts, JAN_11)
    await waitAndWork(parts, 10 * MINUTE_MS)
    await moveAndReact(parts, '2027-01-13T18:00:00.000Z')
    await waitAndWork(parts, 10 * MINUTE_MS)
    const ofCleo = (await mails(parts, 'kept')).filter(({ recipient_name }) => recipient_name === 'Cleo')
    expect(ofCleo).toHaveLength(2)
    const second = ofCleo.find(({ subject }) => subject.includes('Jan 13'))
    expect(second?.subject).toBe('Football now locks Wed, Jan 13, 1:00 PM EST')
    expect(second?.body_text).toContain('It was: Monday, January 11')
  })

  test('less than five minutes are not worth a mail, unless they add up', async () => {
    const parts = await openLeague()
    await moveAndReact(parts, later(JAN_20, -4 * MINUTE_MS))
    await waitAndWork(parts, 10 * MINUTE_MS)
    expect((await mails(parts)).map(({ reply }) => reply)).toEqual([
      'Not sent: the lock time has moved by less than five minutes',
      'Not sent: the lock time has moved by less than five minutes',
    ])
    await moveAndReact(parts, later(JAN_20, -8 * MINUTE_MS))
    await waitAndWork(parts, 10 * MINUTE_MS)
    const [cleo] = await mails(parts, 'kept')
    expect(cleo?.body_text).toContain('It was: Wednesday, January 20, 2027 at 1:00 PM EST')
    expect(cleo?.body_text).toContain('It is: Wednesday, January 20, 2027 at 12:52 PM EST')
  })

  test('nobody waits when one of the two times is less than thirty minutes away', async () => {
    const parts = await openLeague(later(START, HOUR_MS))
    await moveAndReact(parts, later(START, 29 * MINUTE_MS))
    expect(await mails(parts, 'kept')).toHaveLength(2)
    await moveAndReact(parts, later(START, 5 * HOUR_MS))
    expect(await mails(parts, 'kept')).toHaveLength(4)
    await moveAndReact(parts, later(START, 6 * HOUR_MS))
    expect(await mails(parts, 'queued')).toHaveLength(2)
  })

  test('nor does what is held already', async () => {
    const parts = await openLeague(later(START, HOUR_MS))
    await moveAndReact(parts, later(START, 2 * HOUR_MS))
    expect(await mails(parts, 'kept')).toEqual([])
    await waitAndWork(parts, MINUTE_MS)
    await moveAndReact(parts, later(START, 20 * MINUTE_MS))
    const [cleo, ...others] = await mails(parts, 'kept')
    expect(others).toHaveLength(1)
    expect(cleo?.body_text).toContain('It was: Sunday, January 10, 2027 at 8:00 AM EST')
    expect(cleo?.body_text).toContain('It is: Sunday, January 10, 2027 at 7:20 AM EST')
  })

  test('players who are not active hear nothing, nor does anybody of another zone or of a lock that has come', async () => {
    const parts = await openLeague()
    await move(parts, { timeZone: 'Europe/Berlin' })
    await parts.run(player, [3], deactivatePlayer)
    await moveAndReact(parts, later(START, 2 * HOUR_MS))
    parts.clock.advance(3 * HOUR_MS)
    await work(parts)
    expect((await mails(parts)).map(({ recipient_name, state }) => [recipient_name, state])).toEqual([
      ['Cleo', 'skipped'],
      ['Ann and Bob', 'skipped'],
    ])
  })
})

test('a lock that was moved while the sport was a draft is not told, however late anybody looks', async () => {
  const clock = settableClock(START)
  const parts = { ...(await schedulerParts({ clock })), clock }
  cleanups.push(parts.close)
  await aLeague().withPlayers(PLAYERS).withSeason().withRound({ lockTime: JAN_20 }).withDraft().in(parts)
  const inSeason = await seasonInLog(parts.store, SEASON)
  await parts.run(round, [2], (state, now) =>
    editRound(state, inSeason, { ...presentRound(state), locksAt: JAN_11 }, { now, pickedTeams: [] }),
  )
  await waitAndWork(parts, HOUR_MS)
  expect(await mails(parts)).toEqual([])
})
