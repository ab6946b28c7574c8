import { afterEach, describe, expect, test } from 'vitest'
import { deactivatePlayer, player, reactivatePlayer, removePlayer } from '../../domain/players/player.ts'
import { round } from '../../domain/rounds/round.ts'
import { activateRound, deleteRound, purgeRound, restoreRound } from '../../domain/rounds/round-decisions.ts'
import {
  activateSeason,
  addParticipants,
  deactivateSeason,
  deleteSeason,
  purgeSeason,
  removeParticipant,
  restoreSeason,
  season,
} from '../../domain/seasons/season.ts'
import { later } from '../../platform/time/clock.ts'
import { lockRounds } from '../../scheduler/jobs/lock-rounds.ts'
import { sendMails } from '../../scheduler/jobs/send-mails.ts'
import { type SettableClock, settableClock } from '../support/clock.ts'
import { aLeague } from '../support/league/a-league.ts'
import { lockedNow, seasonInLog } from '../support/league/commands.ts'
import { type SchedulerParts, schedulerParts } from '../support/scheduler-parts.ts'
import { reactToAll } from '../support/subscription.ts'

const START = '2027-01-10T12:00:00.000Z'
const FIRST_LOCK = '2027-01-20T18:00:00.000Z'
const LATER_LOCK = '2027-02-20T18:00:00.000Z'
const [SEASON, FOOTBALL, TENNIS] = [1, 1, 2]
const ANN = 1
const DAY_MS = 24 * 3_600_000
const BOTH = [1, 2].map((playerId) => ({ playerId, email: `${playerId}@example.com` }))

type Parts = SchedulerParts & { clock: SettableClock }
type Plan = ReturnType<typeof aLeague>
type Deed = (parts: Parts) => Promise<unknown>

const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

/** Football is open, its links are mailed, and tennis is a draft. */
const openLeague = () =>
  leagueOf((plan) =>
    plan.withRound({ lockTime: FIRST_LOCK }).withDraft({ sportName: 'Tennis', lockTime: LATER_LOCK }),
  )

async function leagueOf(withRounds: (plan: Plan) => Plan): Promise<Parts> {
  const clock = settableClock(START)
  const parts = { ...(await schedulerParts({ clock })), clock }
  cleanups.push(parts.close)
  await withRounds(aLeague().withPlayers('Ann', 'Bob').withSeason()).in(parts)
  await work(parts)
  return parts
}

async function work(parts: Parts) {
  await lockRounds(parts)
  await reactToAll(parts)
  await sendMails(parts)
}

async function waitAndWork(parts: Parts, ms: number) {
  parts.clock.advance(ms)
  await work(parts)
}

const openTennis: Deed = async (parts) => {
  const inSeason = await seasonInLog(parts.store, SEASON)
  await parts.run(round, [TENNIS], (state, now) => activateRound(state, inSeason, BOTH, now))
  await work(parts)
}
const closeSeason: Deed = (parts) => parts.run(season, [SEASON], deactivateSeason)
const openSeason: Deed = (parts) => parts.run(season, [SEASON], activateSeason)

/** Whom mails of this template have reached, or would have, with what became of them. */
const told = async (parts: Parts, template: 'picks-paused' | 'picks-resumed' | 'player-deleted') =>
  (await parts.outbox())
    .filter((mail) => mail.template === template)
    .sort((left, right) => left.recipient_address.localeCompare(right.recipient_address))

