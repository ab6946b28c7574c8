import { compareNames } from '../../domain/names.ts'
import type { Notices } from '../../domain/rounds/asking.ts'
import type { PresentRound } from '../../domain/rounds/round.ts'
import type { SeasonSoFar } from '../../domain/season-story/chapters.ts'
import type { RoundScore, ScoredRound } from '../../domain/seasons/scoring.ts'
import { factsOf, presentRounds } from '../../domain/seasons/season-past.ts'
import type { WholeSeason } from '../../domain/seasons/season-stream.ts'
import type { RanksBefore, RoundFacts, SeasonFacts, Standing } from '../../domain/seasons/standings.ts'
import { guessesOf } from '../points/count-points.ts'
import { findSeasonWithPoints } from '../points/season-documents.ts'
import { type Asking, askAtOneMoment } from '../read-models/asking.ts'
import { idsOf, loadDocuments } from '../read-models/find-documents.ts'
import { countingGuesses, countingRows, type Entries, entriesFrom, picksFrom } from '../read-models/picks.ts'
import {
  type CellOf,
  cellsIn,
  type StandingRow,
  storedScores,
  storedStandings,
} from '../read-models/points-tables.ts'
import type { Read } from '../read-models/read-tables.ts'
import { type Marks, marksOf } from './marks.ts'

/** How a season stands, now or at a moment of its past. */
export type SeasonView = SeasonSoFar & { ranksBefore: () => RanksBefore } & Marked

type Marked = {
  picksSealed: boolean
  notices: ReadonlyMap<number, Notices>
  former: ReadonlyMap<number, ScoredRound>
  entryOf: Entries
  marks: Marks
}

/** What nobody asks of the past. */
export const WITHOUT_MARKS: Omit<Marked, 'picksSealed'> = {
  ...{ notices: new Map(), former: new Map() },
  ...{ entryOf: () => null, marks: () => [] },
}

/** Null when the season does not exist or is deleted. */
export async function loadSeason(read: Read, seasonId: number): Promise<SeasonView | null> {
  const season = await loadPoints(read, seasonId)
  return season && withOpenPicks(read, season)
}

export const loadPoints = (read: Read, seasonId: number): Promise<SeasonView | null> =>
  // A round without the points of its result would show a season in a state it never had.
  askAtOneMoment(read, (asking) => pointsOf(asking, seasonId))

async function pointsOf(asking: Asking, seasonId: number): Promise<SeasonView | null> {
  const season = await findSeasonWithPoints(asking, seasonId)
  if (season === null) return null
  const { read, ask } = asking
  const { today, players } = season
  const rounds = presentRounds(today)
  const { all } = await loadDocuments(asking, idsOf('notices', today.rounds.keys()))
  const [board] = await ask(
    read.selectFrom('boards').select('moved_by_correction').where('season_id', '=', seasonId),
  )
  const rows = await ask(storedStandings(read, seasonId))
  const cellOf = cellsIn(await ask(storedScores(read, seasonId)))
  const facts = factsOf(today, rounds, {
    players,
    picksOf: (roundId, playerId) => cellOf(roundId, playerId)?.picks ?? null,
    guessOf: await guessesOf(asking, rounds),
  })
  const notices = all('notices')
  const { results } = today
  const entryOf: Entries = (roundId, playerId) => cellOf(roundId, playerId)?.entered ?? null
  const before = { ranks: ranksBeforeIn(rows), byCorrection: board?.moved_by_correction ?? false }
  return {
    rounds,
    facts,
    results,
    table: tableOf(facts, rows, cellOf),
    hasEnded: today.season.status === 'ended',
    ranksBefore: () => before,
    picksSealed: today.season.picksSealed,
    notices,
    former: formerResults(today, rounds),
    entryOf,
    marks: marksOf(rounds, { results, notices }, entryOf),
  }
}

function tableOf({ participants, rounds }: SeasonFacts, rows: readonly StandingRow[], cellOf: CellOf) {
  const names = new Map(participants.map(({ playerId, name }) => [playerId, name]))
  const completed = rounds.filter(({ scored }) => scored !== null)
  const table = rows.flatMap(({ player_id: playerId, rank, total_points: totalPoints, decided_by }) => {
    const name = names.get(playerId)
    if (name === undefined) return []
    const scores = scoresOf(completed, cellOf, playerId)
    const standing: Standing = { playerId, name, rank, totalPoints, scores }
    if (decided_by !== null) standing.decidedBy = decided_by
    return standing
  })
  return table.sort((one, other) => one.rank - other.rank || compareNames(named(one), named(other)))
}

const named = ({ playerId, name }: Standing) => ({ id: playerId, name })

function scoresOf(completed: readonly RoundFacts[], cellOf: CellOf, playerId: number) {
  const own = new Map<number, RoundScore>()
  for (const { roundId } of completed) {
    const cell = cellOf(roundId, playerId)
    if (cell === null || cell.points === null) continue
    const { place, points, dropped } = cell
    own.set(roundId, dropped ? { place, points, dropped: true } : { place, points })
  }
  return own
}

const ranksBeforeIn = (rows: readonly StandingRow[]) =>
  new Map(rows.flatMap(({ player_id, previous_rank: rank }) => (rank === null ? [] : [[player_id, rank]])))

export async function withOpenPicks(read: Read, season: SeasonView): Promise<SeasonView> {
  const { facts, rounds } = season
  const open = facts.rounds.filter(({ scored }) => scored === null)
  const rows = await countingRows(read, open)
  const isOpen = new Set(open.map(({ roundId }) => roundId))
  const [made, entered] = [picksFrom(rows, open), entriesFrom(rows)]
  const picksOf: SeasonFacts['picksOf'] = (roundId, playerId) =>
    isOpen.has(roundId) ? made(roundId, playerId) : facts.picksOf(roundId, playerId)
  const entryOf: Entries = (roundId, playerId) =>
    isOpen.has(roundId) ? entered(roundId, playerId) : season.entryOf(roundId, playerId)
  const asking = rounds.find(({ status, tieBreak }) => status === 'locked' && tieBreak !== null)
  const guesses = new Map(
    asking ? (await countingGuesses(read, asking)).map((one) => [one.player_id, one.guess]) : [],
  )
  const guessOf: SeasonFacts['guessOf'] = (roundId, playerId) =>
    roundId === asking?.roundId ? (guesses.get(playerId) ?? null) : facts.guessOf(roundId, playerId)
  return {
    ...season,
    facts: { ...facts, picksOf, guessOf },
    entryOf,
    marks: marksOf(rounds, season, entryOf),
  }
}

const formerResults = ({ results }: WholeSeason, rounds: readonly PresentRound[]) =>
  new Map(
    rounds.flatMap(({ roundId, status, cancelled, pickType }): [number, ScoredRound][] => {
      const last = results.findLast((one) => one.roundId === roundId)
      if (status !== 'locked' || cancelled !== null || last === undefined) return []
      return [[roundId, { pickType, result: last.result }]]
    }),
  )
