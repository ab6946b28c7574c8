import type { LeaderboardEntry } from '../../../../api/contract/leaderboards.ts'
import type { Placement, RoundList } from '../../../../api/contract/rounds.ts'
import { compareTexts } from '../../../../domain/names.ts'
import { spelled } from '../../../../domain/spelling.ts'
import { pickTexts, slotLabel } from '../../../slot-names.ts'
import { type PlaceField, places } from './places.ts'

/** The same but for case, accents, spaces and, where picks have no names, order. `texts` are the write-ins with the names. */
export type WriteInGroup = { key: string; writeIns: string[]; texts: string[]; players: WriteInPlayer[] }
/** `placement` is that of the former result, where there is one. */
type WriteInPlayer = { id: number; name: string; placement: Placement }

export function groupWriteIns(
  entries: LeaderboardEntry[],
  { id: roundId, slot_names }: RoundList[number],
): WriteInGroup[] {
  const groups = new Map<string, WriteInGroup>()
  for (const { userId, userName, picks, scores } of entries) {
    const writeIns = pickTexts(picks[roundId], undefined)
    if (writeIns.length === 0) continue
    const texts = pickTexts(picks[roundId], slot_names)
    const key = JSON.stringify(texts.map(spelled).toSorted())
    const group = groups.get(key) ?? { key, writeIns, texts, players: [] }
    const player = { id: userId, name: userName, placement: placementIn(scores[roundId]) }
    groups.set(key, { ...group, players: [...group.players, player] })
  }
  return [...groups.values()].toSorted((one, other) => compareTexts(one.key, other.key))
}

/** How many players picked each team. */
export function playersByTeam(entries: LeaderboardEntry[], roundId: number): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { picks } of entries) {
    const team = picks[roundId]?.pickItems[0]?.pickValue
    if (team !== undefined) counts.set(team, (counts.get(team) ?? 0) + 1)
  }
  return counts
}

/** Each name in one of its spellings. */
export const writtenOnce = (groups: readonly WriteInGroup[]): string[] => [
  ...new Map(groups.flatMap(({ writeIns }) => writeIns).map((text) => [spelled(text), text])).values(),
]

export type ProposedPlace = { why: string; placement: Placement; players: WriteInPlayer[] }

/**
 * Players who wrote what the result names, with the best place that it gives them, and who wrote only what the former result
 * named and this one does not.
 */
export function proposedPlaces(
  groups: readonly WriteInGroup[],
  result: Record<PlaceField, string>,
  former: Record<PlaceField, string>,
): ProposedPlace[] {
  const named = [
    ...places.map(({ field, placement }) => ({ why: result[field].trim(), placement })),
    ...places.map(({ field }) => ({ why: former[field], placement: 'none' as const })),
  ]
  let left = groups
  return named.flatMap(({ why, placement }) => {
    const theirs = left.filter(({ writeIns }) => why !== '' && isRight(why, writeIns))
    left = left.filter((group) => !theirs.includes(group))
    return theirs.length === 0 ? [] : [{ why, placement, players: theirs.flatMap(({ players }) => players) }]
  })
}

/**
 * `answers` are all that was written under the name, the same but for case, accents and spaces, and what was right before.
 * Each is spelled as most players did, or as it was published.
 */
export type NamedSlot = { name: string; former: string[]; answers: NamedAnswer[] }
type NamedAnswer = { text: string; playerIds: number[] }

/** None where write-ins have no names. */
export function slotsOf(
  entries: LeaderboardEntry[],
  { id: roundId, slot_names, num_write_in_picks, right_answers }: RoundList[number],
): NamedSlot[] {
  if (!slot_names) return []
  return Array.from({ length: num_write_in_picks ?? 1 }, (_, index) => {
    const former = right_answers?.[index]?.answers ?? []
    const given = entries.flatMap(({ userId, picks }) => {
      const text = picks[roundId]?.pickItems.find(({ pickNumber }) => pickNumber === index + 1)?.pickValue
      return text === undefined ? [] : [{ userId, text, key: spelled(text) }]
    })
    const published = new Map(former.map((text) => [spelled(text), text]))
    const answers = [...new Set([...published.keys(), ...given.map(({ key }) => key)])].map((answer) => {
      const theirs = given.filter(({ key }) => key === answer)
      return {
        text: published.get(answer) ?? mostFrequent(theirs.map(({ text }) => text)),
        playerIds: theirs.map(({ userId }) => userId),
      }
    })
    const byPlayers = answers.toSorted((one, other) => other.playerIds.length - one.playerIds.length)
    return { name: slotLabel(slot_names, index + 1), former, answers: byPlayers }
  })
}

function mostFrequent(texts: readonly string[]): string {
  const count = (text: string) => texts.filter((one) => one === text).length
  return texts.reduce((most, text) => (count(text) > count(most) ? text : most))
}

export const isRight = (text: string, right: readonly string[] = []) =>
  right.some((one) => spelled(one) === spelled(text))

/** How many answers of each player are right. */
export function hitsOf(slots: readonly NamedSlot[], right: readonly string[][]): Map<number, number> {
  const hits = new Map<number, number>()
  const answers = slots.flatMap(({ answers }, index) =>
    answers.filter(({ text }) => isRight(text, right[index])),
  )
  for (const id of answers.flatMap(({ playerIds }) => playerIds)) hits.set(id, (hits.get(id) ?? 0) + 1)
  return hits
}

/** The most right answers come first, the next most second; ties share a place. None until an answer is right. */
export function placesByHits(
  players: readonly WriteInPlayer[],
  hits: ReadonlyMap<number, number>,
  right: readonly string[][],
): ProposedPlace[] {
  if (right.every((texts) => texts.length === 0)) return []
  const counts = [...new Set([...hits.values(), 0])].toSorted((one, other) => other - one)
  return counts.map((count, index) => ({
    why: `${count} right`,
    placement: (count > 0 && places[index]?.placement) || 'none',
    players: players.filter(({ id }) => (hits.get(id) ?? 0) === count),
  }))
}

const placementIn = (score: LeaderboardEntry['scores'][string] | undefined): Placement =>
  places.find(({ placement }) => score?.[`${placement}_place`] === 1)?.placement ?? 'none'
