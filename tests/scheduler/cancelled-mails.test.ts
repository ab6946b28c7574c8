import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { pick, submitPick } from '../../domain/picks/pick.ts'
import { addPlayer, deactivatePlayer, player } from '../../domain/players/player.ts'
import { cancelRound, reinstateRound } from '../../domain/rounds/cancelling.ts'
import { presentRound, type RoundEvent } from '../../domain/rounds/round.ts'
import { deleteRound, restoreRound } from '../../domain/rounds/round-decisions.ts'
import { editRound } from '../../domain/rounds/round-editing.ts'
import { addParticipants, removeParticipant, season } from '../../domain/seasons/season.ts'
import { roundIn, type SeasonAndRounds, seasonStream } from '../../domain/seasons/season-stream.ts'
import { changeSettings, settings } from '../../domain/settings/settings.ts'
import { transact } from '../../platform/event-store/transact.ts'
import { claimMails, settleMail } from '../../platform/mail/mails.ts'
import { lockRounds } from '../../scheduler/jobs/lock-rounds.ts'
import { remindPlayers } from '../../scheduler/jobs/remind-players.ts'
import { sendMails } from '../../scheduler/jobs/send-mails.ts'
import { formMails } from '../../scheduler/mail/form-mails.ts'
import { caughtUp } from '../support/caught-up.ts'
import { type SettableClock, settableClock } from '../support/clock.ts'
import { aLeague, type Person } from '../support/league/a-league.ts'
import { eventsOfRound } from '../support/league/commands.ts'
import { type SchedulerParts, schedulerParts } from '../support/scheduler-parts.ts'
import { reactToAll } from '../support/subscription.ts'

const START = '2027-01-10T12:00:00.000Z'
const LOCKS_AT = '2027-01-20T18:00:00.000Z'
const MOVED_TO = '2027-01-19T18:00:00.000Z'
const [SEASON, ROUND, CASEY] = [1, 1, 1]
const [ANN, CLEO, EVE] = [1, 3, 5] as const
const REASON = 'The final was called off'
/** Ann and Bob share an address, Dan has none. */
const PLAYERS: Person[] = [
  { name: 'Ann', email: 'family@example.com' },
  { name: 'Bob', email: 'family@example.com' },
  { name: 'Cleo', email: 'cleo@example.com' },
  { name: 'Dan', email: null },
]

type Parts = SchedulerParts & { clock: SettableClock }

const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function leagueWith(sport: 'open' | 'draft'): Promise<Parts> {
  const clock = settableClock(START)
  const parts = { ...(await schedulerParts({ clock })), clock }
  cleanups.push(parts.close)
  const plan = aLeague().withPlayers(PLAYERS).withSeason()
  await (sport === 'open'
    ? plan.withRound({ lockTime: LOCKS_AT })
    : plan.withDraft({ lockTime: LOCKS_AT })
  ).in(parts)
  await mailAll(parts)
  return parts
}

async function lockedLeague(): Promise<Parts> {
  const parts = await leagueWith('open')
  parts.clock.set(LOCKS_AT)
  await lockRounds(parts)
  return parts
}

async function mailAll(parts: Parts) {
  parts.clock.advance(1_000)
  await reactToAll(parts)
  await sendMails(parts)
}

/** By an admin who says why. */
async function onRound(
  { store, clock, projector }: Parts,
  decide: (state: SeasonAndRounds, now: string) => RoundEvent[],
  reason: string | null = REASON,
) {
  const actor = { kind: 'admin', id: CASEY } as const
  const command = { id: randomUUID(), actor, occurredAt: clock.now(), ...(reason === null ? {} : { reason }) }
  await transact(store, {
    ...{ aggregate: seasonStream, id: [SEASON], command },
    decide: (state: SeasonAndRounds) => decide(state, clock.now()),
  })
  await caughtUp({ store, projector })
}

const cancel = (parts: Parts) =>
  onRound(parts, (state, now) => cancelRound(roundIn(state, ROUND), state.season, now))
