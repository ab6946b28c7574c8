import type { LeaderboardEntry } from '#api/contract/leaderboards'

/** Players who wrote the same in this round, but for case, spaces and order. */
export type WriteInGroup = { key: string; writeIns: string[]; players: { id: number; name: string }[] }

export function groupWriteIns(entries: LeaderboardEntry[], roundId: number): WriteInGroup[] {
  const groups = new Map<string, WriteInGroup>()
  for (const { userId, userName, picks } of entries) {
    const writeIns = (picks[roundId]?.pickItems ?? [])
      .toSorted((one, other) => one.pickNumber - other.pickNumber)
      .map(({ pickValue }) => pickValue)
    if (writeIns.length === 0) continue
    const key = JSON.stringify(writeIns.map(plain).toSorted())
    const group = groups.get(key) ?? { key, writeIns, players: [] }
    groups.set(key, { ...group, players: [...group.players, { id: userId, name: userName }] })
  }
  return [...groups.values()].toSorted((one, other) => one.key.localeCompare(other.key))
}

const plain = (text: string) => text.trim().normalize('NFKC').toLowerCase()
