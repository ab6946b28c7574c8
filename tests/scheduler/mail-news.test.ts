import { randomUUID } from 'node:crypto'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, describe, expect, test } from 'vitest'
import { admin } from '../../domain/admins/admin.ts'
import type { Aggregate } from '../../domain/event.ts'
import { enterPick, pick, reenterGuess, submitPick, withdrawPickEntry } from '../../domain/picks/pick.ts'
import {
  addPlayer,
  deactivatePlayer,
  editPlayer,
  player,
  reactivatePlayer,
} from '../../domain/players/player.ts'
import { type RoundEvent, type RoundResult, round } from '../../domain/rounds/round.ts'
import {
  completeRound,
  correctRound,
  deleteRound,
  purgeRound,
  unlockRound,
} from '../../domain/rounds/round-decisions.ts'
import { setWeight } from '../../domain/rounds/round-editing.ts'
import { NOBODY_PLACED } from '../../domain/rounds/round-result.ts'
import { askTieBreak } from '../../domain/rounds/tie-break-question.ts'
import { DEFAULT_POINTS, type Points } from '../../domain/seasons/points.ts'
import { leagueRules, type SeasonRules } from '../../domain/seasons/rules.ts'
import {
  addParticipants,
  deactivateSeason,
  endSeason,
  reopenSeason,
  type Season,
  season,
  setRules,
} from '../../domain/seasons/season.ts'
import { roundIn, seasonStream } from '../../domain/seasons/season-stream.ts'
import { standings, winnersOf } from '../../domain/seasons/standings.ts'
import { changeSettings, DEFAULT_SETTINGS, settings } from '../../domain/settings/settings.ts'
import { forgetRecipient } from '../../platform/erasing/mail-erasing.ts'
import { transact } from '../../platform/event-store/transact.ts'
import type { Table } from '../../platform/mail/email-content.ts'
import { loadSeason } from '../../projections/boards/season-facts.ts'
import { rebuild } from '../../projections/engine/rebuild.ts'
import { sendMails } from '../../scheduler/jobs/send-mails.ts'
import { keepMailFacts, type MailFacts } from '../../scheduler/mail/mail-facts.ts'
import { standingsTable } from '../../scheduler/mail/mails/standings-table.ts'
import type { MailFact } from '../../scheduler/mail/mails/template.ts'
import { caughtUp } from '../support/caught-up.ts'
import { type SettableClock, settableClock } from '../support/clock.ts'
import { aLeague, type Person } from '../support/league/a-league.ts'
import { lockedNow, seasonInLog } from '../support/league/commands.ts'
import { type SchedulerParts, schedulerParts } from '../support/scheduler-parts.ts'
import { reactToAll } from '../support/subscription.ts'

const START = '2027-01-10T12:00:00.000Z'
const [SEASON, ROUND, CASEY] = [1, 1, 1]
const [ANN, BOB, CLEO, DAN] = [1, 2, 3, 4] as const
/** Ann and Bob share an address, Dan has none. */
const PLAYERS: Person[] = [
  { name: 'Ann', email: 'family@example.com' },
  { name: 'Bob', email: 'family@example.com' },
  { name: 'Cleo', email: 'cleo@example.com' },
  { name: 'Dan', email: null },
]
const REDS_WON: RoundResult = { places: { first: 'Reds', second: 'Blues' }, placements: [] }
const BLUES_WON: RoundResult = { places: { first: 'Blues', second: 'Reds' }, placements: [] }

type Parts = SchedulerParts & { clock: SettableClock }

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

/** Football is open, its links are mailed, and some have picked. */
async function openLeague(picks: Record<number, string> = {}, players = PLAYERS): Promise<Parts> {
  const parts = await openedRound(players)
  for (const [id, team] of Object.entries(picks)) {
    const context = await parts.pickContext(ROUND, Number(id))
    await parts.run(pick, [ROUND, Number(id)], (state, now) => submitPick(state, context, [team], now))
  }
  await mailAll(parts)
  return parts
}

async function openedRound(players = PLAYERS): Promise<Parts> {
  const clock = settableClock(START)
  const parts = { ...(await schedulerParts({ clock })), clock }
  cleanups.push(parts.close)
  await aLeague().withPlayers(players).withSeason().withRound().in(parts)
  return parts
}

async function mailAll(parts: Parts) {
  parts.clock.advance(1_000)
  await reactToAll(parts)
  await sendMails(parts)
}

async function change(parts: Parts, decide: (...states: Parameters<typeof unlockRound>) => RoundEvent[]) {
  const inSeason: Season = await seasonInLog(parts.store, SEASON)
  await parts.run(round, [ROUND], (state) => decide(state, inSeason))
}

