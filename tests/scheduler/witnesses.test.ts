import { afterEach, describe, expect, test } from 'vitest'
import { round } from '../../domain/rounds/round.ts'
import { sealLog } from '../../platform/integrity/hash-chain.ts'
import { later } from '../../platform/time/clock.ts'
import { sendMails } from '../../scheduler/jobs/send-mails.ts'
import { longTest } from '../deep/depth.ts'
import { applicationForTest } from '../support/application.ts'
import { type SettableClock, settableClock } from '../support/clock.ts'
import { eventually } from '../support/eventually.ts'
import { temporaryFolder } from '../support/folder.ts'
import { done, http } from '../support/http.ts'
import { aLeague } from '../support/league/a-league.ts'
import { lockedNow } from '../support/league/commands.ts'
import type { RunningLeague } from '../support/league/running.ts'
import { withFolder } from '../support/log.ts'
import { type SchedulerParts, schedulerParts } from '../support/scheduler-parts.ts'
import { reactToAll } from '../support/subscription.ts'

const START = '2027-01-10T12:00:00.000Z'
const LATER = '2027-02-10T12:00:00.000Z'
const TEAMS = ['Reds', 'Blues', 'Greens']
const WITNESSES = ['picks-locked', 'results', 'season-ended']
const KEEP = 'Keep this mail: with it anyone can check that nothing up to then was changed afterwards.'

type Kept = { template: string; text: string; state: string; to: string; subject: string }

const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

describe('the head in the mails of a season', () => {
  longTest('verifies in every one, until something before it is changed', async () => {
    const folder = await temporaryFolder()
    cleanups.push(folder.remove)
    const league = await aLeague()
      .withPlayers('Ann', 'Bob', 'Cleo')
      .withSeason()
      .start({ dataDir: folder.path })
    for (const sport of ['Football', 'Rugby', 'Darts']) await playSport(league, sport)
    await done(league.admin.post(`/admin/seasons/${league.seasonId}/end`))

    const mails = await eventually('every mail', async () => {
      const all: Kept[] = (await league.admin.get('/admin/outbox')).body.mails
      return all.some(({ template }) => template === 'season-ended') &&
        all.every(({ state }) => state !== 'queued')
        ? all
        : null
    })
    const counts = WITNESSES.map((name) => mails.filter(({ template }) => template === name).length)
    // Locked and scored three times, and one result corrected.
    expect(counts).toEqual([9, 12, 3])
    const seals = new Map<string, { head: string; covers: { events: number } }>()
    for (const { template, text, subject } of mails) {
      const [, digits = ''] = /^Seal ([0-9a-f]{16}), /m.exec(text) ?? []
      expect(digits !== '', `${template}: ${text}`).toBe(WITNESSES.includes(template))
      if (digits === '') continue
      expect(text).toContain(`${KEEP}\n\nCheck this seal:\nhttps://picks.test/proof?of=${digits}`)
      const seal = await done(league.visitor.get(`/public/seals/${digits}`))
      expect(seal).toMatchObject({ head: expect.stringMatching(`^${digits}`), stillVerifies: true })
      const [sport = ''] = subject.split(':')
      if (template === 'picks-locked')
        expect(seal.locks.map(({ sportName }: { sportName: string }) => sportName)).toContain(sport)
      expect(await done(league.visitor.get(`/public/seals/${seal.head.toUpperCase()}`))).toEqual(seal)
      seals.set(digits, seal)
    }
    expect(seals.size).toBeGreaterThan(5)
    expect((await league.visitor.get(`/public/seals/${'0123456789abcdef'}`)).status).toBe(404)
    expect((await league.visitor.get('/public/seals/0123')).status).toBe(404)
    expect((await league.visitor.get('/public/seals/not-a-head-at-all')).status).toBe(404)

    // One byte of one pick of the second sport, by whoever has the database.
    await league.close()
    const changedAt = await withFolder(folder.path, async ({ database: { pool } }) => {
      await pool.query('alter table log.events disable trigger all')
      const { rows } = await pool.query(`
        update log.events set data = replace(data::text, 'Reds', 'Rods')::json
        where position = (select position from log.events where type = 'PickSubmitted' order by position offset 3 limit 1)
        returning position, (select count(*) from log.events before where before.position < events.position) as before`)
      await pool.query('alter table log.events enable trigger all')
      return Number(rows[0].before)
    })
    const application = await applicationForTest({ dataDir: folder.path, clock: settableClock(LATER) })
    cleanups.push(application.close)
    for (const [digits, { covers }] of seals) {
      const { stillVerifies } = await done(http(application.url).get(`/public/seals/${digits}`))
      expect(stillVerifies, `${covers.events} events`).toBe(covers.events <= changedAt)
    }
  })
})