const reinstate = (parts: Parts) =>
  onRound(parts, (state) => reinstateRound(roundIn(state, ROUND), state.season, parts.clock.now()), null)

const remove = (parts: Parts) =>
  onRound(parts, (state, now) => deleteRound(roundIn(state, ROUND), state.season, now))
const restore = (parts: Parts) =>
  onRound(parts, (state) => restoreRound(roundIn(state, ROUND), state.season, parts.clock.now()))

const moveLock = (parts: Parts, locksAt: string) =>
  onRound(parts, (state, now) => {
    const current = roundIn(state, ROUND)
    const moved = { ...presentRound(current), locksAt }
    return editRound(current, state.season, moved, { now, pickedTeams: [] })
  })

async function mailed(parts: Parts, template: string) {
  const mails = (await parts.outbox()).filter((mail) => mail.template === template)
  return mails.sort((left, right) => left.recipient_address.localeCompare(right.recipient_address))
}
const setMail = (
  { privateSchema }: Parts,
  address: string,
  columns: Partial<{ unanswered: number; state: 'failed' }>,
) =>
  privateSchema
    .updateTable('mails')
    .set(columns)
    .where('template', '=', 'cancelled')
    .where('recipient_address', '=', address)
    .execute()
const told = async (parts: Parts, template: string) =>
  (await mailed(parts, template)).map(({ recipient_name, state }) => `${recipient_name}: ${state}`)

describe('when a sport is cancelled', () => {
  test('each address is told once, and why', async () => {
    const parts = await leagueWith('open')
    await cancel(parts)
    await mailAll(parts)
    await mailAll(parts)
    expect(await told(parts, 'cancelled')).toEqual(['Cleo: kept', 'Ann and Bob: kept'])
    const [cleo] = await mailed(parts, 'cancelled')
    expect(cleo?.subject).toBe('Football is cancelled')
    expect(cleo?.body_text).toContain('cancelled Football in Family Cup. It counts for nobody')
    expect(cleo?.body_text).toContain(`Reason: ${REASON}`)
  })

  test('nobody hears of a draft, nor of one that is deleted by then', async () => {
    const draft = await leagueWith('draft')
    await cancel(draft)
    await mailAll(draft)
    await reinstate(draft)
    await mailAll(draft)
    expect((await draft.outbox()).length).toBe(0)

    const parts = await leagueWith('open')
    await cancel(parts)
    await onRound(parts, (state, now) => deleteRound(roundIn(state, ROUND), state.season, now))
    await mailAll(parts)
    expect(await told(parts, 'cancelled')).toEqual(['Cleo: skipped', 'Ann and Bob: skipped'])
  })

  test('who has left the season is not told', async () => {
    const parts = await leagueWith('open')
    await parts.run(season, [SEASON], (state) => removeParticipant(state, CLEO))
    await cancel(parts)
    await mailAll(parts)
    expect(await told(parts, 'cancelled')).toEqual(['Cleo: skipped', 'Ann and Bob: kept'])
  })

  test('nothing else goes out for it: no move of the lock, no reminder, no lock', async () => {
    const parts = await leagueWith('open')
    await parts.run(settings, [], (state) =>
      changeSettings(state, { ...state, reminders: { ...state.reminders, type: 'before_lock' } }),
    )
    await moveLock(parts, MOVED_TO)
    await cancel(parts)
    await mailAll(parts)
    parts.clock.set('2027-01-19T17:00:00.000Z')
    await remindPlayers(parts)
    parts.clock.set(MOVED_TO)
    await lockRounds(parts)
    await mailAll(parts)
    const types = (await eventsOfRound(parts.store, ROUND)).map(({ type }) => type)
    expect(types.at(-1)).toBe('RoundCancelled')
    expect(
      (await parts.outbox())
        .filter(({ template, state }) => template !== 'pick-link' && state === 'kept')
        .map(({ template }) => template),
    ).toEqual(['cancelled', 'cancelled'])
    await reinstate(parts)
    await lockRounds(parts)
    await mailAll(parts)
    // Links work no more, so only the lock is told of.
    expect(await told(parts, 'reinstated')).toEqual(['Cleo: skipped', 'Ann and Bob: skipped'])
    expect(await told(parts, 'picks-locked')).toEqual(['Cleo: kept', 'Ann and Bob: kept'])
  })
})