/** A command of an admin who says why. */
const because = <State, Event extends { type: string; data: unknown }, Id extends readonly unknown[]>(
  { store, clock }: Parts,
  reason: string,
  aggregate: Aggregate<State, Event, Id>,
  id: Id,
  decide: (state: State) => readonly Event[],
) => {
  const actor = { kind: 'admin', id: CASEY } as const
  const command = { id: randomUUID(), actor, occurredAt: clock.now(), reason }
  return transact(store, { aggregate, id, command, decide })
}

const lock = (parts: Parts) => parts.run(round, [ROUND], lockedNow)
const complete = (parts: Parts, result: RoundResult) =>
  change(parts, (state, inSeason) => completeRound(state, inSeason, result, NOBODY_PLACED))

/** Mails of one kind, by address. */
async function mailed(parts: Parts, template: string) {
  const mails = (await parts.outbox()).filter((mail) => mail.template === template)
  return mails.sort((left, right) => left.recipient_address.localeCompare(right.recipient_address))
}

describe('when an admin does what players count on not to happen', () => {
  const enter = async (parts: Parts, playerId: number, team: string) => {
    const context = await parts.pickContext(ROUND, playerId)
    await parts.run(pick, [ROUND, playerId], (state, now) => enterPick(state, context, [team], now))
  }
  test('a pick that takes the place of another is mailed to its player, a first one is not', async () => {
    const parts = await openLeague({ [ANN]: 'Reds' })
    await enter(parts, ANN, 'Blues')
    await enter(parts, CLEO, 'Blues')
    await mailAll(parts)
    const [mail, ...others] = await mailed(parts, 'pick-entered')
    expect(others).toEqual([])
    expect(mail?.recipient_name).toBe('Ann')
    expect(mail?.subject).toBe('Football: an admin changed your pick')
    expect(mail?.body_text).toContain(' changed your pick for Football in ')
    expect(mail?.body_text).toContain('Your pick now: Blues\nEntered: Sunday, January 10, 2027')
    expect(mail?.body_text).toContain('Before: Reds\nReason: no reason given')
    expect(mail?.body_text).toMatch(/History of your pick:\n\S+\/seasons\/\d+\/sports\/\d+\/players\/\d+\n/)
    await lock(parts)
    await mailAll(parts)
    const [, family] = await mailed(parts, 'picks-locked')
    expect(family?.body_text).toContain('Your pick: Blues, entered by an admin ')
    expect(family?.body_text).toMatch(/History of Ann's pick:[\s\S]*History of Bob's pick:/)
  })

  test('who picks again before the mail goes out gets none', async () => {
    const parts = await openLeague({ [ANN]: 'Reds' })
    await enter(parts, ANN, 'Blues')
    await reactToAll(parts)
    const context = await parts.pickContext(ROUND, ANN)
    await parts.run(pick, [ROUND, ANN], (state, now) => submitPick(state, context, ['Greens'], now))
    await mailAll(parts)
    const [mail] = await mailed(parts, 'pick-entered')
    expect(mail).toMatchObject({ state: 'skipped', reply: 'Not sent: the player has picked since' })
  })

  test('a guess that is entered alone, as by an undo, is mailed; one that came with a pick is told with that', async () => {
    const parts = await openLeague()
    await parts.run(seasonStream, [SEASON], (state) =>
      askTieBreak(roundIn(state, ROUND), { question: 'How many goals?', unit: 'goals' }, state),
    )
    const context = await parts.pickContext(ROUND, CLEO)
    await parts.run(pick, [ROUND, CLEO], (state, now) => submitPick(state, context, ['Reds'], now, 40))
    const at = parts.clock.now()
    await because(parts, 'By phone', pick, [ROUND, CLEO], (state) =>
      enterPick(state, context, ['Reds'], at, 50),
    )
    await mailAll(parts)
    expect((await mailed(parts, 'guess-entered')).map(({ state }) => state)).toEqual(['skipped'])
    expect((await mailed(parts, 'pick-entered')).map(({ state }) => state)).toEqual(['kept'])
    await because(parts, 'That was Bob', pick, [ROUND, CLEO], (state) => reenterGuess(state, context, 40, at))
    await mailAll(parts)
    const [mail, ...others] = (await mailed(parts, 'guess-entered')).filter(({ state }) => state === 'kept')
    expect(others).toEqual([])
    expect(mail?.subject).toBe('Football: an admin changed your guess')
    expect(mail?.body_text).toContain(
      'Your pick: Reds\nYour guess: 40 goals (was 50 goals)\nReason: That was Bob',
    )
    expect(await mailed(parts, 'pick-entered')).toHaveLength(1)
  })

  test('an entry that is taken back is mailed to whoever had it', async () => {
    const parts = await openLeague()
    await enter(parts, CLEO, 'Reds')
    const context = await parts.pickContext(ROUND, CLEO)
    await parts.run(pick, [ROUND, CLEO], (state, now) => withdrawPickEntry(state, context, now, true))
    await mailAll(parts)
    const [mail, ...others] = await mailed(parts, 'pick-cleared')
    expect(others).toEqual([])
    expect(mail?.recipient_name).toBe('Cleo')
    expect(mail?.subject).toBe('Football: an admin cleared your pick')
    expect(mail?.body_text).toContain('Your pick now: No pick\n')
    expect(mail?.body_text).toMatch(/History of your pick:\n\S+\/sports\/\d+\/players\/\d+\n/)
  })

  test('after the lock it says when that was', async () => {
    const parts = await openLeague({ [ANN]: 'Reds' })
    await lock(parts)
    await enter(parts, ANN, 'Blues')
    await mailAll(parts)
    const [mail] = await mailed(parts, 'pick-entered')
    expect(mail?.body_text).toMatch(/\nLocked: \w+, /)
  })
})

