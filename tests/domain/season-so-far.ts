import { addPlayer, type PresentPlayer, player } from '../../domain/players/player.ts'
import type { RoundEvent } from '../../domain/rounds/round.ts'
import type { SeasonSoFar } from '../../domain/season-story/chapters.ts'
import { DEFAULT_POINTS, NAMED_PLACES } from '../../domain/seasons/points.ts'
import type { SeasonRules } from '../../domain/seasons/rules.ts'
import type { SeasonEvent } from '../../domain/seasons/season.ts'
import { factsOf, presentRounds, seasonPast } from '../../domain/seasons/season-past.ts'
import { standings } from '../../domain/seasons/standings.ts'
import { footballDetails, joined, seasonCreated, familyCup as seasonId } from './family-cup-events.ts'
import { stateOf } from './given-when-then.ts'

export type Sport = {
  name?: string
  /** By the player's name. */
  picks: Record<string, string | readonly string[]>
  /** By place: teams, or players in a sport of write-ins. Locked without. */
  result?: readonly string[]
  /** The one that it corrects. */
  former?: readonly string[]
  /** Until the other comes. It is taken back otherwise. */
  stays?: true
  writeIns?: number
  is?: 'open' | 'cancelled' | 'unlocked'
}

type Plan = {
  rules?: Partial<SeasonRules>
  /** In which results come, by the number of the sport: twice where the former one came before others. */
  order?: readonly number[]
  hasEnded?: boolean
  /** Came after all locks. */
  late?: readonly string[]
}

/** Ids follow the order of names and of sports, in which these lock. */
export function seasonSoFar(
  names: readonly string[],
  sports: readonly Sport[],
  plan: Plan = {},
): SeasonSoFar {
  const { rules, order = sports.map((_, index) => index + 1), hasEnded = false, late = [] } = plan
  const idOf = (name: string) => names.indexOf(name) + 1
  const past = seasonPast([
    seasonCreated,
    ...names.map((name) => joined(idOf(name))),
    ...(rules ? [rulesSet(rules)] : []),
    ...sports.flatMap((sport, index) => beginningOf(sport, index + 1)),
    ...order.flatMap((roundId, index) => {
      const isAgain = order.indexOf(roundId) < index
      const willBeAgain = order.lastIndexOf(roundId) > index
      return endingOf(
        sports[roundId - 1],
        roundId,
        idOf,
        isAgain ? 'again' : willBeAgain ? 'at first' : 'at once',
      )
    }),
  ])
  const rounds = presentRounds(past)
  const facts = factsOf(past, rounds, {
    players: new Map(names.map((name) => [idOf(name), playerOf(idOf(name), name)])),
    picksOf: (roundId, playerId) => {
      const made = sports[roundId - 1]?.picks[names[playerId - 1] ?? '']
      return made === undefined ? null : [made].flat()
    },
    guessOf: () => null,
  })
  const owing = { ...facts, owed: (_: number, playerId: number) => !late.includes(names[playerId - 1] ?? '') }
  return { rounds, facts: owing, results: past.results, table: standings(owing), hasEnded }
}

const playerOf = (playerId: number, name: string) =>
  stateOf(player, ...addPlayer(player.initial, { playerId, name, email: null })) as PresentPlayer

const rulesSet = (rules: Partial<SeasonRules>): SeasonEvent => ({
  type: 'SeasonRulesSet',
  data: { rules: { points: DEFAULT_POINTS, noPick: 0, dropWorst: 0, tieBreak: [], ...rules } },
})

function beginningOf({ name, writeIns, is }: Sport, roundId: number): RoundEvent[] {
  const locksAt = `2027-03-${10 + roundId}T18:00:00.000Z`
  const kind = writeIns ? { pickType: 'multiple' as const, picksMax: writeIns } : {}
  const sportName = name ?? `Sport ${roundId}`
  return [
    { type: 'RoundCreated', data: { ...footballDetails, roundId, seasonId, sportName, locksAt, ...kind } },
    { type: 'RoundActivated', data: { roundId, recipients: [] } },
    ...(is === 'open' ? [] : [{ type: 'RoundLocked' as const, data: { roundId } }]),
    ...(is === 'cancelled'
      ? [{ type: 'RoundCancelled' as const, data: { roundId, cancelledAt: locksAt } }]
      : []),
  ]
}

function endingOf(
  sport: Sport | undefined,
  roundId: number,
  idOf: (name: string) => number,
  when: 'at once' | 'at first' | 'again',
): RoundEvent[] {
  const unlocked: RoundEvent = { type: 'RoundUnlocked', data: { roundId } }
  const completed = (ranking: readonly string[]): RoundEvent => {
    const placed = ranking.flatMap((one, index) => {
      const place = NAMED_PLACES[index]
      return place ? { one, place } : []
    })
    const places = Object.fromEntries(placed.map(({ one, place }) => [place, one]))
    const placements = placed.map(({ one, place }) => ({ playerId: idOf(one), placement: place }))
    const result = sport?.writeIns ? { places: {}, placements } : { places, placements: [] }
    return { type: 'RoundCompleted', data: { roundId, ...result } }
  }
  const { result, former, is, stays } = sport ?? {}
  return [
    ...(former && when !== 'again' ? [completed(former), ...(stays ? [] : [unlocked])] : []),
    ...(result && when !== 'at first' ? [completed(result)] : []),
    ...(is === 'unlocked' ? [unlocked] : []),
  ]
}
