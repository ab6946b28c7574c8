import type { RaceFacts } from '../../domain/season-story/remaining.ts'
import { NAMED_PLACES, PLACES } from '../../domain/seasons/points.ts'
import type { NaiveSeason, NaiveSport } from './naive-race.ts'

const PLAYERS = ['Ann', 'Bo', 'Cleo', 'Dan']

/** A season of which only the picks of open sports are left to say. */
export function raceFactsOf(
  { rules, players, sports, guesses }: NaiveSeason,
  openPick: () => string[] | null = () => null,
): RaceFacts {
  const sport = (roundId: number): NaiveSport | undefined => sports[roundId - 1]
  return {
    facts: {
      rules,
      participants: PLAYERS.slice(0, players).map((name, index) => ({ playerId: index + 1, name })),
      rounds: sports.map((one, index) => ({
        roundId: index + 1,
        ...{ locksAt: `2027-03-0${index + 1}T18:00:00.000Z`, weight: one.weight, scored: scoredIn(one) },
      })),
      picksOf: (roundId, playerId) => {
        const one = sport(roundId)
        if (one?.status !== 'completed')
          return one?.status === 'locked' ? pickIn(one.picks[playerId - 1]) : openPick()
        const cell = one.cells[playerId - 1]
        return typeof cell === 'number' ? [PLACES[cell - 1] ?? ''] : null
      },
      guessOf: (roundId, playerId) => (sport(roundId)?.asks ? (guesses[playerId - 1] ?? null) : null),
      owed: (roundId, playerId) => {
        const one = sport(roundId)
        return one?.status === 'completed'
          ? one.cells[playerId - 1] !== '-'
          : (one?.owed[playerId - 1] ?? false)
      },
    },
    rounds: sports.map((one, index) => ({
      ...{ roundId: index + 1, sportName: `Sport ${index + 1}`, cancelled: null, deletedAt: null },
      status: one.status === 'open' ? 'active' : one.status,
      pickType: one.status === 'locked' && one.writeIn ? 'multiple' : 'single',
      tieBreak: one.asks ? { question: 'How many?', unit: null } : null,
    })),
  }
}

const pickIn = (team: string | null | undefined) => (typeof team === 'string' ? [team] : null)

function scoredIn(sport: NaiveSport) {
  if (sport.status !== 'completed') return null
  const places = Object.fromEntries(NAMED_PLACES.map((place) => [place, place]))
  const answer = sport.asks ? { answer: sport.answer } : {}
  return { pickType: 'single' as const, result: { places, placements: [], ...answer } }
}