describe('when picks are locked', () => {
  test('each address is told what counts for those behind it, picked or not', async () => {
    const parts = await openLeague({ [ANN]: 'Reds', [CLEO]: 'Blues' })
    await lock(parts)
    await mailAll(parts)
    const [cleo, family, ...others] = await mailed(parts, 'picks-locked')
    expect(others).toEqual([])
    expect(cleo).toMatchObject({
      state: 'kept',
      recipient_name: 'Cleo',
      recipient_address: 'cleo@example.com',
    })
    expect(cleo?.body_text).toContain('Your pick: Blues, saved ')
    expect(cleo?.body_text).not.toContain('Reds')
    expect(family?.recipient_name).toBe('Ann and Bob')
    expect(family?.body_text).toMatch(
      /\* Ann\n\nYour pick: Reds, saved 7:00:00 AM, receipt (\w{4}-){3}\w{4}\n\n\* Bob\n\nYour pick: No pick/,
    )
  })

  test('a pick of another day is told with its day', async () => {
    const parts = await openLeague({ [CLEO]: 'Blues' })
    parts.clock.advance(24 * 3_600_000 + 415_000)
    await lock(parts)
    await mailAll(parts)
    const [cleo] = await mailed(parts, 'picks-locked')
    expect(cleo?.body_text).toMatch(/^Your pick: Blues, saved Sun, Jan 10, 7:00:00 AM, receipt \S{19}$/m)
  })

  test('nobody hears of it when it is deleted, its season is not active, or it has been scored by then', async () => {
    for (const undo of [
      (parts: Parts) => change(parts, (state, inSeason) => deleteRound(state, inSeason, parts.clock.now())),
      (parts: Parts) => parts.run(season, [SEASON], deactivateSeason),
      (parts: Parts) => complete(parts, REDS_WON),
    ]) {
      const parts = await openLeague()
      await lock(parts)
      await undo(parts)
      await mailAll(parts)
      const sent = (await mailed(parts, 'picks-locked')).filter(({ state }) => state !== 'skipped')
      expect(sent).toEqual([])
    }
  })
})

