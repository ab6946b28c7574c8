import { afterEach, describe, expect, test } from 'vitest'
import { enterPick, pick, submitPick } from '../../domain/picks/pick.ts'
import { deactivatePlayer, player, removePlayer } from '../../domain/players/player.ts'
import { notices, remindByHand } from '../../domain/rounds/asking.ts'
import { round } from '../../domain/rounds/round.ts'
import { deleteRound } from '../../domain/rounds/round-decisions.ts'
import { leagueRules } from '../../domain/seasons/rules.ts'
import {
  deactivateSeason,
  deleteSeason,
  endSeason,
  removeParticipant,
  season,
} from '../../domain/seasons/season.ts'
import { DEFAULT_SETTINGS } from '../../domain/settings/settings.ts'
import { noticesOfRound } from '../../platform/mail/notices.ts'
import { sendMails } from '../../scheduler/jobs/send-mails.ts'
import { caughtUp } from '../support/caught-up.ts'
import { type SettableClock, settableClock } from '../support/clock.ts'
import { aLeague } from '../support/league/a-league.ts'
import { lockedNow, roundInLog, seasonInLog } from '../support/league/commands.ts'
import { FOOTBALL } from '../support/league/examples.ts'
import { type SchedulerParts, schedulerParts } from '../support/scheduler-parts.ts'
import { reactToAll } from '../support/subscription.ts'

const START = '2027-01-10T12:00:00.000Z'
const ANN = 1
const [SEASON, ROUND] = [1, 1]

type Parts = SchedulerParts & { clock: SettableClock }

const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

describe('an invitation to pick is skipped when, since it was queued,', () => {
  const changes: [what: string, change: (parts: Parts) => Promise<unknown>, reply: string][] = [
    ['the sport was locked by hand', ({ run }) => run(round, [ROUND], lockedNow), 'its time had passed'],
    [
      'the sport was deleted',
      async ({ run, store }) => {
        const inSeason = await seasonInLog(store, SEASON)
        return run(round, [ROUND], (state, now) => deleteRound(state, inSeason, now))
      },
      'the sport was deleted',
    ],
    ['the season was deleted', ({ run }) => run(season, [SEASON], deleteSeason), 'the season was deleted'],
    [
      'the season has ended',
      ({ run }) =>
        run(season, [SEASON], (state, now) =>
          endSeason(state, { unfinishedRounds: [], rules: leagueRules(DEFAULT_SETTINGS), winners: [], now }),
        ),
      'the season has ended',
    ],
    [
      'the season was deactivated',
      ({ run }) => run(season, [SEASON], deactivateSeason),
      'the season is not active',
    ],
    [
      'the player was deactivated',
      ({ run }) => run(player, [ANN], deactivatePlayer),
      'the player is not active',
    ],
    [
      'the player was removed',
      ({ run }) => run(player, [ANN], (state) => removePlayer(state, false)),
      'the player no longer takes part in the season',
    ],
    [
      'the player was taken out of the season',
      ({ run }) => run(season, [SEASON], (state) => removeParticipant(state, ANN)),
      'the player no longer takes part in the season',
    ],
  ]

  test.each(changes)('%s', async (_, change, reply) => {
    const parts = await withInvitations()
    await change(parts)
    expect(await afterSending(parts)).toEqual({
      'pick-link': { state: 'skipped', reply: `Not sent: ${reply}` },
      reminder: { state: 'skipped', reply: `Not sent: ${reply}` },
    })
  })

  test('the lock time has come, published or not', async () => {
    const parts = await withInvitations()
    parts.clock.set(FOOTBALL.lockTime)
    expect(await afterSending(parts)).toMatchObject({
      'pick-link': { state: 'skipped' },
      reminder: { state: 'skipped' },
    })
  })
})

test('one that was skipped before it was ever written is useless from the lock on', async () => {
  const parts = await withInvitations()
  await parts.run(player, [ANN], deactivatePlayer)
  await afterSending(parts)
  expect(await parts.outbox()).toMatchObject(Array(2).fill({ subject: '', useless_at: FOOTBALL.lockTime }))
})

describe('a reminder', () => {
  const KEPT = { 'pick-link': { state: 'kept' }, reminder: { state: 'kept' } }

  test('goes out to whoever has not picked yet, whoever else has', async () => {
    const parts = await withInvitations()
    await submit(parts, 2)
    expect(await afterSending(parts)).toMatchObject(KEPT)
  })

  test('does not go out to whoever has picked since, while the pick link does', async () => {
    const parts = await withInvitations()
    await submit(parts, ANN)
    expect(await afterSending(parts)).toMatchObject({
      'pick-link': { state: 'kept' },
      reminder: { state: 'skipped', reply: 'Not sent: the player has picked since' },
    })
  })

  test('does not go out to a player for whom an admin has picked since', async () => {
    const parts = await withInvitations()
    const context = await parts.pickContext(ROUND, ANN)
    await parts.run(pick, [ROUND, ANN], (state, now) => enterPick(state, context, ['Reds'], now))
    expect(await afterSending(parts)).toMatchObject({ reminder: { state: 'skipped' } })
  })

  async function submit({ pickContext, run }: Parts, playerId: number) {
    const context = await pickContext(ROUND, playerId)
    await run(pick, [ROUND, playerId], (state, now) => submitPick(state, context, ['Reds'], now))
  }
})

/** A round open for Ann and Bob, and both kinds of mail to Ann in the outbox. */
async function withInvitations(): Promise<Parts> {
  const clock = settableClock(START)
  const parts = { ...(await schedulerParts({ clock })), clock }
  cleanups.push(parts.close)
  await aLeague().withPlayers('Ann', { name: 'Bob', email: null }).withSeason().withRound().in(parts)
  const inSeason = await seasonInLog(parts.store, SEASON)
  const sport = await roundInLog(parts.store, ROUND)
  await parts.run(notices, [ROUND], (_, now) => remindByHand(sport, inSeason, [ANN], now))
  await reactToAll(parts)
  return parts
}

async function afterSending(parts: Parts) {
  await caughtUp(parts)
  await sendMails(parts)
  const notices = await noticesOfRound(parts.privateSchema, ROUND)
  return Object.fromEntries(notices.map(({ template, state, reply }) => [template, { state, reply }]))
}
