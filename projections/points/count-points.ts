import { setImmediate } from 'node:timers/promises'
import type { PresentRound } from '../../domain/rounds/round.ts'
import type { SeasonFacts } from '../../domain/seasons/standings.ts'
import type { Position } from '../../platform/event-store/event-store.ts'
import type { Asking } from '../documents/find-documents.ts'
import type { Transaction } from '../engine/read-model.ts'
import {
  type CountingPick,
  countingGuessesQuestion,
  countingPicksFrom,
  countingPicksQuestion,
} from '../read-models/picks.ts'
import { roundsWithPoints } from './points-inputs.ts'
import { NO_POINTS, pointsRows } from './points-rows.ts'
import { type PointsRows, storedScores, storedStandings, writePoints } from './points-tables.ts'
import { factsToday, findSeasonDocuments } from './season-documents.ts'

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
  const season = await findSeasonDocuments(transaction, seasonId)
  if (season === null) return NO_POINTS
  const rounds = roundsWithPoints(season.document)
  const [picks, guessOf] = await Promise.all([picksOf(transaction, rounds), guessesOf(transaction, rounds)])
  const facts = factsToday(season, rounds, {
    picksOf: (roundId, playerId) => picks.get(roundId)?.get(playerId)?.picks ?? null,
    guessOf,
  })
  return pointsRows(
    facts,
    season.document.results,
    (roundId, playerId) => picks.get(roundId)?.get(playerId)?.entered ?? null,
  )
}

async function picksOf({ read, ask }: Transaction, rounds: readonly PresentRound[]) {
  const byRound = new Map<number, Map<number, CountingPick>>()
  if (rounds.length === 0) return byRound
  for (const pick of countingPicksFrom(await ask(countingPicksQuestion(read, rounds)), rounds)) {
    const ofRound = byRound.get(pick.round_id)
    if (ofRound) ofRound.set(pick.player_id, pick)
    else byRound.set(pick.round_id, new Map([[pick.player_id, pick]]))
  }
  return byRound
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