describe('when picks were not possible across a lock', () => {
  const DEEDS: Record<string, { by: Deed; back: Deed; readers: number; says: string }> = {
    'a deactivated season': {
      ...{ by: closeSeason, back: openSeason },
      ...{ readers: 2, says: 'deactivated Family Cup while picks were open.' },
    },
    'a deleted season': {
      by: (parts) => parts.run(season, [SEASON], deleteSeason),
      back: async (parts) => {
        await parts.run(season, [SEASON], restoreSeason)
        await openSeason(parts)
      },
      ...{ readers: 2, says: 'deleted Family Cup while picks were open.' },
    },
    'a deleted sport': {
      by: async (parts) => {
        const inSeason = await seasonInLog(parts.store, SEASON)
        await parts.run(round, [FOOTBALL], (state, now) => deleteRound(state, inSeason, now))
      },
      back: async (parts) => {
        const inSeason = await seasonInLog(parts.store, SEASON)
        await parts.run(round, [FOOTBALL], (state, now) => restoreRound(state, inSeason, now))
      },
      ...{ readers: 2, says: 'deleted Football in Family Cup while picks were open.' },
    },
    'a participant who was taken out': {
      by: (parts) => parts.run(season, [SEASON], (state) => removeParticipant(state, ANN)),
      back: (parts) => parts.run(season, [SEASON], (state) => addParticipants(state, [ANN])),
      ...{ readers: 1, says: 'took you out of Family Cup while picks were open.' },
    },
    'a player who was deactivated': {
      by: (parts) => parts.run(player, [ANN], deactivatePlayer),
      back: (parts) => parts.run(player, [ANN], reactivatePlayer),
      ...{ readers: 1, says: 'took you out of Family Cup while picks were open.' },
    },
  }

  test.each(Object.entries(DEEDS))(
    'those concerned by %s hear it, although it was taken back',
    async (_, deed) => {
      const parts = await openLeague()
      parts.clock.set(later(FIRST_LOCK, -40_000))
      await deed.by(parts)
      await work(parts)
      parts.clock.set(later(FIRST_LOCK, 5_000))
      await deed.back(parts)
      await work(parts)
      await waitAndWork(parts, 60_000)
      const mails = await told(parts, 'picks-paused')
      expect(mails.map(({ state, reply }) => [state, reply])).toEqual(
        Array.from({ length: deed.readers }, () => ['kept', expect.anything()]),
      )
      expect(mails[0]?.subject).toContain('you could not pick')
      expect(mails[0]?.body_text).toContain(deed.says)
      expect(mails[0]?.body_text).toContain('undone after picks had locked')
      expect(await told(parts, 'picks-resumed')).toEqual([])
    },
  )

  test('and of the next time, while another sport is open, they hear as well', async () => {
    const parts = await openLeague()
    parts.clock.set(later(FIRST_LOCK, -40_000))
    await closeSeason(parts)
    await work(parts)
    parts.clock.set(later(FIRST_LOCK, 5_000))
    await openSeason(parts)
    await waitAndWork(parts, 60_000)
    await openTennis(parts)
    await closeSeason(parts)
    await work(parts)
    await waitAndWork(parts, 60_000)
    const subjects = (await told(parts, 'picks-paused')).map(({ subject }) => subject)
    expect(subjects.toSorted()).toEqual([
      'Family Cup: you cannot pick at the moment',
      'Family Cup: you cannot pick at the moment',
      'Family Cup: you could not pick',
      'Family Cup: you could not pick',
    ])
  })

  test('they hear it where the mails are late, too', async () => {
    const parts = await openLeague()
    parts.clock.set(later(FIRST_LOCK, -1_000))
    await closeSeason(parts)
    parts.clock.set(later(FIRST_LOCK, 5_000))
    await lockRounds(parts)
    await work(parts)
    await waitAndWork(parts, 60_000)
    expect((await told(parts, 'picks-paused')).map(({ state }) => state)).toEqual(['kept', 'kept'])
  })
})

describe('that players can pick again', () => {
  /** Football locks in a week; everybody heard that they cannot pick, and it was just taken back. */
  async function resumedLeague(): Promise<Parts> {
    const parts = await openLeague()
    parts.clock.set(later(FIRST_LOCK, -7 * DAY_MS))
    await closeSeason(parts)
    await work(parts)
    await waitAndWork(parts, 60_000)
    await openSeason(parts)
    await reactToAll(parts)
    return parts
  }
  const resumed = async (parts: Parts) =>
    (await told(parts, 'picks-resumed')).map(({ state, reply }) => ({ state, reply }))

  test('is told those who heard that they cannot, and no link of before is promised', async () => {
    const parts = await resumedLeague()
    await sendMails(parts)
    const mails = await told(parts, 'picks-resumed')
    expect(mails.map(({ state }) => state)).toEqual(['kept', 'kept'])
    expect(mails[0]?.body_text).toContain(
      'reopened picks in Family Cup. Use the newest link that you have for each sport.',
    )
  })

  test('is told within three days or not at all', async () => {
    const parts = await resumedLeague()
    await waitAndWork(parts, 3 * DAY_MS)
    expect(await resumed(parts)).toEqual([
      { state: 'skipped', reply: 'Not sent: its time had passed' },
      { state: 'skipped', reply: 'Not sent: its time had passed' },
    ])
  })

  test('is told nobody once no sport is open', async () => {
    const parts = await resumedLeague()
    await parts.run(round, [FOOTBALL], lockedNow)
    await waitAndWork(parts, 1_000)
    expect(await resumed(parts)).toEqual([
      { state: 'skipped', reply: 'Not sent: no sport is open for picks' },
      { state: 'skipped', reply: 'Not sent: no sport is open for picks' },
    ])
  })
})

