import { describe, expect, test } from 'vitest'
import { type RoundEvent, round } from '../../domain/rounds/round.ts'
import { undoRound } from '../../domain/rounds/round-events.ts'
import { NOBODY_PLACED } from '../../domain/rounds/round-result.ts'
import { type CopyWishes, copySports, planCopies, sportsToCopy } from '../../domain/seasons/copying.ts'
import type { SeasonEvent } from '../../domain/seasons/season.ts'
import { type SeasonAndRounds, seasonStream } from '../../domain/seasons/season-stream.ts'
import { inverseOfAll } from '../../domain/undo/undo.ts'
import { nextShown, wallClock } from '../../platform/time/time-zone.ts'
import {
  asHockey,
  dayAfter,
  dayBefore,
  draft,
  familyCup,
  football,
  footballDetails,
  hockey,
  justBefore,
  locked,
  lockedByHand,
  lockedWriteIn,
  lockTime,
  longBefore,
  oscarsDetails,
  roundDeleted,
  roundRenamed,
  seasonCreated,
  seasonDeleted,
  seasonEnded,
} from './family-cup-events.ts'
import { refusalOf, stateOf } from './given-when-then.ts'

type Event = SeasonEvent | RoundEvent

const nextCup = 11
const nextCreated: SeasonEvent = {
  type: 'SeasonCreated',
  data: { seasonId: nextCup, name: 'Next Cup', yearStart: 2028, yearEnd: 2028, commissioner: null },
}
const at = { now: dayAfter, zones: { wallClock, nextShown } }
const everything: CopyWishes = { shift: 'weekday', lockTimes: new Map() }

const season = (...events: Event[]) => stateOf(seasonStream, ...events)
const cup = (...events: Event[]) => season(seasonCreated, ...events)
const next = (...events: Event[]) => season(nextCreated, ...events)
const plan = (source: SeasonAndRounds, target = next(), wishes: Partial<CopyWishes> = {}) =>
  planCopies(source, target, { ...everything, ...wishes }, at)
const copied = (...of: Parameters<typeof plan>) => copySports(of[1] ?? next(), plan(...of).copies, [30, 31])

const nextFootball = {
  ...footballDetails,
  roundId: 30,
  seasonId: nextCup,
  locksAt: '2028-03-12T18:00:00.000Z',
}
const from = (roundId: number, fromRoundId: number): RoundEvent => ({
  type: 'RoundCopied',
  data: { roundId, fromRoundId, fromSeasonId: familyCup },
})
const question = { question: 'How many goals?', unit: null }
const asked = (roundId: number): RoundEvent => ({
  type: 'TieBreakQuestionSet',
  data: { roundId, ...question },
})
const weighed: RoundEvent = { type: 'RoundWeightSet', data: { roundId: football, weight: 2 } }
const cancelled = (roundId: number): RoundEvent => ({
  type: 'RoundCancelled',
  data: { roundId, cancelledAt: dayBefore },
})

describe('a copy', () => {
  test('is a draft of the same sport, and says after all others where it is from', () => {
    expect(copied(cup(...locked, ...asHockey(...lockedWriteIn)))).toEqual([
      { type: 'RoundCreated', data: nextFootball },
      {
        type: 'RoundCreated',
        data: { ...nextFootball, ...oscarsDetails, locksAt: nextFootball.locksAt, roundId: 31 },
      },
      from(30, football),
      from(31, hockey),
    ])
  })

  test('counts as often, and asks the same question', () => {
    expect(copied(cup(...draft, weighed, asked(football)))).toEqual([
      { type: 'RoundCreated', data: { ...nextFootball, weight: 2, tieBreak: question } },
      from(30, football),
    ])
    const state = stateOf(round, ...(copied(cup(...draft, weighed, asked(football))) as RoundEvent[]))
    expect(state).toMatchObject({ status: 'draft', weight: 2, tieBreak: question })
  })

  test.each<[string, RoundEvent[]]>([
    ['another sport', [roundRenamed('Hockey')]],
    ['a deleted sport', [roundDeleted]],
    ['a cancelled sport', [roundRenamed('Hockey'), cancelled(football)]],
  ])('comes without the question where %s of the season asks one, and takes it from nobody', (_, events) => {
    const target = next(...asHockey(...draft, ...events), asked(hockey))
    const source = cup(...draft, asked(football))
    expect(plan(source, target).copies).toMatchObject([
      {
        tieBreak: null,
        warnings: ['Another sport has the tie-break question of the season, so it comes without.'],
      },
    ])
    expect(copied(source, target)).toEqual([{ type: 'RoundCreated', data: nextFootball }, from(30, football)])
  })

  test('comes without its weight where sports have locked, since another weight takes a reason there', () => {
    const source = cup(...draft, weighed)
    const target = next(...asHockey(...locked, roundRenamed('Hockey')))
    expect(plan(source, target).copies).toMatchObject([
      {
        weight: 1,
        warnings: [
          'Sports of the season have locked, so it comes without its weight ×2. Set it by hand, with a reason.',
        ],
      },
    ])
    expect(copied(source, target)).toEqual([{ type: 'RoundCreated', data: nextFootball }, from(30, football)])
  })

  test('locks as the sport was to lock before it was locked by hand', () => {
    expect(plan(cup(...lockedByHand)).copies).toMatchObject([
      { was: lockTime, locksAt: nextFootball.locksAt },
    ])
    const moved = cup(...lockedByHand.slice(0, -1), {
      type: 'RoundRescheduled',
      data: { roundId: football, locksAt: justBefore, timeZone: 'America/New_York' },
    })
    expect(plan(moved).copies).toMatchObject([{ was: justBefore }])
  })

  test('locks when it is told to', () => {
    const given = { lockTimes: new Map([[football, '2028-04-01T12:00:00.000Z']]) }
    expect(copied(cup(...draft), next(), given)).toMatchObject([
      { data: { locksAt: '2028-04-01T12:00:00.000Z' } },
      from(30, football),
    ])
  })

  test('may lock in the past, and says so', () => {
    expect(plan(cup(...draft), next(), { shift: 'keep' }).copies).toMatchObject([
      {
        locksAt: lockTime,
        warnings: ['This lock time has passed. Choose another one before you activate the sport.'],
      },
    ])
  })

  test('says where clocks skip its time', () => {
    const early = { ...footballDetails, locksAt: '2027-03-12T07:30:00.000Z' }
    const source = cup({ type: 'RoundCreated', data: { ...early, roundId: football, seasonId: familyCup } })
    expect(plan(source, next(), { shift: 'date' }).copies).toMatchObject([
      {
        locksAt: '2028-03-12T07:00:00.000Z',
        warnings: ['Clocks skip the old time on this day, so this is the next one that they show.'],
      },
    ])
  })

  test('can open by itself, some days before', () => {
    expect(copied(cup(...draft), next(), { opensDaysBefore: 2 })).toMatchObject([
      { type: 'RoundCreated' },
      { type: 'ActivationPlanned', data: { roundId: 30, opensAt: '2028-03-10T19:00:00.000Z' } },
      from(30, football),
    ])
    const soon = { shift: 'keep', opensDaysBefore: 2 } as const
    const late = planCopies(cup(...draft), next(), { ...everything, ...soon }, { ...at, now: dayBefore })
    expect(late.copies).toMatchObject([
      { opensAt: null, warnings: ['Its time to open has passed. Activate the sport by hand.'] },
    ])
  })
})

