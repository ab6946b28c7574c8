import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { message } from '../../domain/messages/message.ts'
import { clearPick, enterPick, pick, reenterGuess, submitPick } from '../../domain/picks/pick.ts'
import { type PlayerEvent, player } from '../../domain/players/player.ts'
import { type NoticeEvent, notices } from '../../domain/rounds/asking.ts'
import { type RoundEvent, round } from '../../domain/rounds/round.ts'
import { leagueRules, type SeasonRules } from '../../domain/seasons/rules.ts'
import { type SeasonEvent, season } from '../../domain/seasons/season.ts'
import { seasonStream } from '../../domain/seasons/season-stream.ts'
import { DEFAULT_SETTINGS, settings, switchNotifications } from '../../domain/settings/settings.ts'
import { transact } from '../../platform/event-store/transact.ts'
import { sendMails } from '../../scheduler/jobs/send-mails.ts'
import type { TemplateName } from '../../scheduler/mail/mail-templates.ts'
import { settableClock } from '../support/clock.ts'
import { aLeague } from '../support/league/a-league.ts'
import { schedulerParts } from '../support/scheduler-parts.ts'
import { reactToAll } from '../support/subscription.ts'

const START = '2027-01-10T12:00:00.000Z'
const [SEASON, FOOTBALL, TENNIS, GOLF, ANN] = [1, 1, 2, 3, 1]
const ADDRESS = 'ann@example.com'
/** For as long a lock that has moved is held. */
const HOLD_MS = 10 * 60_000

type Parts = Awaited<ReturnType<typeof openLeague>>
type Deed = (parts: Parts) => Promise<unknown>

const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

/** Football is open, tennis has locked, golf is scored, and all of that was mailed. */
async function openLeague() {
  const clock = settableClock(START)
  const parts = { ...(await schedulerParts({ clock })), clock }
  cleanups.push(parts.close)
  const rounds = aLeague().withPlayers('Ann', 'Bob').withSeason().withRound()
  await rounds
    .withRound({ sportName: 'Tennis' })
    .locked()
    .withRound({ sportName: 'Golf' })
    .completed({ firstPlaceTeam: 'Reds' })
    .in(parts)
  await inRound('TieBreakQuestionSet', FOOTBALL, { question: 'How many goals?', unit: 'goals' })(parts)
  await mailAll(parts)
  return parts
}

async function mailAll(parts: Parts) {
  parts.clock.advance(HOLD_MS)
  await reactToAll(parts)
  await sendMails(parts)
}

/** Texts of mails to Ann, which have gone out. */
const told = async (parts: Parts, template?: string) =>
  (await parts.outbox()).flatMap((mail) =>
    mail.recipient_address === ADDRESS &&
    mail.state === 'kept' &&
    mail.template === (template ?? mail.template)
      ? mail.body_text
      : [],
  )

const inRound =
  <Type extends RoundEvent['type']>(
    type: Type,
    roundId: number,
    data: Omit<Extract<RoundEvent, { type: Type }>['data'], 'roundId'>,
  ): Deed =>
  (parts) =>
    parts.run(round, [roundId], () => [{ type, data: { ...data, roundId } } as unknown as RoundEvent])
const inSeason =
  (...events: SeasonEvent[]): Deed =>
  (parts) =>
    parts.run(season, [SEASON], () => events)
const ofAnn =
  (event: PlayerEvent): Deed =>
  (parts) =>
    parts.run(player, [ANN], () => [event])
const asked =
  (event: NoticeEvent): Deed =>
  (parts) =>
    parts.run(notices, [FOOTBALL], () => [event])
const inOrder =
  (...deeds: Deed[]): Deed =>
  async (parts) => {
    for (const deed of deeds) await deed(parts)
  }