describe('when a sport is reinstated', () => {
  test('those who were told of the cancellation are told that links work again, once', async () => {
    const parts = await leagueWith('open')
    const context = await parts.pickContext(ROUND, ANN)
    await parts.run(pick, [ROUND, ANN], (state, now) => submitPick(state, context, ['Reds'], now))
    await cancel(parts)
    await mailAll(parts)
    await reinstate(parts)
    await mailAll(parts)
    await mailAll(parts)
    expect(await told(parts, 'cancelled')).toEqual(['Cleo: kept', 'Ann and Bob: kept'])
    expect(await told(parts, 'reinstated')).toEqual(['Cleo: kept', 'Ann and Bob: kept'])
    const [cleo, family] = await mailed(parts, 'reinstated')
    expect(cleo?.subject).toBe('Football is back on: pick by Wed, Jan 20, 1:00 PM EST')
    expect(cleo?.body_text).toContain('Make your pick for Football:')
    expect(family?.body_text).toContain("See Ann's pick for Football:")
    expect(family?.body_text).toContain("Make Bob's pick for Football:")
  })

  test('who joined meanwhile gets a link, and nothing of a cancellation that they never knew of', async () => {
    const parts = await leagueWith('open')
    await cancel(parts)
    await mailAll(parts)
    const eve = { playerId: EVE, name: 'Eve', email: 'eve@example.com' }
    await parts.run(player, [EVE], (state) => addPlayer(state, eve))
    await parts.run(season, [SEASON], (state) => addParticipants(state, [EVE]))
    await mailAll(parts)
    expect((await told(parts, 'pick-link')).join()).not.toContain('Eve')
    await reinstate(parts)
    await mailAll(parts)
    expect(await told(parts, 'pick-link')).toContain('Eve: kept')
    expect(await told(parts, 'reinstated')).toEqual(['Cleo: kept', 'Ann and Bob: kept'])
  })

  test('a cancellation that is taken back before its mail goes out is not told any more', async () => {
    const parts = await leagueWith('open')
    await cancel(parts)
    await reactToAll(parts)
    await reinstate(parts)
    await mailAll(parts)
    expect(await told(parts, 'cancelled')).toEqual(['Cleo: skipped', 'Ann and Bob: skipped'])
    expect((await mailed(parts, 'cancelled'))[0]?.reply).toBe('Not sent: the sport was reinstated')
  })

  test('who has not heard of the cancellation hears nothing, and its mail falls away', async () => {
    const parts = await leagueWith('open')
    await cancel(parts)
    await reactToAll(parts)
    await reinstate(parts)
    await mailAll(parts)
    expect(await told(parts, 'cancelled')).toEqual(['Cleo: skipped', 'Ann and Bob: skipped'])
    expect(await told(parts, 'reinstated')).toEqual([])

    await cancel(parts)
    await mailAll(parts)
    await reinstate(parts)
    await mailAll(parts)
    expect(await told(parts, 'reinstated')).toHaveLength(2)
    await cancel(parts)
    await reactToAll(parts)
    await reinstate(parts)
    await mailAll(parts)
    expect(await told(parts, 'reinstated')).toHaveLength(2)
  })

  test('whom the mail server refused has not heard; who may have got the mail has', async () => {
    const parts = await leagueWith('open')
    await cancel(parts)
    await reactToAll(parts)
    await formMails(parts)
    await setMail(parts, 'cleo@example.com', { unanswered: 1 })
    await setMail(parts, 'family@example.com', { state: 'failed' })
    await reinstate(parts)
    await mailAll(parts)
    expect(await told(parts, 'reinstated')).toEqual(['Cleo: kept'])
  })

  test('cancelled again, everybody is told again', async () => {
    const parts = await leagueWith('open')
    for (const deed of [cancel, reinstate, cancel]) {
      await deed(parts)
      await mailAll(parts)
    }
    expect(await told(parts, 'cancelled')).toHaveLength(4)
    expect(await told(parts, 'reinstated')).toHaveLength(2)
  })
})