describe('not copied is', () => {
  test('what is cancelled or deleted', () => {
    expect(sportsToCopy(cup(...locked, cancelled(football), ...asHockey(...draft, roundDeleted)))).toEqual([])
    expect(copied(cup(...locked, cancelled(football)))).toEqual([])
  })

  test('what was not chosen', () => {
    const source = cup(...draft, ...asHockey(...draft))
    expect(copied(source, next(), { roundIds: [hockey] })).toMatchObject([{}, from(30, hockey)])
    expect(copied(source, next(), { roundIds: [] })).toEqual([])
  })

  test('a sport whose name is there, whatever its case, accents and spaces', () => {
    const target = next(...asHockey(...draft, roundRenamed('Fóot BALL')))
    expect(plan(cup(...draft), target)).toEqual({
      copies: [],
      skipped: [{ roundId: football, sportName: 'Football', why: 'Next Cup has a sport of this name' }],
    })
    expect(plan(cup(...draft), next(...asHockey(...draft, cancelled(hockey)))).copies).toEqual([])
  })

  test('but two of one name are, and one whose namesake is deleted', () => {
    expect(plan(cup(...draft, ...asHockey(...draft))).copies).toHaveLength(2)
    expect(plan(cup(...draft), next(...asHockey(...draft, roundDeleted))).copies).toHaveLength(1)
  })
})

describe('refused is', () => {
  test.each<[string, SeasonAndRounds, SeasonAndRounds, Partial<CopyWishes>, object]>([
    ['a season into itself', cup(), cup(), {}, { kind: 'invalid', field: 'sourceSeasonId' }],
    ['a season that is gone', cup(seasonDeleted), next(), {}, { kind: 'not_found' }],
    ['one that has ended', cup(), next(seasonEnded), {}, { kind: 'wrong_state' }],
    ['a sport of another season', cup(), next(), { roundIds: [football] }, { field: 'roundIds' }],
    [
      'a cancelled sport',
      cup(...draft, cancelled(football)),
      next(),
      { roundIds: [football] },
      { field: 'roundIds' },
    ],
    [
      'a lock time of a sport that is skipped',
      cup(...draft),
      next(...asHockey(...draft)),
      { lockTimes: new Map([[football, lockTime]]) },
      { kind: 'invalid', field: 'rounds' },
    ],
  ])('%s', (_, source, target, wishes, refusal) => {
    expect(refusalOf(() => plan(source, target, wishes))).toMatchObject(refusal)
  })
})

describe('an undo', () => {
  const there: Event[] = [nextCreated, ...copied(cup(...draft, ...asHockey(...draft)))]
  const copies = there.flatMap(({ type }, index) => (type === 'RoundCopied' ? index : []))
  const undone = (events: Event[]) =>
    inverseOfAll(seasonStream, events, copies, ({ event, before, now }) => {
      const { roundId } = event.data as { roundId: number }
      const [was, is] = [before, now].map(({ rounds }) => rounds.get(roundId) ?? round.initial)
      if (was === undefined || is === undefined) return []
      const context = { now: longBefore, ...now, pickedTeams: [], ...NOBODY_PLACED }
      return undoRound({ event: event as RoundEvent, before: was, now: is }, context)
    })

  test('takes all copies away', () => {
    expect(undone(there)).toEqual(
      [31, 30].map((roundId) => ({ type: 'RoundDeleted', data: { roundId, deletedAt: longBefore } })),
    )
  })

  test('takes none away where somebody has worked on one, and names it', () => {
    const renamed: RoundEvent = { type: 'RoundRenamed', data: { roundId: 31, sportName: 'Ice Hockey' } }
    expect(refusalOf(() => undone([...there, renamed]))).toMatchObject({
      kind: 'wrong_state',
      message: 'Nothing was undone. Changed since they were copied: Ice Hockey',
    })
  })
})