type Answer = (
  ...asked: [Parameters<typeof enterPick>[0], Parameters<typeof enterPick>[1], string]
) => ReturnType<typeof enterPick>
const answer =
  (decide: Answer): Deed =>
  async (parts) => {
    const context = await parts.pickContext(FOOTBALL, ANN)
    await parts.run(pick, [FOOTBALL, ANN], (state, now) => decide(state, context, now))
  }
const submit = (team: string, guess = 40) =>
  answer((...[state, of, now]) => submitPick(state, of, [team], now, guess))
const enter = (team: string, guess?: number) =>
  answer((...[state, of, now]) => enterPick(state, of, [team], now, guess))
const guess = (value: number) => answer((...[state, of, now]) => reenterGuess(state, of, value, now))
const clear = answer(clearPick)
const lockAt = (day: number) =>
  inRound('RoundRescheduled', FOOTBALL, {
    locksAt: `2027-07-${day}T18:00:00.000Z`,
    timeZone: 'America/New_York',
  })
const nameSport = (sportName: string) => inRound('RoundRenamed', FOOTBALL, { sportName })
const nameSeason = (name: string) => inSeason({ type: 'SeasonRenamed', data: { name } })
const won = (first: string) => inRound('RoundCompleted', GOLF, { places: { first }, placements: [] })
const points =
  (first: number): Deed =>
  (parts) =>
    parts.run(settings, [], (state) => [
      { type: 'PointsChanged' as const, data: { points: { ...state.points, first } } },
    ])
const rules = (other: Partial<SeasonRules>) =>
  inSeason({ type: 'SeasonRulesSet', data: { rules: { ...leagueRules(DEFAULT_SETTINGS), ...other } } })
const first = (first: number) => ({ points: { ...DEFAULT_SETTINGS.points, first } })
const end =
  (counted = 6): Deed =>
  (parts) =>
    inSeason({ type: 'SeasonEnded', data: { endedAt: parts.clock.now(), ...first(counted), winners: [] } })(
      parts,
    )
const reopen = inSeason({ type: 'SeasonReopened', data: {} })
const seal = inSeason({ type: 'PicksSealedFromAdmins', data: {} })

