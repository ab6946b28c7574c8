import { setImmediate } from 'node:timers/promises'
import type { PresentRound } from '../../domain/rounds/round.ts'
import { factsOf } from '../../domain/seasons/season-past.ts'
import type { SeasonFacts } from '../../domain/seasons/standings.ts'
import type { Position } from '../../platform/event-store/event-store.ts'
import type { Asking } from '../read-models/find-documents.ts'
import {
  countingGuessesQuestion,
  countingPicksQuestion,
  entriesFrom,
  picksFrom,
} from '../read-models/picks.ts'
import { type PointsRows, storedScores, storedStandings, writePoints } from '../read-models/points-tables.ts'
import type { Transaction } from '../read-models/read-tables.ts'
import { roundsWithPoints } from './points-inputs.ts'
import { NO_POINTS, pointsRows } from './points-rows.ts'
import { findSeasonWithPoints } from './season-documents.ts'

export async function countPoints(transaction: Transaction, seasonId: number): Promise<void> {
  const { read, ask, send } = transaction
  const [standings, scores, rows] = await Promise.all([
    ask(storedStandings(read, seasonId)),
    ask(storedScores(read, seasonId)),
    rowsOf(transaction, seasonId),
  ])
  for (const statement of writePoints(read, seasonId, { standings, scores }, rows)) {
    await setImmediate()
    send(statement)
  }
  send(
    read
      .updateTable('boards')
      .set({ moved_by_correction: rows.movedByCorrection, points_due: false })
      .where('season_id', '=', seasonId),
  )
}

async function rowsOf(transaction: Transaction, seasonId: number): Promise<PointsRows> {
  const season = await findSeasonWithPoints(transaction, seasonId)
  if (season === null) return NO_POINTS
  const rounds = roundsWithPoints(season.today)
  const [rows, guessOf] = await Promise.all([
    rounds.length === 0 ? [] : transaction.ask(countingPicksQuestion(transaction.read, rounds)),
    guessesOf(transaction, rounds),
  ])
  const facts = factsOf(season.today, rounds, { ...season, picksOf: picksFrom(rows, rounds), guessOf })
  return pointsRows(facts, season.today.results, entriesFrom(rows))
}

/** `until` leaves out what was appended after this position. */
export async function guessesOf(
  { read, ask }: Asking,
  rounds: readonly PresentRound[],
  until?: Position,
): Promise<SeasonFacts['guessOf']> {
  const round = rounds.find((one) => one.status === 'completed' && one.result.answer !== undefined)
  if (round === undefined) return () => null
  const guesses = await ask(countingGuessesQuestion(read, round, until))
  const byPlayer = new Map(guesses.map(({ player_id, guess }) => [player_id, guess]))
  return (roundId, playerId) => (roundId === round.roundId ? (byPlayer.get(playerId) ?? null) : null)
}
