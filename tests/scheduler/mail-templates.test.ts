import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pick, submitPick } from '../../domain/picks/pick.ts'
import type { PresentPlayer } from '../../domain/players/player.ts'
import { type PresentRound, type RoundEvent, round } from '../../domain/rounds/round.ts'
import { completeRound } from '../../domain/rounds/round-decisions.ts'
import { NOBODY_PLACED } from '../../domain/rounds/round-result.ts'
import type { TieBreak } from '../../domain/seasons/rules.ts'
import type { Table } from '../../platform/mail/email-content.ts'
import { findMailFacts, keepMailFacts, type MailFacts } from '../../scheduler/mail/mail-facts.ts'
import { isMadeFrom, TEMPLATE_NAMES, type TemplateName } from '../../scheduler/mail/mail-templates.ts'
import { standingsTable } from '../../scheduler/mail/mails/standings-table.ts'
import { writeMail } from '../../scheduler/mail/write-mail.ts'
import { caughtUp } from '../support/caught-up.ts'
import { settableClock } from '../support/clock.ts'
import { aLeague } from '../support/league/a-league.ts'
import { lockedNow, seasonInLog } from '../support/league/commands.ts'
import { type SchedulerParts, schedulerParts } from '../support/scheduler-parts.ts'

const [SEASON, ROUND, ANN] = [1, 1, 1]
const [OTHER, ADMIN, PICKED] = ['Zebulon', 'Casimira', 'Quokkas']

let parts: SchedulerParts
let facts: MailFacts
let reader: PresentPlayer

beforeAll(async () => {
  const clock = settableClock('2027-01-10T12:00:00.000Z')
  parts = await schedulerParts({ clock })
  await aLeague()
    .withPlayers('Ann', OTHER)
    .withSeason()
    .withRound({ teams: ['Reds', 'Blues', PICKED] })
    .in(parts)
  const context = await parts.pickContext(ROUND, ANN)
  await parts.run(pick, [ROUND, ANN], (state, now) => submitPick(state, context, [PICKED], now))
  clock.advance(1_000)
  await parts.run(round, [ROUND], lockedNow)
  const inSeason = await seasonInLog(parts.store, SEASON)
  const result = { places: { first: 'Reds', second: 'Blues' }, placements: [] }
  await parts.run(round, [ROUND], (state) => completeRound(state, inSeason, result, NOBODY_PLACED))
  await caughtUp(parts)
  const subject = { needs: ['standings', 'picked'], seasonId: SEASON, roundId: ROUND } as const
  const found = await findMailFacts(parts, subject)
  const ann = found?.players.get(ANN)
  if (!found?.round || !ann) throw new Error('There is a league')
  const { rules, standings } = found
  reader = ann
  facts = {
    ...found,
    picked: found.picked && {
      ...{ ...found.picked, pickedIds: [1, 2] },
      values: [{ number: null, value: 'Reds', playerIds: [2] }],
    },
    formerPicks: new Map([[ANN, ['Blues']]]),
    before: { rules, weights: new Map(), result, standings },
    seasonBefore: found.season,
    roundBefore: found.round,
    deed: { type: null, by: ADMIN, reason: null },
    message: { subject: 'Dinner on Friday', text: `${ADMIN} cooks`, replyTo: null, isWithdrawn: false },
  }
})
afterAll(() => parts.close())

describe('an erasure and a seal on picks find each mail that they are about', () => {
  test.each(TEMPLATE_NAMES)('%s', (template) => {
    const sections = [{ facts, players: [reader], isAgain: false, uselessAt: null }]
    const { text, namesOthers } = writeMail(parts, template, sections)
    expect(text.includes(OTHER) || text.includes(ADMIN)).toBe(namesOthers)
    const isAfterLock = isMadeFrom(template, 'seal')
    expect(text.includes(PICKED) && !isAfterLock).toBe(isMadeFrom(template, 'entry'))
  })
})

test('what everybody picked is drawn in bars of ten at most, and what is too long is counted', () => {
  const made = (_: unknown, index: number) => ({
    ...{ number: null, value: `Team ${index + 1}` },
    playerIds: Array.from({ length: index === 0 ? 40 : 9 - index }, (_, player) => player + 1),
  })
  const values = Array.from({ length: 9 }, made)
  const picked = { pickedIds: [], aloneIds: [], values, missingIds: [7, 8] }
  const sections = [{ facts: { ...facts, picked }, players: [reader], isAgain: false, uselessAt: null }]
  const bars = ['Team 1: ██████████ 40', 'Team 2: ██ 8', 'Team 3: ██ 7', 'Team 4: ██ 6', 'Team 5: ██ 5']
  expect(writeMail(parts, 'picks-locked', sections).text).toContain(
    ['* What everybody picked\n', ...bars, 'Team 6: █ 4', 'Team 7: █ 3', '…: 2 more', 'No pick: 2'].join(
      '\n',
    ),
  )
})

const SUBJECT_ON_A_PHONE = 40