describe('when a sport is scored', () => {
  test('each player reads pick, points, rank and the top of the table', async () => {
    const parts = await openLeague({ [ANN]: 'Reds', [BOB]: 'Blues', [CLEO]: 'Blues' })
    await lock(parts)
    await mailAll(parts)
    await complete(parts, REDS_WON)
    await mailAll(parts)
    const [cleo, family] = await mailed(parts, 'results')
    expect(family?.subject).toBe('Football: Reds won')
    expect(family?.body_text).toContain('1st place: Reds\n2nd place: Blues')
    expect(family?.body_text).toContain(
      '* Ann\n\nYour pick: Reds\nYou scored: 6 points, 1st place\nYour total: 6 points\nYour rank: 1st of 4',
    )
    expect(cleo?.body_text).toContain('Your rank: 2nd of 4, shared with one other')
    expect(cleo?.body_text).toContain('#1  Ann  6\n#2  Bob  5\n#2  Cleo  5\n#4  Dan  0')
  })

  test('a correction tells what was published before, for whom it changes what, by whom and why', async () => {
    const parts = await openLeague({ [ANN]: 'Reds', [CLEO]: 'Blues' })
    await parts.run(admin, [CASEY], () => [
      {
        type: 'AdminAdded' as const,
        data: { adminId: CASEY, name: 'Casey', email: 'c@example.com', isMain: true },
      },
    ])
    await lock(parts)
    await complete(parts, REDS_WON)
    await mailAll(parts)
    const inSeason = await seasonInLog(parts.store, SEASON)
    await because(parts, 'The photo finish', seasonStream, [SEASON], (state) =>
      correctRound(roundIn(state, ROUND), inSeason, BLUES_WON, NOBODY_PLACED),
    )
    await mailAll(parts)
    const cleo = (await mailed(parts, 'results')).find(({ recipient_name }) => recipient_name === 'Cleo')
    expect(cleo?.subject).toBe('Football: corrected results')
    expect(cleo?.body_text).toContain('Casey corrected the results of Football in Family Cup.')
    expect(cleo?.body_text).toContain(
      '1st place: Blues (was Reds)\n2nd place: Reds (was Blues)\n\nChanged by: Casey\nReason: The photo finish\n\n' +
        '* Your score\n\nYour pick: Blues\nYou scored: 6 points, 1st place (was 5 points, 2nd place)\n' +
        'Your total: 6 points (was 5)\nYour rank: 1st of 4 (was 2nd)',
    )
    expect(cleo?.body_text).toContain('#1 ▲1  Cleo  6\n#2 ▼1  Ann  5\n#3  Bob  0')
    expect(JSON.stringify(await parts.outbox())).toContain('Casey')
    await forgetRecipient(parts.privateSchema, { kind: 'admin', id: CASEY }, [])
    expect(JSON.stringify(await parts.outbox())).not.toContain('Casey')
  })

  test('who hears of a correction before the first result reads who and why, and of no earlier mail', async () => {
    const parts = await openLeague({ [CLEO]: 'Blues' })
    await lock(parts)
    await complete(parts, REDS_WON)
    await reactToAll(parts)
    const inSeason = await seasonInLog(parts.store, SEASON)
    await because(parts, 'The photo finish', seasonStream, [SEASON], (state) =>
      correctRound(roundIn(state, ROUND), inSeason, BLUES_WON, NOBODY_PLACED),
    )
    await mailAll(parts)
    const [cleo] = (await mailed(parts, 'results')).filter(({ state }) => state === 'kept')
    expect(cleo?.subject).toBe('Football: corrected results')
    expect(cleo?.body_text).toContain('Changed by: An admin\nReason: The photo finish')
    expect(cleo?.body_text).not.toContain('our earlier mail')
  })

  test('the same result once more is no correction', async () => {
    const parts = await openLeague({ [CLEO]: 'Blues' })
    await lock(parts)
    for (const result of [BLUES_WON, REDS_WON, REDS_WON]) {
      await complete(parts, result)
      await mailAll(parts)
      await change(parts, unlockRound)
    }
    await complete(parts, REDS_WON)
    await mailAll(parts)
    const [cleo] = await mailed(parts, 'results')
    expect(cleo?.subject).toBe('Football: Reds won')
    expect(cleo?.body_text).toContain('has been scored again, with the same result.')
    expect(cleo?.body_text).not.toContain('(was')
  })

  test('other points are told with what they were, in seasons that run, from the first lock on', async () => {
    const parts = await openLeague({ [ANN]: 'Reds', [CLEO]: 'Blues' })
    const worth = (points: Partial<Points>) =>
      because(parts, 'As we said in May', settings, [], (state) =>
        changeSettings(state, { ...state, points: { ...DEFAULT_POINTS, ...points } }),
      )
    await worth({ first: 7 })
    await mailAll(parts)
    expect(await mailed(parts, 'points-changed')).toEqual([])
    await lock(parts)
    await mailAll(parts)
    await worth({ first: 8 })
    await mailAll(parts)
    const [locked] = await mailed(parts, 'points-changed')
    expect(locked?.body_text).toContain('1st place: 8 points (was 7)\nChanged by: An admin')
    await complete(parts, REDS_WON)
    await mailAll(parts)
    await worth({ first: 8, second: 9 })
    await mailAll(parts)
    const told = await mailed(parts, 'points-changed')
    const [cleo, family] = told.filter(({ body_text }) => body_text.includes('2nd place'))
    expect(family?.recipient_name).toBe('Ann and Bob')
    expect(cleo?.subject).toBe('Family Cup: the points have changed')
    expect(cleo?.body_text).toContain(
      '2nd place: 9 points (was 5)\nChanged by: An admin\nReason: As we said in May',
    )
    expect(cleo?.body_text).toContain('Your total: 9 points (was 5)\nYour rank: 1st of 4 (was 2nd)')
    expect(cleo?.body_text).not.toContain('1st place:')
  })

  test('points for a missing pick are told with the points, in one mail for one save', async () => {
    const parts = await openLeague({ [ANN]: 'Reds' })
    await lock(parts)
    await complete(parts, REDS_WON)
    await mailAll(parts)
    await because(parts, 'As we said in May', settings, [], (state) =>
      changeSettings(state, { ...state, noPick: -2, points: { ...state.points, first: 7 } }),
    )
    await mailAll(parts)
    const [cleo, ...others] = await mailed(parts, 'points-changed')
    expect(others.map(({ recipient_name }) => recipient_name)).toEqual(['Ann and Bob'])
    expect(cleo?.body_text).toContain('1st place: 7 points (was 6)\nNo pick: -2 points (was 0)\n')
    expect(cleo?.body_text).toContain('Your total: -2 points (was 0)')
  })

  test('other rules are told once a sport has locked: what they were, why, and what they make of the rank', async () => {
    const parts = await openLeague({ [ANN]: 'Reds', [CLEO]: 'Blues' })
    const rules = leagueRules(DEFAULT_SETTINGS)
    const given = (changed: Partial<SeasonRules>) =>
      because(parts, 'Agreed at dinner', seasonStream, [SEASON], (state) =>
        setRules(state.season, { ...rules, ...changed }, { isFrozen: true, reason: 'Agreed at dinner' }),
      )
    await given({ noPick: -1 })
    await mailAll(parts)
    expect(await mailed(parts, 'rules-changed')).toEqual([])
    await lock(parts)
    await complete(parts, REDS_WON)
    await mailAll(parts)
    const [results] = await mailed(parts, 'results')
    expect(results?.body_text).toContain(
      `Rules of this season:\n${parts.settings.appUrl}/rules?season=${SEASON}`,
    )
    await given({ noPick: -3, dropWorst: 2, tieBreak: ['countback'] })
    await mailAll(parts)
    const [cleo, family] = await mailed(parts, 'rules-changed')
    expect(family?.recipient_name).toBe('Ann and Bob')
    expect(family?.body_text).toContain('* Bob\n\nYour total: -3 points (was -1)')
    expect(cleo?.subject).toBe('Family Cup: the rules have changed')
    expect(cleo?.body_text).toContain(
      'No pick: -3 points (was -1)\nSports: the 2 worst sports are dropped (was every sport counts)\n' +
        'Ties: most first places, then second places, and so on (was shared)\n' +
        'Changed by: An admin\nReason: Agreed at dinner',
    )
    expect(cleo?.body_text).not.toContain('1st place:')
  })

  test('other rules from before the first lock are not told later either', async () => {
    const parts = await openLeague({ [ANN]: 'Reds' })
    await parts.run(seasonStream, [SEASON], (state) =>
      setRules(
        state.season,
        { ...leagueRules(DEFAULT_SETTINGS), noPick: -1 },
        { isFrozen: false, reason: null },
      ),
    )
    parts.clock.set('2027-01-10T13:00:00.000Z')
    await lock(parts)
    await mailAll(parts)
    expect(await mailed(parts, 'rules-changed')).toEqual([])
  })

  test('where all have less than nothing there are ranks, also for who has nothing', async () => {
    const parts = await openLeague({ [ANN]: 'Reds' })
    const rules = { points: { ...DEFAULT_POINTS, first: 0 }, noPick: -2, dropWorst: 0, tieBreak: [] }
    await parts.run(seasonStream, [SEASON], (state) =>
      setRules(state.season, rules, { isFrozen: false, reason: null }),
    )
    await lock(parts)
    await complete(parts, REDS_WON)
    await mailAll(parts)
    const [cleo, family] = await mailed(parts, 'results')
    expect(cleo?.body_text).toContain('Your total: -2 points\nYour rank: 2nd of 4, shared with 2 others')
    expect(family?.body_text).toContain('Your total: 0 points\nYour rank: 1st of 4')
  })

  test('other rules are told also where the only sport that had locked was deleted for ever', async () => {
    const parts = await openLeague({ [ANN]: 'Reds' })
    await lock(parts)
    await change(parts, (state, inSeason) => deleteRound(state, inSeason, parts.clock.now()))
    await change(parts, purgeRound)
    await mailAll(parts)
    const rules = { ...leagueRules(DEFAULT_SETTINGS), noPick: -1 }
    await because(parts, 'Agreed at dinner', seasonStream, [SEASON], (state) =>
      setRules(state.season, rules, { isFrozen: true, reason: 'Agreed at dinner' }),
    )
    await mailAll(parts)
    const [cleo] = await mailed(parts, 'rules-changed')
    expect(cleo?.body_text).toContain('No pick: -1 point (was 0)')
  })

  test('another weight of a sport is told with what it was', async () => {
    const parts = await openLeague({ [ANN]: 'Reds', [CLEO]: 'Blues' })
    await lock(parts)
    await complete(parts, REDS_WON)
    await mailAll(parts)
    await because(parts, 'The final', seasonStream, [SEASON], (state) =>
      setWeight(roundIn(state, ROUND), state.season, 3, { isFrozen: true, reason: 'The final' }),
    )
    await mailAll(parts)
    const [cleo] = await mailed(parts, 'rules-changed')
    expect(cleo?.body_text).toContain('Football: counts ×3 (was ×1)\nChanged by: An admin\nReason: The final')
    expect(cleo?.body_text).toContain('Your total: 15 points (was 5)')
  })

  test('mails link to the rules where the weight of a sport is all that is special about them', async () => {
    const parts = await openLeague()
    await parts.run(seasonStream, [SEASON], (state) =>
      setWeight(roundIn(state, ROUND), state.season, 2, { isFrozen: false, reason: null }),
    )
    await lock(parts)
    await mailAll(parts)
    const [invited] = await mailed(parts, 'pick-link')
    const [locked] = await mailed(parts, 'picks-locked')
    expect(invited?.body_text).not.toContain('Rules of this season')
    expect(locked?.body_text).toContain('Rules of this season')
  })

  test('a guess is told to its player from the lock on, and the answer to everybody with the result', async () => {
    const parts = await openLeague()
    await parts.run(seasonStream, [SEASON], (state) =>
      askTieBreak(roundIn(state, ROUND), { question: 'How many goals?', unit: 'goals' }, state),
    )
    const context = await parts.pickContext(ROUND, CLEO)
    await parts.run(pick, [ROUND, CLEO], (state, now) => submitPick(state, context, ['Reds'], now, 40.5))
    parts.clock.advance(1_000)
    await lock(parts)
    await mailAll(parts)
    const [locked, others] = await mailed(parts, 'picks-locked')
    expect(locked?.body_text).toMatch(/^Your pick: Reds, saved .*\nYour guess: 40.5 goals$/m)
    expect(others?.body_text).toContain('Your pick: No pick\nYour guess: No guess')
    expect(others?.body_text).not.toContain('40.5')
    await complete(parts, { ...REDS_WON, answer: 41 })
    await mailAll(parts)
    await because(parts, 'Counted again', seasonStream, [SEASON], (state) =>
      correctRound(roundIn(state, ROUND), state.season, { ...REDS_WON, answer: null }, NOBODY_PLACED),
    )
    await mailAll(parts)
    const ofCleo = (await mailed(parts, 'results')).filter((mail) => mail.recipient_name === 'Cleo')
    const first = ofCleo.find(({ subject }) => subject === 'Football: Reds won')
    const corrected = ofCleo.find(({ subject }) => subject === 'Football: corrected results')
    expect(first?.body_text).toContain(
      '2nd place: Blues\nTie-break question: How many goals?\nAnswer: 41 goals\n',
    )
    expect(first?.body_text).toContain('Your pick: Reds\nYour guess: 40.5 goals\nYou scored: ')
    expect(corrected?.body_text).toContain(
      'Tie-break question: How many goals?\nAnswer: No answer (was 41 goals)\n',
    )
  })

  test('results go out also when their season has been put aside meanwhile', async () => {
    const parts = await openLeague()
    await lock(parts)
    await complete(parts, REDS_WON)
    await reactToAll(parts)
    await parts.run(season, [SEASON], deactivateSeason)
    await mailAll(parts)
    expect((await mailed(parts, 'results')).map(({ state }) => state)).toEqual(['kept', 'kept'])
  })

  test('results of a sport that is unlocked again are not sent', async () => {
    const parts = await openLeague()
    await lock(parts)
    await complete(parts, REDS_WON)
    await reactToAll(parts)
    await change(parts, unlockRound)
    await mailAll(parts)
    for (const mail of await mailed(parts, 'results')) {
      expect(mail).toMatchObject({ state: 'skipped', reply: 'Not sent: the sport was unlocked' })
    }
  })
})