describe('a mail that waited while its sport was out of play goes out once it is back', () => {
  const outAndBack: [string, (parts: Parts) => Promise<void>, (parts: Parts) => Promise<void>][] = [
    ['cancelled', cancel, reinstate],
    ['deleted', remove, restore],
  ]

  test.each(outAndBack)('about a lock: %s', async (_, out, back) => {
    const parts = await lockedLeague()
    await reactToAll(parts)
    await out(parts)
    await mailAll(parts)
    expect(await told(parts, 'picks-locked')).toEqual(['Cleo: skipped', 'Ann and Bob: skipped'])
    for (const _ of [1, 2]) {
      await back(parts)
      await mailAll(parts)
      expect(await told(parts, 'picks-locked')).toEqual(['Cleo: kept', 'Ann and Bob: kept'])
      await out(parts)
      await mailAll(parts)
    }
  })

  test.each(outAndBack)(
    'about a lock, also to who shares the mail with somebody who is away: %s',
    async (_, out, back) => {
      const parts = await leagueWith('open')
      parts.clock.set(LOCKS_AT)
      await lockRounds(parts)
      await reactToAll(parts)
      await parts.run(player, [ANN], deactivatePlayer)
      await out(parts)
      await mailAll(parts)
      await back(parts)
      await mailAll(parts)
      expect(await told(parts, 'picks-locked')).toEqual(['Cleo: kept', 'Bob: kept'])
    },
  )

  test('also when it is found out of play just before, and skipped just after', async () => {
    const parts = await lockedLeague()
    await reactToAll(parts)
    await cancel(parts)
    const underWay = await claimMails(parts.privateSchema, parts.clock.now(), 10)
    await reinstate(parts)
    await reactToAll(parts)
    for (const claim of underWay) {
      await settleMail(parts.privateSchema, claim, {
        state: 'skipped',
        reply: 'Not sent: the sport was cancelled',
      })
    }
    parts.clock.advance(10 * 60_000)
    await mailAll(parts)
    expect(await told(parts, 'picks-locked')).toEqual(['Cleo: kept', 'Ann and Bob: kept'])
  })

  test('about a moved lock, unless the reinstatement tells it', async () => {
    const parts = await leagueWith('open')
    await moveLock(parts, MOVED_TO)
    await cancel(parts)
    await reactToAll(parts)
    await formMails(parts)
    await setMail(parts, 'family@example.com', { state: 'failed' })
    parts.clock.advance(10 * 60_000)
    await mailAll(parts)
    expect(await told(parts, 'lock-moved')).toEqual(['Cleo: skipped', 'Ann and Bob: skipped'])
    await reinstate(parts)
    await mailAll(parts)
    expect(await told(parts, 'reinstated')).toEqual(['Cleo: kept'])
    expect(await told(parts, 'lock-moved')).toEqual(['Cleo: skipped', 'Ann and Bob: kept'])
  })

  test('about a lock that is moved back after the reinstatement told of it', async () => {
    const parts = await leagueWith('open')
    await moveLock(parts, MOVED_TO)
    await cancel(parts)
    await mailAll(parts)
    parts.clock.advance(10 * 60_000)
    await mailAll(parts)
    await reinstate(parts)
    await mailAll(parts)
    await moveLock(parts, LOCKS_AT)
    await mailAll(parts)
    parts.clock.advance(10 * 60_000)
    await mailAll(parts)
    const moved = (await mailed(parts, 'lock-moved')).filter(({ state }) => state === 'kept')
    expect(moved.map(({ subject }) => subject)).toEqual([
      'Football now locks Wed, Jan 20, 1:00 PM EST',
      'Football now locks Wed, Jan 20, 1:00 PM EST',
    ])
  })
})
