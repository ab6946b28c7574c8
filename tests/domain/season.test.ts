import { describe, expect, test } from 'vitest'
import { DEFAULT_POINTS } from '../../domain/seasons/points.ts'
import { leagueRules, type SeasonRules } from '../../domain/seasons/rules.ts'
import {
  activateSeason,
  activeSeason,
  addParticipants,
  changeNote,
  createSeason,
  deactivateSeason,
  defaultableSeason,
  deleteSeason,
  editSeason,
  endSeason,
  followLeague,
  openSeason,
  presentSeason,
  purgeSeason,
  removeParticipant,
  removeParticipants,
  reopenSeason,
  restoreSeason,
  rulesInForce,
  type SeasonDetails,
  type SeasonEvent,
  season,
  setRules,
} from '../../domain/seasons/season.ts'
import { DEFAULT_SETTINGS } from '../../domain/settings/settings.ts'
import {
  ann,
  bob,
  cleo,
  dayAfter,
  everybodyJoined,
  familyCup,
  joined,
  left,
  seasonCreated,
  seasonDeactivated,
  seasonDeleted,
  seasonEnded,
  seasonPurged,
  seasonReopened,
  seasonRestored,
  stranger,
} from './family-cup-events.ts'
import { given, refusalOf, stateOf } from './given-when-then.ts'

const details: SeasonDetails = { name: 'Family Cup', yearStart: 2027, yearEnd: 2027, commissioner: null }
const seasonActivated: SeasonEvent = { type: 'SeasonActivated', data: {} }
const ended = [...everybodyJoined, seasonEnded]
const deleted = [...everybodyJoined, seasonDeleted]
const ENDED = 'The season has ended. Reopen it to make changes'
const NOT_FOUND = 'Season not found'
const RULES = leagueRules(DEFAULT_SETTINGS)
const ending = {
  unfinishedRounds: [],
  rules: RULES,
  winners: [{ playerId: ann, place: 1, totalPoints: 6 }],
  now: dayAfter,
}

describe('creating a season', () => {
  const create = (form: Partial<typeof details>, participants: number[] = []) =>
    given(season).when(createSeason, { seasonId: familyCup, ...details, ...form, participants })

  test('opens it, active and empty', () => {
    create({}).then(seasonCreated)
    expect(stateOf(season, seasonCreated)).toMatchObject({
      seasonId: familyCup,
      ...details,
      status: 'open',
      active: true,
      participants: new Set(),
      rules: null,
      note: null,
      picksSealed: false,
      deletedAt: null,
    })
  })

  test('adds its first participants, each once', () => {
    create({}, [bob, ann, bob]).then(seasonCreated, joined(bob), joined(ann))
  })

  test('keeps the commissioner', () => {
    create({ commissioner: 'Dana' }).then({
      type: 'SeasonCreated',
      data: { seasonId: familyCup, ...details, commissioner: 'Dana' },
    })
  })

  test('takes an end in the year of its start, or later, but never before', () => {
    create({ yearStart: 2027, yearEnd: 2028 }).then({
      type: 'SeasonCreated',
      data: { seasonId: familyCup, ...details, yearEnd: 2028 },
    })
    create({ yearStart: 2027, yearEnd: 2026 }).thenRefused(
      'invalid',
      'End year must not be before the start year',
      'yearEnd',
    )
  })

  test.each([
    ['open', everybodyJoined],
    ['ended', ended],
    ['deleted', deleted],
    ['purged', [...deleted, seasonPurged]],
  ])('is refused under the id of one that is there, %s', (_, history) => {
    given(season, ...history)
      .when(createSeason, { seasonId: familyCup, ...details, participants: [ann] })
      .thenRefused('busy', `The number ${familyCup} belongs to another season. Please try again`)
  })
})

describe('editing a season', () => {
  const edit = (form: Partial<SeasonDetails>) =>
    given(season, seasonCreated).when(editSeason, { ...details, ...form })

  test('without a change records nothing', () => {
    edit({}).thenNothing()
  })

  test('records a new name', () => {
    edit({ name: 'Cup' }).then({ type: 'SeasonRenamed', data: { name: 'Cup' } })
  })

  test('records new years together', () => {
    edit({ yearEnd: 2028 }).then({ type: 'SeasonYearsChanged', data: { yearStart: 2027, yearEnd: 2028 } })
    edit({ yearStart: 2026 }).then({ type: 'SeasonYearsChanged', data: { yearStart: 2026, yearEnd: 2027 } })
  })

  test('refuses an end before the start', () => {
    edit({ yearStart: 2028 }).thenRefused('invalid', 'End year must not be before the start year', 'yearEnd')
  })

  test('records a new commissioner', () => {
    edit({ commissioner: 'Dana' }).then({ type: 'CommissionerChanged', data: { commissioner: 'Dana' } })
  })

  test('records everything that changed, and the state follows', () => {
    const next = { name: 'Cup', yearStart: 2028, yearEnd: 2029, commissioner: 'Dana' }
    const state = stateOf(season, seasonCreated)
    expect(editSeason(state, next).reduce(season.evolve, state)).toMatchObject(next)
  })
})

