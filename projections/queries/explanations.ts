import { ordinal } from '../../domain/ordinal.ts'
import type { RoundStatus } from '../../domain/rounds/round.ts'
import { NAMED_PLACES, type NamedPlace, type Points } from '../../domain/seasons/points.ts'
import type { ScoredRound } from '../../domain/seasons/scoring.ts'
import type { RoundScore, Standing } from '../../domain/seasons/standings.ts'
import type { SeasonNow } from './boards.ts'
import { isSealed } from './leaderboard-view.ts'
import type { Mark } from './marks.ts'
import type { BoardRound, SeasonSnapshot } from './season-facts.ts'

/** How the points of one cell came about. */
export type CellExplanation = {
  round: BoardRound
  /** Null where there is none, and while it is sealed. */
  picks: readonly string[] | null
  hasPicked: boolean
  score: RoundScore | null
  /** Of all points up to this round. */
  sum: number
  sentence: string
  marks: readonly Mark[]
}

/** How a total and its rank came about. */
export type Explanation = {
  standing: Standing
  points: Points
  cells: readonly CellExplanation[]
  playerCount: number
  /** Names of those with as many points. */
  tiedWith: readonly string[]
  sentence: string
}

/** Of what everybody may see at this moment. Null when there is no such player in the season. */
export function explainStanding({ season, table }: SeasonNow, playerId: number): Explanation | null {
  const standing = table.find((entry) => entry.playerId === playerId)
  if (!standing) return null
  const tiedWith = table
    .filter((entry) => entry.rank === standing.rank && entry !== standing)
    .map(({ name }) => name)
  return {
    standing,
    points: season.facts.points,
    cells: cellsOf(season, standing),
    playerCount: table.length,
    tiedWith,
    sentence: rankSentence(standing, table, tiedWith),
  }
}

function cellsOf({ rounds, facts, marks }: SeasonSnapshot, standing: Standing): CellExplanation[] {
  const { playerId, name, scores } = standing
  const results = new Map(facts.rounds.map(({ roundId, scored }) => [roundId, scored]))
  let sum = 0
  return rounds.map((round) => {
    const made = facts.picksOf(round.id, playerId)
    const hasPicked = made !== null && made.length > 0
    const picks = isSealed(round.status) ? null : made
    const score = scores.get(round.id) ?? null
    sum += score?.points ?? 0
    const marked = marks?.(round.id, playerId) ?? []
    const byAdmin = marked.some(({ kind }) => kind !== 'result_corrected')
    const picked = byAdmin
      ? `An admin entered ${(picks ?? []).join(', ')} for ${name}`
      : `${name} picked ${(picks ?? []).join(', ')}`
    const sentence = score
      ? scoreSentence(picked, score, results.get(round.id) ?? null)
      : unscoredSentence(name, round.status, hasPicked, picked)
    return { round, picks, hasPicked, score, sum, sentence, marks: marked }
  })
}

function scoreSentence(picked: string, { place, points }: RoundScore, scored: ScoredRound | null): string {
  const earned = `${pointsText(points)}${place === 'sixthPlus' ? ', as for 6th place and below' : ''}`
  if (scored?.pickType === 'multiple') {
    const given = place === 'sixthPlus' ? 'none of the first five places' : placeName(place)
    return `${picked}. The admin who scored it gave that ${given}: ${earned}.`
  }
  const came =
    place === 'sixthPlus' ? 'which is not among the places named' : `which came ${placeName(place)}`
  return `${picked}, ${came}: ${earned}.`
}

function unscoredSentence(name: string, status: RoundStatus, hasPicked: boolean, picked: string): string {
  switch (status) {
    case 'draft':
      return 'This sport is not open for picks yet.'
    case 'active':
      return hasPicked
        ? `${name} has picked. What, stays sealed until the lock.`
        : `${name} has not picked yet.`
    case 'locked':
      return hasPicked
        ? `${picked}. The points come with the result.`
        : `${name} made no pick, so there are no points to come.`
    case 'completed':
      return `${name} made no pick: 0 points.`
  }
}

function rankSentence(standing: Standing, table: readonly Standing[], tiedWith: readonly string[]): string {
  const { name, rank, totalPoints } = standing
  if (table.every((entry) => entry.totalPoints === 0)) {
    return 'Nobody has points yet, so there are no ranks, and names stand in the order of the alphabet.'
  }
  const ahead = table.filter((entry) => entry.totalPoints > totalPoints).length
  const why = `${name} is #${rank} of ${table.length}: ${aheadText(ahead)} more than ${pointsText(totalPoints)}.`
  if (tiedWith.length === 0) return why
  const next = table.find((entry) => entry.totalPoints < totalPoints)
  const after = next ? ` The next rank is #${next.rank}.` : ''
  return `${why} ${tieText(tiedWith)} as many, and everybody of a tie has the same rank: names only put them in order.${after}`
}

const aheadText = (ahead: number) =>
  ahead === 0 ? 'nobody has' : `${ahead} ${ahead === 1 ? 'player has' : 'players have'}`

function tieText(names: readonly string[]): string {
  if (names.length === 1) return `${names[0]} has`
  return names.length > 5
    ? `${names.length} others have`
    : `${names.slice(0, -1).join(', ')} and ${names.at(-1)} have`
}

const pointsText = (points: number) => `${points} ${points === 1 ? 'point' : 'points'}`

const placeName = (place: NamedPlace) => ordinal(NAMED_PLACES.indexOf(place) + 1)