test('when a season ends everybody reads who has won, ties whole, and the own rank', async () => {
  const parts = await openLeague({ [ANN]: 'Reds', [BOB]: 'Blues', [CLEO]: 'Blues' })
  await lock(parts)
  await complete(parts, REDS_WON)
  await caughtUp(parts)
  const snapshot = await loadSeason(parts.read, SEASON)
  if (!snapshot) throw new Error('No season')
  const winners = winnersOf(standings(snapshot.facts))
  await parts.run(season, [SEASON], (state, now) =>
    endSeason(state, { unfinishedRounds: [], rules: leagueRules(DEFAULT_SETTINGS), winners, now }),
  )
  await mailAll(parts)
  const [cleo] = await mailed(parts, 'season-ended')
  expect(cleo?.subject).toBe('Family Cup has ended')
  expect(cleo?.body_text).toContain(
    '1st: Ann, 6 points\n2nd (Tie): Bob & Cleo, 5 points\n\n* Your season\n\nYour rank: 2nd of 4',
  )
  // Its rules are nothing but points.
  expect(cleo?.body_text).not.toContain('Rules of this season')
})

test('when a season is opened again everybody reads that nobody has won yet, unless it has ended by then', async () => {
  const parts = await openLeague()
  const end = () =>
    parts.run(season, [SEASON], (state, now) =>
      endSeason(state, { unfinishedRounds: [], rules: leagueRules(DEFAULT_SETTINGS), winners: [], now }),
    )
  const open = () =>
    because(parts, 'A sport was left out', seasonStream, [SEASON], (state) => reopenSeason(state.season))
  await lock(parts)
  await complete(parts, REDS_WON)
  await end()
  await mailAll(parts)
  await open()
  await mailAll(parts)
  const [cleo, ...others] = await mailed(parts, 'season-reopened')
  expect(others).toHaveLength(1)
  expect(cleo).toMatchObject({ state: 'kept', subject: 'Family Cup is open again' })
  expect(cleo?.body_text).toContain('no longer final')
  expect(cleo?.body_text).toContain('Reason: A sport was left out')
  await end()
  await open()
  await reactToAll(parts)
  await end()
  await mailAll(parts)
  const states = (await mailed(parts, 'season-reopened')).map(({ state }) => state)
  expect(states.sort()).toEqual(['kept', 'kept', 'skipped', 'skipped'])
})

