import fc from 'fast-check'
import type { Instant } from '../../domain/event.ts'
import type { NamedPlaces, RoundDetails, RoundResult } from '../../domain/rounds/round.ts'
import { NAMED_PLACES, type Points } from '../../domain/seasons/points.ts'
import type { SeasonRules, TieBreak } from '../../domain/seasons/rules.ts'
import { playerIds, roundIds, seasonIds } from './log-in-memory.ts'

export const START = Date.parse('2027-03-01T00:00:00.000Z')
export const HOUR_MS = 3_600_000

export const instant = (ms: number): Instant => new Date(ms).toISOString()

export const playerId = fc.constantFrom(...playerIds)
export const seasonId = fc.constantFrom(...seasonIds)
export const roundId = fc.constantFrom(...roundIds)
export const adminId = fc.constantFrom(1, 2, 3)
export const championId = fc.constantFrom(1, 2)
export const name = fc.constantFrom('Ann', 'ann', 'Bob', 'Émile', 'Zoe')
export const email = fc.constantFrom('one@example.com', 'two@example.com')
export const addressKey = fc.constantFrom('key-one', 'key-two', 'key-three')

export const TEAMS = ['Reds', 'Blues', 'Greens', 'Hawks', 'Owls', 'Foxes', 'Bulls']
/** One that is in most lists, and some that only a renaming brings. */
export const NEW_NAMES = ['Reds', 'REDS', 'Crimsons', 'Rubies', 'Doves']
const WRITE_INS = ['Norway', 'norway ', 'Kenya', ' ', 'Chile']

export const pointsTable: fc.Arbitrary<Points> = fc.record({
  first: fc.integer({ min: 0, max: 20 }),
  second: fc.integer({ min: 0, max: 20 }),
  third: fc.integer({ min: 0, max: 20 }),
  fourth: fc.integer({ min: 0, max: 20 }),
  fifth: fc.integer({ min: 0, max: 20 }),
  sixthPlus: fc.integer({ min: 0, max: 20 }),
})

export const rules: fc.Arbitrary<SeasonRules> = fc.record({
  points: pointsTable,
  noPick: fc.integer({ min: -10, max: 20 }),
  dropWorst: fc.integer({ min: 0, max: 3 }),
  tieBreak: fc.shuffledSubarray<TieBreak>(['round_wins', 'countback', 'fewest_missed', 'guess']),
})

/** With these many are level. */
export const byGuessAlone: SeasonRules = {
  points: { first: 1, second: 1, third: 1, fourth: 1, fifth: 1, sixthPlus: 1 },
  ...{ noPick: 0, dropWorst: 0, tieBreak: ['guess'] },
}

const placesOf = (teams: readonly string[]): NamedPlaces =>
  Object.fromEntries(NAMED_PLACES.slice(0, teams.length).map((place, index) => [place, teams[index]]))

/** Few, so that distances meet. */
export const guess = fc.constantFrom(2, 3, 4.5, 6)
const answer = fc.constantFrom(null, 3, 4, 4.5)

export const tieBreakQuestion = fc.record({
  question: fc.constantFrom('How many goals?', 'How many points?'),
  unit: fc.constantFrom(null, 'goals'),
})

export const result: fc.Arbitrary<RoundResult> = fc.record({
  places: fc.shuffledSubarray(TEAMS, { minLength: 1, maxLength: 5 }).map(placesOf),
  placements: fc.uniqueArray(
    fc.record({ playerId, placement: fc.constantFrom(...NAMED_PLACES, 'none' as const) }),
    { selector: (placement) => placement.playerId },
  ),
  answer,
  rightAnswers: fc.constantFrom([], [], [['Reds', 'The Reds']], [[], ['Blues']]),
})

export const roundDetails: fc.Arbitrary<RoundDetails> = fc
  .record({
    sportName: fc.constantFrom('Football', 'Final'),
    pickType: fc.constantFrom('single' as const, 'multiple' as const),
    emailMessage: fc.constantFrom(null, 'Go!'),
    // Whole hours, as the waits are: so that commands meet the lock to the millisecond.
    locksAt: fc.integer({ min: 1, max: 60 }).map((hours) => instant(START + hours * HOUR_MS)),
    timeZone: fc.constantFrom('UTC', 'America/New_York'),
    teams: fc.oneof({ arbitrary: fc.constant(TEAMS), weight: 3 }, fc.shuffledSubarray(TEAMS)),
  })
  .map((details) =>
    details.pickType === 'single'
      ? { ...details, picksMax: 1 }
      : {
          ...{ ...details, picksMax: 2, teams: [] },
          ...(details.emailMessage && {
            slotNames: details.timeZone === 'UTC' ? ['Champion'] : ['', 'Golden Boot'],
          }),
        },
  )

export const picks = fc.oneof(
  fc.constantFrom(...TEAMS).map((team) => [team]),
  fc.shuffledSubarray(WRITE_INS, { minLength: 1, maxLength: 3 }),
)

export const settingsForm = fc.record({
  branding: fc.record({
    title: fc.constantFrom('Go Make Your Picks', 'Office Picks', ''),
    tagline: fc.constant('Predict. Compete. Win.'),
    footerMessage: fc.constant('Built for Sports Fans'),
  }),
  timeZone: fc.constantFrom('America/New_York', 'UTC'),
  points: pointsTable,
  noPick: fc.constantFrom(0, 0, -3, 2),
  reminders: fc.record({
    type: fc.constantFrom('daily' as const, 'before_lock' as const, 'none' as const),
    dailyAt: fc.constantFrom('10:00:00', '24:00:00'),
    firstHours: fc.integer({ min: 1, max: 169 }),
    finalHours: fc.integer({ min: 0, max: 46 }),
  }),
  reminderGrouping: fc.constantFrom('per_sport' as const, 'one_mail' as const),
})

export const seasonDetails = {
  name: fc.constantFrom('Family Cup', 'Autumn Cup'),
  yearStart: fc.integer({ min: 2026, max: 2028 }),
  yearEnd: fc.integer({ min: 2026, max: 2028 }),
  commissioner: fc.constantFrom(null, 'Dana'),
}
