import { counted, listed } from '../../domain/names.ts'
import { ordinal } from '../../domain/ordinal.ts'
import type { PresentRound, RoundStatus } from '../../domain/rounds/round.ts'
import { namedPicks } from '../../domain/rounds/slot-names.ts'
import { type GuessExplanation, settledTieOf } from '../../domain/season-story/tie-break-sentence.ts'
import { NAMED_PLACES, type NamedPlace, type Points } from '../../domain/seasons/points.ts'
import { pointsText } from '../../domain/seasons/rule-sentences.ts'
import type { SeasonRules } from '../../domain/seasons/rules.ts'
import type { RoundScore, ScoredRound } from '../../domain/seasons/scoring.ts'
import { isSealed } from '../../domain/seasons/sealing.ts'
import { isUnscored, type Standing } from '../../domain/seasons/standings.ts'
import type { SeasonNow } from '../../projections/boards/boards.ts'
import type { Mark } from '../../projections/boards/marks.ts'
import type { SeasonView } from '../../projections/boards/season-facts.ts'

export type CellExplanation = {
  round: PresentRound
  picks: readonly string[] | null
  hasPicked: boolean
  score: RoundScore | null
  sum: number
  sentence: string
  marks: readonly Mark[]
}

export type Explanation = {
  standing: Standing
  points: Points
  cells: readonly CellExplanation[]
  playerCount: number
  isRanked: boolean
  tiedWith: readonly string[]
  sentence: string
  guess: GuessExplanation | null
}

export function explainStanding({ season }: SeasonNow, playerId: number): Explanation | null {
  const { table } = season
  const standing = table.find((entry) => entry.playerId === playerId)
  if (!standing) return null
  const tiedWith = table
    .filter((entry) => entry.rank === standing.rank && entry !== standing)
    .map(({ name }) => name)
  const tie = settledTieOf(season, standing)
  return {
    standing,
    points: season.facts.rules.points,
    cells: cellsOf(season, standing),
    playerCount: table.length,
    isRanked: !isUnscored(table),
    tiedWith,
    sentence: [rankSentence(standing, table, tiedWith), ...(tie ? [tie.sentence] : [])].join(' '),
    guess: tie?.guess ?? null,
  }
}

function cellsOf({ rounds, facts, marks }: SeasonView, standing: Standing): CellExplanation[] {
  const { playerId, name, scores } = standing
  const results = new Map(facts.rounds.map(({ roundId, scored }) => [roundId, scored]))
  const costs = (roundId: number) => facts.rules.noPick !== 0 && facts.owed(roundId, playerId)
  let sum = 0
  return rounds.map((round) => {
    const { roundId } = round
    const made = facts.picksOf(roundId, playerId)
    const hasPicked = made !== null && made.length > 0
    const picks = isSealed(round) || made === null ? null : namedPicks(made, round.slotNames)
    const score = scores.get(roundId) ?? null
    sum += score && !score.dropped ? score.points : 0
    const marked = marks(roundId, playerId)
    const byAdmin = marked.some(isEntered)
    const isCleared = marked.some(({ kind }) => kind === 'cleared')
    const missing = isCleared ? `An admin cleared the pick of ${name}` : `${name} made no pick`
    const picked = byAdmin
      ? `An admin entered ${(picks ?? []).join(', ')} for ${name}`
      : `${name} picked ${(picks ?? []).join(', ')}`
    const sentence = score
      ? `${scoreSentence({ missing, picked, weight: round.weight }, score, results.get(roundId) ?? null)}${dropSentence(score, facts.rules)}`
      : round.cancelled !== null
        ? cancelledSentence(round.cancelled.reason)
        : unscoredSentence(name, round.status, hasPicked, { picked, missing, byAdmin }, costs(roundId))
    return {
      round,
      picks,
      hasPicked,
      score,
      sum,
      sentence,
      marks: isSealed(round) ? marked.map(withoutReason) : marked,
    }
  })
}

const withoutReason = (mark: Mark): Mark => (isByAdmin(mark) ? { ...mark, reason: null } : mark)

const isByAdmin = (mark: Mark) => isEntered(mark) || mark.kind === 'cleared'
const isEntered = ({ kind }: Mark) => kind === 'entered_by_admin' || kind === 'entered_after_lock'

function scoreSentence(
  { missing, picked, weight }: { missing: string; picked: string; weight: number },
  { place, points }: RoundScore,
  scored: ScoredRound | null,
): string {
  const earned = `${pointsText(points)}${weight === 1 ? '' : ` (${points / weight}, ${weight === 2 ? 'doubled' : `times ${weight}`})`}`
  if (place === null) return `${missing}: ${earned}.`
  if (scored?.pickType === 'multiple') {
    const given = place === 'sixthPlus' ? 'no place in the top five' : placeName(place)
    return `${picked}. The admin who scored it gave that ${given}: ${earned}.`
  }
  const came = place === 'sixthPlus' ? 'which did not place' : `which came ${placeName(place)}`
  return `${picked}, ${came}: ${earned}.`
}

const dropSentence = ({ dropped }: RoundScore, { dropWorst }: SeasonRules) =>
  dropped
    ? ` It is dropped: each player's ${dropWorst === 1 ? 'worst sport does' : `${dropWorst} worst sports do`} not count.`
    : ''

const cancelledSentence = (reason: string | null) =>
  `This sport was cancelled and counts for nobody${reason === null ? '' : ` (“${reason}”)`}.`

function unscoredSentence(
  name: string,
  status: RoundStatus,
  hasPicked: boolean,
  { picked, missing, byAdmin }: { picked: string; missing: string; byAdmin: boolean },
  missingCounts: boolean,
): string {
  switch (status) {
    case 'draft':
      return 'This sport is not open for picks yet.'
    case 'active':
      return hasPicked
        ? `${byAdmin ? `An admin entered a pick for ${name}` : `${name} has picked`}. The pick is hidden until the lock.`
        : `${name} has not picked yet.`
    case 'locked':
      return hasPicked
        ? `${picked}. The points come with the result.`
        : `${missing}${missingCounts ? '. The result will show what that costs or scores' : ', so it scores nothing'}.`
    case 'completed':
      return `${missing}: 0 points.`
  }
}

function rankSentence(standing: Standing, table: readonly Standing[], tiedWith: readonly string[]): string {
  const { name, rank, totalPoints } = standing
  if (isUnscored(table)) {
    return 'Nobody has points yet, so there are no ranks. Players are listed by name.'
  }
  const ahead = table.filter((entry) => entry.totalPoints > totalPoints).length
  const why = `${name} is #${rank} of ${table.length}: ${aheadText(ahead)} more than ${pointsText(totalPoints)}.`
  if (tiedWith.length === 0) return why
  const next = table.find((entry) => entry.totalPoints < totalPoints)
  const after = next ? ` The next rank is #${next.rank}.` : ''
  return `${why} ${tieText(tiedWith)} the same points. Tied players share a rank and are listed by name.${after}`
}

const aheadText = (ahead: number) =>
  ahead === 0 ? 'nobody has' : counted(ahead, 'player has', 'players have')

function tieText(names: readonly string[]): string {
  const who = names.length > 5 ? `${names.length} others` : listed(names)
  return `${who} ${names.length === 1 ? 'has' : 'have'}`
}

const placeName = (place: NamedPlace) => ordinal(NAMED_PLACES.indexOf(place) + 1)