describe('what a mail says that it was is what the last mail that went out said that it is', () => {
  type Row = { before?: Deed; says: RegExp; deeds: Deed[]; later: Deed[]; values: [string, string, string] }
  const PICK = /Your pick now: (?<is>.*)\n[\s\S]*Before: (?<was>.*)/
  const GUESS = /Your guess: (?<is>\d+) goals \(was (?<was>\d+) goals\)/
  const FIRST = /1st place: (?<is>\d+) points \(was (?<was>\d+)\)/
  const TWICE: Record<string, Row> = {
    'a lock': {
      says: /It was: \w+, \w+ (?<was>\d+),[\s\S]*It is: \w+, \w+ (?<is>\d+),/,
      ...{ deeds: [lockAt(11), lockAt(13)], later: [lockAt(15), lockAt(17)], values: ['1', '13', '17'] },
    },
    'a pick': {
      ...{ before: submit('Reds'), says: PICK, values: ['Reds', 'Greens', 'Reds'] },
      ...{ deeds: [enter('Blues'), enter('Greens')], later: [enter('Blues'), enter('Reds')] },
    },
    'the same pick, entered twice where admins do not see it': {
      ...{ before: inOrder(seal, submit('Reds')), says: PICK, values: ['Reds', 'Blues', 'Greens'] },
      ...{ deeds: [enter('Blues'), enter('Blues')], later: [enter('Greens')] },
    },
    'a pick that is entered and cleared': {
      ...{ before: submit('Reds'), says: PICK, values: ['Reds', 'No pick', 'Blues'] },
      ...{ deeds: [enter('Greens'), clear], later: [enter('Greens'), enter('Blues')] },
    },
    'a pick that is cleared and entered': {
      ...{ before: submit('Reds'), says: PICK, values: ['Reds', 'Blues', 'No pick'] },
      ...{ deeds: [clear, enter('Blues')], later: [enter('Greens'), clear] },
    },
    'a pick that its player changes between': {
      ...{ before: submit('Reds'), says: PICK, values: ['Greens', 'Blues', 'Reds'] },
      ...{ deeds: [enter('Blues'), submit('Greens'), enter('Blues')], later: [enter('Reds')] },
    },
    'a pick whose guess is changed right after it': {
      ...{ before: submit('Reds'), says: PICK, values: ['Reds', 'Blues', 'Greens'] },
      ...{ deeds: [enter('Blues'), guess(50)], later: [enter('Greens')] },
    },
    'a guess': {
      ...{ before: submit('Reds'), says: GUESS, values: ['40', '60', '70'] },
      ...{ deeds: [guess(50), guess(60)], later: [guess(70)] },
    },
    'a guess that comes with a pick': {
      ...{ before: submit('Reds'), says: GUESS, values: ['40', '60', '80'] },
      ...{ deeds: [guess(50), enter('Blues', 60)], later: [enter('Reds', 70), guess(80)] },
    },
    'the name of a sport': {
      says: /Sport: (?<is>.*) \(was (?<was>.*)\)/,
      ...{ deeds: [nameSport('Rugby'), nameSport('Polo')], later: [nameSport('Chess')] },
      values: ['Football', 'Polo', 'Chess'],
    },
    'the name of a season': {
      says: /Season: (?<is>.*), 2027 \(was (?<was>.*), 2027\)/,
      ...{ deeds: [nameSeason('A Cup'), nameSeason('B Cup')], later: [nameSeason('C Cup')] },
      values: ['Family Cup', 'B Cup', 'C Cup'],
    },
    'a result': {
      says: /1st place: (?<is>.*) \(was (?<was>.*)\)/,
      ...{ deeds: [won('Blues'), won('Greens')], later: [won('Reds'), won('Blues')] },
      values: ['Reds', 'Greens', 'Blues'],
    },
    points: {
      ...{ says: FIRST, deeds: [points(7), points(9)], later: [points(8)], values: ['6', '9', '8'] },
    },
    rules: {
      says: /No pick: (?<is>\S+) points \(was (?<was>\S+)\)/,
      ...{ deeds: [rules({ noPick: -2 }), rules({ noPick: -3 })], later: [rules({ noPick: -4 })] },
      values: ['0', '-3', '-4'],
    },
    'points, and then rules': {
      ...{ says: FIRST, values: ['6', '9', '8'] },
      ...{ deeds: [points(7), rules(first(9))], later: [rules(first(8))] },
    },
    'the points of a season that is open again': {
      ...{ before: end(), says: FIRST, values: ['6', '9', '8'] },
      ...{ deeds: [points(7), reopen, end(7), points(9), reopen], later: [end(9), points(8), reopen] },
    },
  }

  test.each(Object.entries(TWICE))('%s', async (_, { before, says, deeds, later, values }) => {
    const parts = await openLeague()
    await before?.(parts)
    await mailAll(parts)
    const news = async (...some: Deed[]) => {
      const former = await told(parts)
      await inOrder(...some)(parts)
      await mailAll(parts)
      const texts = (await told(parts)).filter((text) => !former.includes(text))
      return texts.map((text) => says.exec(text)).flatMap((found) => (found ? [{ ...found.groups }] : []))
    }
    const [known, then, now] = values
    expect(await news(...deeds)).toEqual([{ was: known, is: then }])
    expect(await news(...later)).toEqual([{ was: then, is: now }])
  })
})