describe('a mail about a lock', () => {
  test('waits while the log cannot be sealed, and goes with the seal once it can', async () => {
    const parts = await lockedRound()
    await sendMails({ ...parts, rawEventStore: unreadable(parts) })
    expect(await mailed(parts)).toMatchObject([
      { state: 'queued', reply: 'Waits for the log to be sealed', sent_at: null },
    ])
    parts.clock.advance(9_999)
    await sendMails(parts)
    expect(await mailed(parts)).toMatchObject([{ state: 'queued' }])
    parts.clock.advance(1)
    await sealLog({ ...parts, store: parts.rawEventStore })
    await sendMails(parts)
    const [mail] = await mailed(parts)
    expect(mail).toMatchObject({ state: 'kept' })
    expect(mail?.body_text).toContain(KEEP)
  })

  test('goes without it after a minute', async () => {
    const parts = await lockedRound()
    const broken = { ...parts, rawEventStore: unreadable(parts) }
    for (let seconds = 0; seconds < 60; seconds += 1) {
      await sendMails(broken)
      expect(await mailed(parts), `after ${seconds} s`).toMatchObject([{ state: 'queued' }])
      parts.clock.advance(1_000)
    }
    await sendMails(broken)
    const [mail] = await mailed(parts)
    expect(mail).toMatchObject({ state: 'kept', sent_at: '2027-01-10T12:01:00.000Z' })
    expect(mail?.body_text).not.toMatch(/Seal|Keep this mail/)
  })
})

/** A mail about the lock is in the outbox, and nothing is sealed. */
async function lockedRound(): Promise<SchedulerParts & { clock: SettableClock }> {
  const clock = settableClock(START)
  const parts = { ...(await schedulerParts({ clock })), clock }
  cleanups.push(parts.close)
  await aLeague().withPlayers('Ann').withSeason().withRound().in(parts)
  await reactToAll(parts)
  await sendMails(parts)
  await parts.run(round, [1], lockedNow)
  await reactToAll(parts)
  return parts
}

const mailed = async (parts: SchedulerParts) =>
  (await parts.outbox()).filter(({ template }) => template === 'picks-locked')

const unreadable = ({ rawEventStore }: SchedulerParts) => ({
  ...rawEventStore,
  head: () => Promise.reject(new Error('The log cannot be read')),
})

/** Everybody picks, the sport locks by the clock, and is scored. The first one is corrected. */
async function playSport(league: RunningLeague, sportName: string) {
  const { admin, visitor, clock, playerIds } = league
  const lockTime = later(clock.now(), 3_600_000)
  const id = await league.openRound({ sportName, teams: TEAMS, lockTime })
  for (const player of playerIds)
    await done(visitor.post(`/picks/${league.tokenFor(id, player)}`, { picks: ['Reds'] }))
  clock.set(lockTime)
  await mailsOf(league, 'picks-locked', `${sportName}: picks are locked`)
  const result = { firstPlaceTeam: 'Reds', secondPlaceTeam: 'Blues' }
  await done(admin.post(`/admin/rounds/${id}/complete`, result))
  await mailsOf(league, 'results', `${sportName}: Reds won`)
  if (sportName !== 'Football') return
  const other = { firstPlaceTeam: 'Blues', secondPlaceTeam: 'Reds', reason: 'The photo finish' }
  await done(admin.post(`/admin/rounds/${id}/correct`, other))
  await mailsOf(league, 'results', `${sportName}: corrected results`)
}

/** What comes next would make one pointless that waits. */
const mailsOf = ({ admin, playerIds }: RunningLeague, template: string, about: string) =>
  eventually(about, async () => {
    const { mails } = (await admin.get('/admin/outbox')).body
    const sent = mails.filter(
      (mail: Kept) => mail.template === template && mail.subject === about && mail.state === 'kept',
    )
    return sent.length === playerIds.length
  })