describe('the active flag', () => {
  test('is taken and given back', () => {
    given(season, seasonCreated).when(deactivateSeason).then(seasonDeactivated)
    given(season, seasonCreated, seasonDeactivated).when(activateSeason).then(seasonActivated)
    expect(stateOf(season, seasonCreated, seasonDeactivated, seasonActivated)).toMatchObject({ active: true })
  })

  test('stays as it is when set to what it is', () => {
    given(season, seasonCreated).when(activateSeason).thenNothing()
    given(season, seasonCreated, seasonDeactivated).when(deactivateSeason).thenNothing()
  })
})

describe('participants', () => {
  test('are added, each once', () => {
    given(season, seasonCreated).when(addParticipants, [cleo, ann, cleo]).then(joined(cleo), joined(ann))
  })

  test('are not added again when they are in', () => {
    given(season, seasonCreated, joined(ann)).when(addParticipants, [ann]).thenNothing()
    given(season, seasonCreated, joined(ann)).when(addParticipants, [ann, bob]).then(joined(bob))
    given(season, seasonCreated).when(addParticipants, []).thenNothing()
  })

  test('are removed, and may come back', () => {
    given(season, ...everybodyJoined)
      .when(removeParticipant, ann)
      .then(left(ann))
    given(season, ...everybodyJoined, left(ann))
      .when(addParticipants, [ann])
      .then(joined(ann))
    expect(presentSeason(stateOf(season, ...everybodyJoined, left(ann))).participants).toEqual(
      new Set([bob, cleo]),
    )
  })

  test('cannot be removed when they are not in', () => {
    given(season, ...everybodyJoined)
      .when(removeParticipant, stranger)
      .thenRefused('not_found', 'This player is not a participant of the season')
  })

  test('are removed together, and who is not in is passed over', () => {
    given(season, ...everybodyJoined)
      .when(removeParticipants, [ann, stranger, bob, ann])
      .then(left(ann), left(bob))
    given(season, ...ended)
      .when(removeParticipants, [ann])
      .thenRefused('wrong_state', ENDED)
  })
})

describe('ending a season', () => {
  test('keeps the points in force and the winners', () => {
    given(season, ...everybodyJoined)
      .when(endSeason, ending)
      .then(seasonEnded)
    expect(stateOf(season, ...ended)).toMatchObject({
      status: 'ended',
      endedAt: dayAfter,
      kept: RULES,
      winners: ending.winners,
    })
  })

  test('waits for every sport, naming those that are not completed', () => {
    given(season, ...everybodyJoined)
      .when(endSeason, { ...ending, unfinishedRounds: ['Football', 'Final'] })
      .thenRefused('wrong_state', 'Complete these sports before ending the season: Football, Final')
  })

  test('happens once: the second of two calls is refused', () => {
    given(season, ...ended)
      .when(endSeason, ending)
      .thenRefused('wrong_state', 'The season has already ended')
  })

  test('works for a season that is not active', () => {
    given(season, seasonCreated, seasonDeactivated)
      .when(endSeason, { ...ending, winners: [] })
      .then({ type: 'SeasonEnded', data: { endedAt: dayAfter, points: DEFAULT_POINTS, winners: [] } })
  })

  test('is not for a deleted season, ended or not', () => {
    given(season, ...deleted)
      .when(endSeason, ending)
      .thenRefused('not_found', NOT_FOUND)
    given(season, ...ended, seasonDeleted)
      .when(endSeason, ending)
      .thenRefused('not_found', NOT_FOUND)
  })
})

