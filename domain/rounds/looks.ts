import { atOf, type Instant, type Placed } from '../event.ts'

/** An admin saw hidden picks, or copied a personal link, which opens its pick as well. */
export type Look = {
  position: string
  at: Instant
  adminId: number
  playerIds: readonly number[]
  reason: string | null
}

export function lookBy(event: Placed, playerIds: readonly number[]): Look {
  const { position = '', metadata } = event
  const adminId = metadata?.actor && 'id' in metadata.actor ? metadata.actor.id : 0
  return { position, at: atOf(event), adminId, playerIds, reason: metadata?.reason ?? null }
}

export const looksOf = (round: { looks: readonly Look[] }, notices: { copied: readonly Look[] } | null) =>
  [...round.looks, ...(notices?.copied ?? [])].toSorted((one, other) =>
    one.position < other.position ? -1 : 1,
  )

export const looksAt = (looks: readonly Look[], playerId: number): string[] =>
  looks.flatMap(({ position, playerIds }) => (playerIds.includes(playerId) ? position : []))

export function lookedAtFirst(looks: readonly Look[], position: string): number[] {
  const look = looks.find((one) => one.position === position)
  const seen = looks
    .filter((one) => one.adminId === look?.adminId && one.position < position)
    .flatMap(({ playerIds }) => playerIds)
  const playerIds = look?.playerIds ?? []
  return playerIds.filter((id) => !seen.includes(id)).toSorted((left, right) => left - right)
}