const NEWS: Record<TemplateName, string> = {
  'pick-link': 'pick by',
  reminder: 'your pick is missing',
  'final-reminder': 'last call',
  'lock-moved': 'now locks',
  'pick-entered': 'an admin changed your pick',
  'pick-cleared': 'an admin cleared your pick',
  'guess-entered': 'an admin changed your gues',
  'looked-at': 'an admin looked at',
  'link-copied': 'an admin copied the link',
  reworded: 'the wording has changed',
  cancelled: 'is cancelled',
  reinstated: 'is back on',
  'picks-paused': 'you could not pick',
  'picks-resumed': 'you can pick again',
  'player-deleted': 'you were deleted',
  'address-changed': "Ann's address was changed",
  receipt: 'your pick is saved',
  'picks-locked': 'picks are locked',
  results: 'Reds won',
  'points-changed': 'the points have changed',
  'rules-changed': 'the rules have changed',
  'season-ended': 'has ended',
  'season-reopened': 'is open again',
  message: 'Dinner on Friday',
}

/** With a sport and a season whose names have the usual length. */
function mailOf(template: TemplateName, round: Partial<PresentRound>, standings: MailFacts['standings']) {
  const named = { ...facts.round, sportName: 'World Series', ...round } as PresentRound
  const rules = { ...facts.rules, tieBreak: ['round_wins', 'guess'] as const }
  const told = {
    ...facts,
    round: named,
    rules,
    before: null,
    formerPicks: facts.picks,
    standings,
    honours: { winners: standings.filter(({ rank }) => rank === 1), sentences: [], ties: new Map() },
  }
  return writeMail(parts, template, [{ facts: told, players: [reader], isAgain: false, uselessAt: null }])
}

describe('a subject tells the news in the characters that a phone shows', () => {
  test.each(TEMPLATE_NAMES)('%s', (template) => {
    const { subject } = mailOf(template, template === 'results' ? {} : { status: 'active' }, [])
    expect(subject.slice(0, SUBJECT_ON_A_PHONE)).toContain(NEWS[template])
  })
  const standing = (playerId: number, rank: number, totalPoints: number) => ({
    playerId,
    name: `Player ${playerId}`,
    rank,
    totalPoints,
    scores: new Map(),
  })

  test.each([
    ['You won Family Cup!', 'Player 1', [standing(ANN, 1, 6), standing(2, 2, 4)]],
    [
      'You won Family Cup! Shared with 1 other.',
      'Player 1 and Player 2',
      [standing(ANN, 1, 6), standing(2, 1, 6)],
    ],
    ['Family Cup has ended', 'Player 2', [standing(2, 1, 6), standing(ANN, 2, 4)]],
  ])('the end of a season: %s', (expected, congratulated, standings) => {
    const { subject, text } = mailOf('season-ended', {}, standings)
    expect(subject).toBe(expected)
    expect(text).toContain(`Congratulations, ${congratulated}!`)
    expect(text).toMatch(/See the hall of fame:\s+\S+\/champions/)
  })
})

test('standings say what put equal points in an order', () => {
  const decidedBy = (...by: readonly TieBreak[]) =>
    facts.standings.map((standing, index) => ({ ...standing, decidedBy: by[index] ?? 'guess' }))
  expect(mailOf('results', {}, decidedBy()).text).toContain('Tied players are ranked by closest guess.')
  expect(mailOf('results', {}, decidedBy('guess', 'round_wins')).text, 'as the season asks').toContain(
    'Tied players are ranked by most sports won, then closest guess.',
  )
  expect(mailOf('results', {}, facts.standings).text).not.toContain('Tied players')
})

test('a table of standings is cut below ten, keeps its readers, and says at each gap how many it leaves out', () => {
  const ofThirteen = Array.from({ length: 13 }, (_, index) => ({
    ...{ playerId: index + 1, name: `Player ${index + 1}`, rank: index + 1, totalPoints: 20 - index },
  }))
  const told = { ...facts, standings: ofThirteen as never, ranksBefore: new Map([[12, 9]]) }
  const [table] = standingsTable(
    told,
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

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

test('mails of one moment share what they tell, of which nothing stays in memory once the tables move', async () => {
  const find = keepMailFacts(parts)
  const results = () => find({ needs: ['standings'], seasonId: SEASON, roundId: ROUND }, null)
  const share = async () => {
    const found = await results()
    expect(found).not.toBeNull()
    expect(await results()).toBe(found)
    return new WeakRef(found ?? {})
  }
  const former = await share()
  collectGarbage()
  expect(former.deref()).toBeDefined()
  await parts.run(round, [ROUND], (): RoundEvent[] => [
    { type: 'RoundRenamed', data: { roundId: ROUND, sportName: 'Rugby' } },
  ])
  await caughtUp(parts)
  expect((await results())?.round?.sportName).toBe('Rugby')
  collectGarbage()
  expect(former.deref()).toBeUndefined()
})