describe('the rules of a season', () => {
  const own: SeasonRules = { points: DEFAULT_POINTS, noPick: -1, dropWorst: 1, tieBreak: ['countback'] }
  const set: SeasonEvent = { type: 'SeasonRulesSet', data: { rules: own } }
  const free = { isFrozen: false, reason: null }
  const frozen = { isFrozen: true, reason: null }
  const open = given(season, ...everybodyJoined)
  const league = { points: { ...DEFAULT_POINTS, first: 9 }, noPick: 2 }

  test('are those of the league until it has its own, and again when it follows it', () => {
    expect(rulesInForce(stateOf(season, ...everybodyJoined), league)).toEqual(leagueRules(league))
    expect(rulesInForce(stateOf(season, ...everybodyJoined, set), league)).toEqual(own)
    open.when(setRules, own, free).then(set)
    given(season, ...everybodyJoined, set)
      .when(followLeague, free)
      .then({ type: 'SeasonRulesFollowed', data: {} })
    open.when(followLeague, frozen).then()
  })

  test('take a reason once a sport has locked, and none when nothing changes', () => {
    const sentence = 'A sport of this season has locked already, so say why: everybody can read the reason'
    open.when(setRules, own, frozen).thenRefused('invalid', sentence, 'reason')
    given(season, ...everybodyJoined, set)
      .when(followLeague, frozen)
      .thenRefused('invalid', sentence, 'reason')
    open.when(setRules, own, { ...frozen, reason: 'Agreed' }).then(set)
    given(season, ...everybodyJoined, set)
      .when(setRules, own, frozen)
      .then()
  })

  test.each([
    [{ noPick: -11 }, 'Points for a missing pick must be between -10 and 20', 'noPick'],
    [{ noPick: 0.5 }, 'Points for a missing pick must be between -10 and 20', 'noPick'],
    [{ dropWorst: 11 }, 'The number of sports to drop must be between 0 and 10', 'dropWorst'],
    [{ points: { ...DEFAULT_POINTS, first: 21 } }, '1st place points must be between 0 and 20', undefined],
    [{ tieBreak: ['countback', 'countback'] }, 'Each tie-break can be in the chain once', 'tieBreak'],
  ] as [Partial<SeasonRules>, string, string | undefined][])('cannot be %j', (part, sentence, field) => {
    open.when(setRules, { ...own, ...part }, free).thenRefused('invalid', sentence, field)
  })

  test('are kept when it ends, and its own again when it is reopened', () => {
    const [end, kept] = [seasonEnded, { type: 'SeasonRulesKept', data: { rules: own } } as const]
    given(season, ...everybodyJoined, set)
      .when(endSeason, { ...ending, rules: own })
      .then(end, kept)
    const over = stateOf(season, ...everybodyJoined, set, end, kept)
    expect(rulesInForce(over, league)).toEqual(own)
    given(season, ...everybodyJoined, set, end, kept)
      .when(setRules, RULES, free)
      .thenRefused('wrong_state', ENDED)
    const again = stateOf(season, ...everybodyJoined, set, end, kept, seasonReopened)
    expect(rulesInForce(again, league)).toEqual(own)
  })

  test('have a note, also once it has ended', () => {
    const noted: SeasonEvent = { type: 'SeasonNoteChanged', data: { note: 'The last one bakes.' } }
    given(season, ...ended)
      .when(changeNote, 'The last one bakes.')
      .then(noted)
    given(season, ...ended, noted)
      .when(changeNote, 'The last one bakes.')
      .then()
  })
})

describe('an ended season', () => {
  const finished = given(season, ...ended)

  test('takes no edits', () => {
    finished.when(editSeason, { ...details, name: 'Cup' }).thenRefused('wrong_state', ENDED)
    finished.when(editSeason, details).thenRefused('wrong_state', ENDED)
    finished.when(addParticipants, [stranger]).thenRefused('wrong_state', ENDED)
    finished.when(removeParticipant, ann).thenRefused('wrong_state', ENDED)
  })

  test('is reopened, without winners and kept points', () => {
    finished.when(reopenSeason).then(seasonReopened)
    expect(stateOf(season, ...ended, seasonReopened)).toEqual(stateOf(season, ...everybodyJoined))
  })

  test('takes edits again once reopened', () => {
    given(season, ...ended, seasonReopened)
      .when(removeParticipant, ann)
      .then(left(ann))
  })

  test('can be deleted and comes back ended', () => {
    finished.when(deleteSeason, dayAfter).then(seasonDeleted)
    expect(stateOf(season, ...ended, seasonDeleted, seasonRestored)).toMatchObject({
      status: 'ended',
      active: false,
      winners: ending.winners,
    })
  })
})

