import { comparable } from '../../domain/names.ts'
import type { PresentPlayer } from '../../domain/players/player.ts'

const READERS_MAX = 5

export function recipients(players: readonly PresentPlayer[]): PresentPlayer[][] {
  const byAddress = new Map<string, PresentPlayer[]>()
  for (const player of players) {
    if (player.email === null) continue
    const address = comparable(player.email)
    byAddress.set(address, [...(byAddress.get(address) ?? []), player])
  }
  return [...byAddress.values()].flatMap((players) => inParts(players, READERS_MAX))
}

export function inParts<Item>(items: readonly Item[], itemsMax: number): Item[][] {
  const parts: Item[][] = []
  for (let start = 0; start < items.length; start += itemsMax) {
    parts.push(items.slice(start, start + itemsMax))
  }
  return parts
}