test('who reads of a season that is open again reads what other points have made of it meanwhile', async () => {
  const parts = await openLeague({ [ANN]: 'Reds' })
  await lock(parts)
  await complete(parts, REDS_WON)
  await parts.run(season, [SEASON], (state, now) =>
    endSeason(state, { unfinishedRounds: [], rules: leagueRules(DEFAULT_SETTINGS), winners: [], now }),
  )
  await parts.run(settings, [], (state) =>
    changeSettings(state, { ...state, points: { ...state.points, first: 9 } }),
  )
  await because(parts, 'A sport was left out', seasonStream, [SEASON], (state) => reopenSeason(state.season))
  await mailAll(parts)
  const [ann] = (await mailed(parts, 'season-reopened')).filter(({ recipient_name }) =>
    recipient_name.startsWith('Ann'),
  )
  expect(ann?.body_text).toContain('1st place: 9 points (was 6)')
  expect(ann?.body_text).toContain('Your total: 9 points (was 6)')
})

test('a table of standings is cut below ten, keeps its readers, and says at each gap how many it leaves out', () => {
  const ofThirteen = Array.from({ length: 13 }, (_, index) => ({
    ...{ playerId: index + 1, name: `Player ${index + 1}`, rank: index + 1, totalPoints: 20 - index },
  }))
  const told = { standings: ofThirteen, ranksBefore: new Map([[12, 9]]), rules: { tieBreak: [] } }
  const facts = told as unknown as MailFacts
  const [table] = standingsTable(
    facts,
    [{ id: 12, name: 'Player 12', pickUrl: null, storyUrl: null }],
    'So far',
  )
  expect((table as Table).rows.slice(9).map(({ cells }) => cells.join(' '))).toEqual([
    '#10 Player 10 11',
    '… 1 more ',
    '#12 ▼3 Player 12 9',
    '… 1 more ',
  ])
})