describe('what passes delays a mail, and settles nothing', () => {
  const STATES = {
    'player inactive': [
      ofAnn({ type: 'PlayerDeactivated', data: {} }),
      ofAnn({ type: 'PlayerReactivated', data: {} }),
    ],
    'player removed': [
      inSeason({ type: 'ParticipantRemoved', data: { playerId: ANN } }),
      inSeason({ type: 'ParticipantAdded', data: { playerId: ANN } }),
    ],
    'no address': [
      ofAnn({ type: 'PlayerEmailChanged', data: { email: null } }),
      ofAnn({ type: 'PlayerEmailChanged', data: { email: ADDRESS } }),
    ],
    'mail off': [
      (parts) => parts.run(settings, [], (state) => switchNotifications(state, false)),
      (parts) => parts.run(settings, [], (state) => switchNotifications(state, true)),
    ],
    'season inactive': [
      inSeason({ type: 'SeasonDeactivated', data: {} }),
      inSeason({ type: 'SeasonActivated', data: {} }),
    ],
    'season deleted': [
      inSeason({ type: 'SeasonDeleted', data: { deletedAt: START } }),
      inSeason({ type: 'SeasonRestored', data: {} }, { type: 'SeasonActivated', data: {} }),
    ],
    'sport deleted': [
      inOrder(...[FOOTBALL, TENNIS, GOLF].map((id) => inRound('RoundDeleted', id, { deletedAt: START }))),
      inOrder(...[FOOTBALL, TENNIS, GOLF].map((id) => inRound('RoundRestored', id, {}))),
    ],
    'sport cancelled': [
      inOrder(...[FOOTBALL, TENNIS].map((id) => inRound('RoundCancelled', id, { cancelledAt: START }))),
      inOrder(...[FOOTBALL, TENNIS].map((id) => inRound('RoundReinstated', id, {}))),
    ],
  } satisfies Record<string, [on: Deed, off: Deed]>
  type State = keyof typeof STATES
  const ALL = Object.keys(STATES) as State[]
  const but = (states: readonly State[], ...others: State[]) =>
    states.filter((state) => !others.includes(state))
  const OF_SPORT = but(ALL, 'sport cancelled')
  const OF_SEASON = but(OF_SPORT, 'sport deleted')
  const OUT: State[] = ['no address', 'season deleted', 'sport deleted', 'sport cancelled']

  /** `atOnce`: states in which it goes out all the same. Others do not come together with it. */
  type Row = { before?: Deed; deed: Deed; after?: Deed; delays: State[]; atOnce?: State[] }
  const NAMING_ITS_READER = { delays: OUT, atOnce: but(ALL, ...OUT) }
  const FINAL = {
    delays: but(OF_SEASON, 'season inactive'),
    atOnce: ['season inactive'],
  } satisfies Partial<Row>
  let times = 0
  const byTurns =
    (one: Deed, other: Deed): Deed =>
    (parts) =>
      (times++ % 2 === 0 ? one : other)(parts)
  const remind = (kind: 'by_hand' | 'final') =>
    asked({
      type: 'PlayersReminded',
      data: { roundId: FOOTBALL, seasonId: SEASON, kind, recipients: [ANN] },
    })
  /** By an admin who has not looked yet. */
  const looked = ({ clock }: Parts) => ({
    ...({ id: randomUUID(), actor: { kind: 'admin', id: 100 + times++ }, occurredAt: clock.now() } as const),
  })
  const lookAt: Deed = (parts) =>
    transact(parts.store, {
      ...{ aggregate: seasonStream, id: [SEASON], command: looked(parts) },
      decide: () => [{ type: 'PicksLookedAt' as const, data: { roundId: FOOTBALL, playerIds: [ANN] } }],
    })
  const LINK = { roundId: FOOTBALL, seasonId: SEASON, playerId: ANN }
  const copyLink: Deed = (parts) =>
    transact(parts.store, {
      ...{ aggregate: notices, id: [FOOTBALL], command: looked(parts) },
      decide: () => [{ type: 'PickLinkCopied' as const, data: LINK }],
    })
  const write: Deed = (parts) => {
    const words = { subject: 'Dinner', text: 'At seven.' }
    const details = { ...words, seasonId: SEASON, audience: 'all', recipients: [ANN] } as const
    const messageId = ++times
    return parts.run(message, [messageId], () => [
      { type: 'MessageSent' as const, data: { messageId, ...details } },
    ])
  }
  const cancel = inRound('RoundCancelled', FOOTBALL, { cancelledAt: START })
  const reinstate = inRound('RoundReinstated', FOOTBALL, {})
  const [pause, resume] = STATES['season inactive']

  const MAILS: Record<Exclude<TemplateName, 'player-deleted' | 'address-changed'>, Row> = {
    'pick-link': { deed: asked({ type: 'PickLinkResent', data: LINK }), delays: ALL },
    reminder: { deed: remind('by_hand'), delays: ALL },
    'final-reminder': { deed: remind('final'), delays: ALL },
    // A reinstatement tells the lock.
    'lock-moved': { deed: byTurns(lockAt(11), lockAt(13)), delays: OF_SPORT },
    'pick-entered': { before: submit('Reds'), deed: enter('Blues'), ...NAMING_ITS_READER },
    'pick-cleared': { before: submit('Reds'), deed: clear, ...NAMING_ITS_READER },
    'guess-entered': { before: submit('Reds'), deed: guess(50), ...NAMING_ITS_READER },
    'looked-at': { before: seal, deed: lookAt, delays: ['no address'], atOnce: but(ALL, 'no address') },
    'link-copied': { before: seal, deed: copyLink, delays: ['no address'], atOnce: but(ALL, 'no address') },
    reworded: { deed: byTurns(nameSport('Rugby'), nameSport('Polo')), delays: ALL },
    cancelled: { deed: cancel, after: reinstate, delays: OF_SPORT },
    reinstated: { before: cancel, deed: reinstate, delays: OF_SPORT },
    'picks-paused': { deed: pause, after: resume, delays: ['no address', 'mail off'] },
    'picks-resumed': { before: pause, deed: resume, delays: OF_SEASON },
    receipt: {
      before: ofAnn({ type: 'MailWelcomed', data: { topic: 'receipts' } }),
      deed: byTurns(submit('Reds'), submit('Blues')),
      ...{ delays: but(OF_SPORT, 'season inactive'), atOnce: ['season inactive', 'sport cancelled'] },
    },
    'picks-locked': { deed: inRound('RoundLocked', TENNIS, { lockedAt: START }), delays: ALL },
    results: {
      deed: byTurns(won('Blues'), won('Reds')),
      ...{ delays: but(OF_SPORT, 'season inactive'), atOnce: ['season inactive'] },
    },
    'points-changed': { deed: byTurns(points(7), points(8)), delays: OF_SEASON },
    'rules-changed': { deed: byTurns(rules({ noPick: -1 }), rules({ noPick: -2 })), delays: OF_SEASON },
    'season-ended': { deed: end(), after: reopen, ...FINAL },
    'season-reopened': { before: end(), deed: reopen, ...FINAL },
    message: { deed: write, delays: ['no address', 'mail off', 'season inactive', 'season deleted'] },
  }

  test.each(Object.entries(MAILS))('%s', async (template, { before, deed, after, delays, atOnce = [] }) => {
    const parts = await openLeague()
    for (const state of [...delays, ...atOnce]) {
      const [on, off] = STATES[state]
      await before?.(parts)
      await mailAll(parts)
      const former = (await told(parts, template)).length
      const news = async () => (await told(parts, template)).length - former
      // It is so when the event comes, and again when the mail goes out.
      await inOrder(deed, on)(parts)
      await reactToAll(parts)
      await off(parts)
      await reactToAll(parts)
      await on(parts)
      await mailAll(parts)
      expect(await news(), `while ${state}`).toBe(delays.includes(state) ? 0 : 1)
      await off(parts)
      await mailAll(parts)
      expect(await news(), `after ${state}`).toBe(1)
      await after?.(parts)
    }
  })
})
