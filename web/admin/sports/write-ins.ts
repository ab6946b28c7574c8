import type { LeaderboardEntry } from '../../../api/contract/leaderboards.ts'
import type { Placement } from '../../../api/contract/rounds.ts'
import { places } from './places.ts'

/** The same but for case, spaces and order. */
export type WriteInGroup = { key: string; writeIns: string[]; players: WriteInPlayer[] }
/** `placement` is that of the former result, where there is one. */
type WriteInPlayer = { id: number; name: string; placement: Placement }

export function groupWriteIns(entries: LeaderboardEntry[], roundId: number): WriteInGroup[] {
  const groups = new Map<string, WriteInGroup>()
  for (const { userId, userName, picks, scores } of entries) {
    const writeIns = (picks[roundId]?.pickItems ?? [])
      .toSorted((one, other) => one.pickNumber - other.pickNumber)
      .map(({ pickValue }) => pickValue)
    if (writeIns.length === 0) continue
    const key = JSON.stringify(writeIns.map(plain).toSorted())
    const group = groups.get(key) ?? { key, writeIns, players: [] }
    const player = { id: userId, name: userName, placement: placementIn(scores[roundId]) }
    groups.set(key, { ...group, players: [...group.players, player] })
  }
  return [...groups.values()].toSorted((one, other) => one.key.localeCompare(other.key))
}

const placementIn = (score: LeaderboardEntry['scores'][string] | undefined): Placement =>
  places.find(({ placement }) => score?.[`${placement}_place`] === 1)?.placement ?? 'none'

const plain = (text: string) => text.trim().normalize('NFKC').toLowerCase()