describe('a link to an open sport comes also to', () => {
  test('players who join the season late, one mail for those who share an address', async () => {
    const parts = await openLeague()
    for (const [id, name] of [
      [5, 'Eve'],
      [6, 'Fay'],
    ] as const) {
      await parts.run(player, [id], (state) =>
        addPlayer(state, { playerId: id, name, email: 'late@example.com' }),
      )
    }
    await parts.run(season, [SEASON], (state) => addParticipants(state, [5, 6]))
    await mailAll(parts)
    const late = (await mailed(parts, 'pick-link')).filter(
      ({ recipient_address }) => recipient_address === 'late@example.com',
    )
    expect(late).toMatchObject([{ recipient_name: 'Eve and Fay', state: 'kept' }])
    expect(await mailed(parts, 'pick-link')).toHaveLength(3)
  })

  test('a player who gets an address, or another one', async () => {
    const parts = await openLeague()
    await parts.run(player, [DAN], (state) => editPlayer(state, { name: 'Dan', email: 'dan@example.com' }))
    await parts.run(player, [CLEO], (state) => editPlayer(state, { name: 'Cleo', email: 'new@example.com' }))
    await mailAll(parts)
    const addresses = (await mailed(parts, 'pick-link')).map(({ recipient_address }) => recipient_address)
    expect(addresses).toEqual([
      'cleo@example.com',
      'dan@example.com',
      'family@example.com',
      'new@example.com',
    ])
  })

  test('a player who was not active when it was opened, and to nobody who has it already', async () => {
    const parts = await openLeague()
    await parts.run(player, [CLEO], deactivatePlayer)
    await parts.run(player, [CLEO], reactivatePlayer)
    await mailAll(parts)
    expect(await mailed(parts, 'pick-link')).toHaveLength(2)
  })
})

