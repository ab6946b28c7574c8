import { afterEach, describe, expect, test } from 'vitest'
import { deactivatePlayer, player, reactivatePlayer, removePlayer } from '../../domain/players/player.ts'
import { round } from '../../domain/rounds/round.ts'
import { deleteRound, restoreRound } from '../../domain/rounds/round-decisions.ts'
import {
  activateSeason,
  addParticipants,
  deactivateSeason,
  deleteSeason,
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
const [SEASON, FOOTBALL] = [1, 1]
const ANN = 1
const DAY_MS = 24 * 3_600_000

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

const closeSeason: Deed = (parts) => parts.run(season, [SEASON], deactivateSeason)
const openSeason: Deed = (parts) => parts.run(season, [SEASON], activateSeason)

type Template = 'picks-paused' | 'picks-resumed' | 'player-deleted'

/** Whom mails of this template have reached, or would have, with what became of them. */
const told = async (parts: Parts, template: Template) =>
  (await parts.outbox())
    .filter((mail) => mail.template === template)
    .sort((left, right) => left.recipient_address.localeCompare(right.recipient_address))

const subjects = async (parts: Parts, template: Template) =>
  (await told(parts, template)).map(({ state, subject }) => `${state} ${subject}`).toSorted()

const removeAnn: Deed = (parts) => parts.run(player, [ANN], (state) => removePlayer(state, false))

describe('those concerned hear at once that they cannot pick, and that they can again', () => {
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

  test.each(Object.entries(DEEDS))('of %s', async (_, { by, back, readers, says }) => {
    const parts = await openLeague()
    await by(parts)
    await work(parts)
    await back(parts)
    await work(parts)
    const paused = await told(parts, 'picks-paused')
    expect(paused.map(({ state }) => state)).toEqual(Array(readers).fill('kept'))
    expect(paused[0]?.subject).toContain('you cannot pick at the moment')
    expect(paused[0]?.body_text).toContain(says)
    const resumed = await told(parts, 'picks-resumed')
    expect(resumed.map(({ state }) => state)).toEqual(Array(readers).fill('kept'))
    // Around a lock, before any mail is made.
    parts.clock.set(later(FIRST_LOCK, -1_000))
    await by(parts)
    parts.clock.set(later(FIRST_LOCK, 1_000))
    await back(parts)
    await work(parts)
    const late = (await told(parts, 'picks-paused')).find(({ subject }) =>
      subject.includes('you could not pick'),
    )
    expect(late?.body_text).toContain(`${says} This has been undone since.`)
    expect(await told(parts, 'picks-paused')).toHaveLength(2 * readers)
    expect(await told(parts, 'picks-resumed')).toHaveLength(readers)
  })

  test('and nothing of what keeps nobody from picking', async () => {
    const parts = await openLeague()
    const inSeason = await seasonInLog(parts.store, SEASON)
    await closeSeason(parts)
    await parts.run(round, [FOOTBALL], (state, now) => deleteRound(state, inSeason, now))
    await parts.run(round, [FOOTBALL], (state, now) => restoreRound(state, inSeason, now))
    await parts.run(player, [ANN], deactivatePlayer)
    await openSeason(parts)
    await parts.run(season, [SEASON], (state) => removeParticipant(state, ANN))
    await work(parts)
    parts.clock.set(FIRST_LOCK)
    await closeSeason(parts)
    await work(parts)
    expect(await subjects(parts, 'picks-paused')).toEqual([
      'kept Family Cup: you cannot pick at the moment',
      'kept Family Cup: you could not pick',
    ])
  })
})

test.each<[string, (parts: Parts) => unknown, string]>([
  ['within three days', ({ clock }) => clock.advance(3 * DAY_MS), 'its time had passed'],
  ['while a sport is open', (parts) => parts.run(round, [FOOTBALL], lockedNow), 'no sport is open for picks'],
])('that players can pick again is told %s or not at all', async (_, wait, why) => {
  const parts = await openLeague()
  await closeSeason(parts)
  await work(parts)
  await openSeason(parts)
  await reactToAll(parts)
  await wait(parts)
  await work(parts)
  const replies = (await told(parts, 'picks-resumed')).map(({ reply }) => reply)
  expect(replies).toEqual([`Not sent: ${why}`, `Not sent: ${why}`])
})

describe('a player who is deleted', () => {
  const twoSeasons = () =>
    leagueOf((plan) =>
      plan
        .withRound({ lockTime: FIRST_LOCK })
        .withSeason({ name: 'Office Cup' })
        .withRound({ lockTime: LATER_LOCK }),
    )

  test('hears of each season in which a sport is open that this is so', async () => {
    const parts = await twoSeasons()
    await parts.run(player, [ANN], deactivatePlayer)
    await removeAnn(parts)
    await work(parts)
    expect(await subjects(parts, 'player-deleted')).toEqual([
      'kept Family Cup: you were deleted as a player',
      'kept Office Cup: you were deleted as a player',
    ])
  })

  test('hears no more than that before, where that mail has gone out', async () => {
    const parts = await twoSeasons()
    await parts.run(player, [ANN], deactivatePlayer)
    await work(parts)
    await removeAnn(parts)
    await work(parts)
    expect(await subjects(parts, 'picks-paused')).toEqual([
      'kept Family Cup: you cannot pick at the moment',
      'kept Office Cup: you cannot pick at the moment',
    ])
    expect(await told(parts, 'player-deleted')).toEqual([])
  })

  test('hears nothing while no sport is open', async () => {
    const parts = await openLeague()
    parts.clock.set(later(FIRST_LOCK, 5_000))
    await parts.run(player, [ANN], deactivatePlayer)
    await removeAnn(parts)
    await work(parts)
    expect(await told(parts, 'player-deleted')).toEqual([])
  })
})