test('a season that has not ended cannot be reopened', () => {
  given(season, ...everybodyJoined)
    .when(reopenSeason)
    .thenRefused('wrong_state', 'The season has not ended')
  given(season, ...ended, seasonReopened)
    .when(reopenSeason)
    .thenRefused('wrong_state', 'The season has not ended')
})

describe('deleting a season', () => {
  test('takes it away and out of play', () => {
    given(season, ...everybodyJoined)
      .when(deleteSeason, dayAfter)
      .then(seasonDeleted)
    expect(stateOf(season, ...deleted)).toMatchObject({ active: false, deletedAt: dayAfter })
  })

  test('can be undone: it comes back inactive, with its participants', () => {
    given(season, ...deleted)
      .when(restoreSeason)
      .then(seasonRestored)
    expect(stateOf(season, ...deleted, seasonRestored)).toMatchObject({
      status: 'open',
      active: false,
      deletedAt: null,
      participants: new Set([ann, bob, cleo]),
    })
  })

  test('can be made permanent, and nothing stays in the state', () => {
    given(season, ...deleted)
      .when(purgeSeason)
      .then(seasonPurged)
    expect(stateOf(season, ...deleted, seasonPurged)).toEqual({ status: 'purged' })
  })

  test('comes before restoring it or deleting it permanently', () => {
    for (const history of [everybodyJoined, ended, [...deleted, seasonRestored]]) {
      const present = given(season, ...history)
      present.when(restoreSeason).thenRefused('wrong_state', 'The season is not deleted')
      present.when(purgeSeason).thenRefused('wrong_state', 'The season is not deleted')
    }
  })
})

describe.each([
  ['never existed', []],
  ['is deleted', deleted],
  ['is purged', [...deleted, seasonPurged]],
])('a season that %s', (_, history) => {
  const gone = given(season, ...history)

  test('is not found', () => {
    gone.when(editSeason, details).thenRefused('not_found', NOT_FOUND)
    gone.when(activateSeason).thenRefused('not_found', NOT_FOUND)
    gone.when(deactivateSeason).thenRefused('not_found', NOT_FOUND)
    gone.when(addParticipants, [ann]).thenRefused('not_found', NOT_FOUND)
    gone.when(removeParticipant, ann).thenRefused('not_found', NOT_FOUND)
    gone.when(endSeason, ending).thenRefused('not_found', NOT_FOUND)
    gone.when(reopenSeason).thenRefused('not_found', NOT_FOUND)
    gone.when(deleteSeason, dayAfter).thenRefused('not_found', NOT_FOUND)
  })
})

test.each([
  ['never existed', []],
  ['is purged', [...deleted, seasonPurged]],
])('a season that %s can be neither restored nor purged, and no event brings it back', (_, history) => {
  given(season, ...history)
    .when(restoreSeason)
    .thenRefused('not_found', NOT_FOUND)
  given(season, ...history)
    .when(purgeSeason)
    .thenRefused('not_found', NOT_FOUND)
  expect(stateOf(season, ...history, seasonRestored)).toEqual(stateOf(season, ...history))
})

describe('asking for a season', () => {
  const open = stateOf(season, ...everybodyJoined)
  const inactive = stateOf(season, ...everybodyJoined, seasonDeactivated)
  const finished = stateOf(season, ...ended)

  test('that is present takes any that is not deleted', () => {
    for (const state of [open, inactive, finished]) expect(presentSeason(state)).toBe(state)
  })

  test('that is open takes an inactive one, but not an ended one', () => {
    for (const state of [open, inactive]) expect(openSeason(state)).toBe(state)
    expect(refusalOf(() => openSeason(finished))).toMatchObject({ kind: 'wrong_state', message: ENDED })
  })

  test('that is active takes neither an inactive nor an ended one', () => {
    expect(activeSeason(open)).toBe(open)
    expect(refusalOf(() => activeSeason(inactive))).toMatchObject({
      kind: 'wrong_state',
      message: 'The season is not active',
    })
    expect(refusalOf(() => activeSeason(finished))).toMatchObject({ kind: 'wrong_state', message: ENDED })
  })
  test('that may be the default takes any that is active', () => {
    for (const state of [open, finished]) expect(defaultableSeason(state)).toBe(state)
    expect(refusalOf(() => defaultableSeason(inactive))).toMatchObject({
      kind: 'wrong_state',
      message: 'A season that is not active cannot be the default. Activate it first',
    })
    expect(refusalOf(() => defaultableSeason(stateOf(season, ...deleted)))).toMatchObject({
      kind: 'not_found',
    })
  })
})