describe('a mail that waits', () => {
  test('goes to the address that the player has when it is sent, and those who move out get their own', async () => {
    const parts = await openLeague()
    await lock(parts)
    await reactToAll(parts)
    await parts.run(player, [BOB], (state) => editPlayer(state, { name: 'Bobby', email: 'bob@example.com' }))
    await caughtUp(parts)
    await sendMails(parts)
    await sendMails(parts)
    const mails = await mailed(parts, 'picks-locked')
    expect(
      mails.map(({ recipient_name, recipient_address, state }) => [recipient_name, recipient_address, state]),
    ).toEqual([
      ['Bobby', 'bob@example.com', 'kept'],
      ['Cleo', 'cleo@example.com', 'kept'],
      ['Ann', 'family@example.com', 'kept'],
    ])
  })

  test('tells the lock time of the moment, and lives as long as the sport is open', async () => {
    const parts = await openedRound()
    await reactToAll(parts)
    const moved = { locksAt: '2027-10-01T18:00:00.000Z', timeZone: 'Asia/Kolkata' }
    await parts.run(round, [ROUND], (): RoundEvent[] => [
      { type: 'RoundRescheduled', data: { roundId: ROUND, ...moved } },
    ])
    await caughtUp(parts)
    parts.clock.set('2027-09-15T12:00:00.000Z')
    await sendMails(parts)
    const [mail] = await mailed(parts, 'pick-link')
    expect(mail).toMatchObject({ state: 'kept', useless_at: moved.locksAt })
    expect(mail?.body_text).toContain('Picks lock: Friday, October 1, 2027 at 11:30 PM UTC+5:30')
  })

  test('tells what is true when it goes out, whatever an earlier one told of the same', async () => {
    const parts = await openedRound()
    await reactToAll(parts)
    const dueAt = '2027-01-10T13:00:00.000Z'
    const late = parts.privateSchema.updateTable('notices').where('player_id', '=', CLEO)
    await late.set({ due_at: dueAt }).execute()
    await sendMails(parts)
    await parts.run(round, [ROUND], (): RoundEvent[] => [
      { type: 'RoundRenamed', data: { roundId: ROUND, sportName: 'Rugby' } },
    ])
    await caughtUp(parts)
    parts.clock.set(dueAt)
    await sendMails(parts)
    const mails = await mailed(parts, 'pick-link')
    expect(mails.map(({ subject }) => subject.includes('Rugby'))).toEqual(
      mails.map(({ recipient_name }) => recipient_name === 'Cleo'),
    )
    expect(mails.length).toBeGreaterThan(1)
  })

  test('shares what it tells with others of its moment, of which nothing stays in memory once the tables move', async () => {
    const parts = await openLeague()
    const factsOf = keepMailFacts(parts)
    const find = (...needs: MailFact[]) => factsOf({ needs, seasonId: SEASON, roundId: ROUND }, null)
    const share = async () => {
      const facts = await find('standings')
      expect(facts).not.toBeNull()
      expect(await find('standings')).toBe(facts)
      return new WeakRef(facts ?? {})
    }
    const former = await share()
    collectGarbage()
    expect(former.deref()).toBeDefined()
    await lock(parts)
    await caughtUp(parts)
    expect((await find('standings'))?.round?.status).toBe('locked')
    collectGarbage()
    expect(former.deref()).toBeUndefined()
  })
})

test('a full rebuild of the read models, and a lost checkpoint, send nothing', async () => {
  const parts = await openLeague({ [ANN]: 'Reds' })
  await lock(parts)
  await mailAll(parts)
  await complete(parts, REDS_WON)
  await mailAll(parts)
  const before = await parts.outbox()
  expect(before).toHaveLength(6)
  await rebuild(parts.database, parts.store)
  await mailAll(parts)
  expect(await parts.outbox()).toEqual(before)
  await parts.privateSchema.deleteFrom('checkpoints').execute()
  await mailAll(parts)
  expect(await parts.outbox()).toEqual(before)
})