describe('a player who can pick nowhere any more', () => {
  const twoSeasons = () =>
    leagueOf((plan) =>
      plan
        .withRound({ lockTime: FIRST_LOCK })
        .withSeason({ name: 'Office Cup' })
        .withRound({ lockTime: LATER_LOCK }),
    )
  const deactivate: Deed = (parts) => parts.run(player, [ANN], deactivatePlayer)
  const remove: Deed = (parts) => parts.run(player, [ANN], (state) => removePlayer(state, false))
  const subjects = async (parts: Parts, template: Parameters<typeof told>[1]) =>
    (await told(parts, template)).map(({ state, subject }) => `${state} ${subject}`).toSorted()

  test('hears of each season in which a sport is open', async () => {
    const parts = await twoSeasons()
    await deactivate(parts)
    await work(parts)
    await waitAndWork(parts, 60_000)
    expect(await subjects(parts, 'picks-paused')).toEqual([
      'kept Family Cup: you cannot pick at the moment',
      'kept Office Cup: you cannot pick at the moment',
    ])
    await remove(parts)
    await work(parts)
    expect(await told(parts, 'player-deleted'), 'who has heard already').toEqual([])
  })

  test('hears of a deletion, of each season', async () => {
    const parts = await twoSeasons()
    await deactivate(parts)
    await remove(parts)
    await work(parts)
    expect(await subjects(parts, 'player-deleted')).toEqual([
      'kept Family Cup: you were deleted as a player',
      'kept Office Cup: you were deleted as a player',
    ])
  })

  test('hears of a deletion whose first half came before a lock', async () => {
    const parts = await openLeague()
    parts.clock.set(later(FIRST_LOCK, -10_000))
    await deactivate(parts)
    await work(parts)
    parts.clock.set(later(FIRST_LOCK, 5_000))
    await remove(parts)
    await work(parts)
    expect(await subjects(parts, 'player-deleted')).toEqual(['kept Family Cup: you were deleted as a player'])
  })

  test.each<[string, Deed]>([
    [
      'a season',
      async (parts) => {
        await parts.run(season, [SEASON], deleteSeason)
        await work(parts)
        await parts.run(season, [SEASON], purgeSeason)
      },
    ],
    [
      'a sport',
      async (parts) => {
        const inSeason = await seasonInLog(parts.store, SEASON)
        await parts.run(round, [FOOTBALL], (state, now) => deleteRound(state, inSeason, now))
        await work(parts)
        await parts.run(round, [FOOTBALL], purgeRound)
      },
    ],
  ])('hears of %s that is deleted for ever within the minute', async (_, deed) => {
    const parts = await openLeague()
    await deed(parts)
    await work(parts)
    await waitAndWork(parts, 60_000)
    const mails = await told(parts, 'picks-paused')
    expect(mails.map(({ state }) => state)).toEqual(['kept', 'kept'])
    expect(mails[0]?.body_text).toMatch(/deleted (Football in )?Family Cup while picks were open/)
  })

  test('hears nothing of it once it is stale', async () => {
    const parts = await openLeague()
    await parts.run(season, [SEASON], deleteSeason)
    await reactToAll(parts)
    await parts.run(season, [SEASON], purgeSeason)
    await waitAndWork(parts, 3 * DAY_MS)
    expect((await told(parts, 'picks-paused')).map(({ reply }) => reply)).toEqual([
      'Not sent: its time had passed',
      'Not sent: its time had passed',
    ])
  })

  test('hears nothing of a deletion while no sport is open', async () => {
    const parts = await openLeague()
    parts.clock.set(later(FIRST_LOCK, 5_000))
    await deactivate(parts)
    await remove(parts)
    await work(parts)
    expect(await told(parts, 'player-deleted')).toEqual([])
  })
})
