import type { LeaderboardEntry } from '../../../../api/contract/leaderboards.ts'
import type { Placement, RoundList } from '../../../../api/contract/rounds.ts'
import { compareTexts } from '../../../browser/formats.ts'
import { plain } from '../../../search.ts'
import { pickTexts } from '../../../slot-names.ts'
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

export type ProposedPlace = { writeIn: string; placement: Placement; players: WriteInPlayer[] }

/**
 * Who wrote what the result names, with the best place that it gives them, and who wrote only what the former result
 * named and this one does not.
 */
export function proposedPlaces(
  groups: readonly WriteInGroup[],
  result: Record<PlaceField, string>,
  former: Record<PlaceField, string>,
): ProposedPlace[] {
  const named = [
    ...places.map(({ field, placement }) => ({ writeIn: result[field].trim(), placement })),
    ...places.map(({ field }) => ({ writeIn: former[field], placement: 'none' as const })),
  ]
  return named.flatMap(({ writeIn, placement }, index) => {
    const better = named.slice(0, index).map((one) => spelled(one.writeIn))
    const holder = spelled(writeIn)
    if (holder === '' || better.includes(holder)) return []
    const theirs = groups.filter(({ writeIns }) => {
      const written = writeIns.map(spelled)
      return written.includes(holder) && !better.some((one) => one !== '' && written.includes(one))
    })
    const players = theirs.flatMap((group) => group.players)
    return players.length === 0 ? [] : [{ writeIn, placement, players }]
  })
}

const placementIn = (score: LeaderboardEntry['scores'][string] | undefined): Placement =>
  places.find(({ placement }) => score?.[`${placement}_place`] === 1)?.placement ?? 'none'

const spelled = (text: string) => plain(text).trim()
