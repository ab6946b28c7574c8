import { compareTexts } from '../names.ts'
import type { PresentRound } from '../rounds/round.ts'
import { NAMED_PLACES } from '../seasons/points.ts'
import { isSealed } from '../seasons/sealing.ts'
import { isUnscored, type SeasonFacts } from '../seasons/standings.ts'
import { spelled } from '../spelling.ts'
import { type Chapter, chapterOf, type SeasonSoFar } from './chapters.ts'

export type PickedValue = {
  /** Of a write-in; null where players choose one of a list. */
  number: number | null
  value: string
  playerIds: number[]
}

/** All ids in ascending order. */
export type Picked = {
  pickedIds: number[]
  missingIds: number[]
  /** By slot, then the most frequent first, then by name. */
  values: PickedValue[]
  aloneIds: number[]
}

export type Mover = { playerId: number; from: number; to: number }

export type PickedResult = { calledIds: number[]; rarest: string | null; movers: Mover[] }

/** Null until the sport has locked. */
export function pickedIn({ facts }: Pick<SeasonSoFar, 'facts'>, round: PresentRound): Picked | null {
  if (isSealed(round)) return null
  const { roundId, pickType } = round
  const players = playerIdsIn(facts).map((playerId) => ({
    playerId,
    picks: facts.picksOf(roundId, playerId),
  }))
  const made = players.flatMap(({ playerId, picks }) => (picks?.length ? { playerId, picks } : []))
  const pickedIds = made.map(({ playerId }) => playerId)
  const values = valuesIn(made, pickType === 'multiple')
  const shared = new Set(values.flatMap(({ playerIds }) => (playerIds.length > 1 ? playerIds : [])))
  return {
    pickedIds,
    missingIds: players.flatMap(({ playerId }) =>
      !pickedIds.includes(playerId) && facts.owed(roundId, playerId) ? playerId : [],
    ),
    values,
    aloneIds: pickedIds.filter((playerId) => !shared.has(playerId)),
  }
}

/** Null without a result. */
export function pickedResultOf(
  season: SeasonSoFar,
  round: PresentRound,
  { values }: Picked,
): PickedResult | null {
  const chapter = chapterOf(season, round.roundId)
  if (chapter === null) return null
  return {
    calledIds: calledIdsIn(season, round),
    rarest: rarestIn(round, values),
    movers: moversIn(chapter),
  }
}

export function calledIdsIn({ facts, table }: SeasonSoFar, { roundId }: PresentRound): number[] {
  const called = table.filter(({ scores }) => scores.get(roundId)?.place === 'first')
  return playerIdsIn(facts).filter((id) => called.some(({ playerId }) => playerId === id))
}

/** The largest climb first. */
export function moversIn({ isFirst, before, after }: Chapter): Mover[] {
  if (isFirst || isUnscored(before.table) || isUnscored(after.table)) return []
  const ranks = new Map(before.table.map(({ playerId, rank }) => [playerId, rank]))
  return after.table
    .map(({ playerId, rank }) => ({ playerId, from: ranks.get(playerId) ?? rank, to: rank }))
    .filter(({ from, to }) => from !== to)
    .sort((one, other) => climbOf(other) - climbOf(one) || one.to - other.to || one.playerId - other.playerId)
}

export const climbOf = ({ from, to }: Mover) => from - to

const playerIdsIn = ({ participants }: SeasonFacts): number[] =>
  participants.map(({ playerId }) => playerId).sort((one, other) => one - other)

type Made = { playerId: number; picks: readonly string[] }
type Written = { number: number | null; text: string; playerId: number }

function valuesIn(made: readonly Made[], isWriteIn: boolean): PickedValue[] {
  const groups = new Map<string, Written[]>()
  for (const { playerId, picks } of made) {
    for (const [index, text] of picks.entries()) {
      if (text === '') continue
      const number = isWriteIn ? index + 1 : null
      // Of a list, each name is a team of its own.
      const key = isWriteIn ? `${number} ${spelled(text)}` : text
      groups.set(key, [...(groups.get(key) ?? []), { number, text, playerId }])
    }
  }
  return [...groups.values()]
    .map((group) => ({
      number: group[0]?.number ?? null,
      value: mostFrequent(group.map(({ text }) => text)),
      playerIds: group.map(({ playerId }) => playerId),
    }))
    .sort(
      (one, other) =>
        (one.number ?? 0) - (other.number ?? 0) ||
        other.playerIds.length - one.playerIds.length ||
        compareTexts(one.value, other.value),
    )
}

/** The earliest of equal ones. */
function mostFrequent(texts: readonly string[]): string {
  const count = (text: string) => texts.filter((one) => one === text).length
  return texts.reduce((most, text) => (count(text) > count(most) ? text : most))
}

/** Write-ins have no places of their own. */
function rarestIn(round: PresentRound, values: readonly PickedValue[]): string | null {
  if (round.status !== 'completed' || round.pickType === 'multiple') return null
  const { places } = round.result
  const placed = NAMED_PLACES.flatMap((place) => values.find(({ value }) => value === places[place]) ?? [])
  const fewest = Math.min(...placed.map(({ playerIds }) => playerIds.length))
  return placed.find(({ playerIds }) => playerIds.length === fewest)?.value ?? null
}
