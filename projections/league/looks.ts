import type { Position } from '../../platform/event-store/event-store.ts'
import type { RoundNotes } from '../documents/round-notes.ts'

/** Where in the log each look at one pick of the round is. */
export const looksAt = ({ looks }: RoundNotes, playerId: number): Position[] =>
  looks.flatMap(({ position, playerIds }) => (playerIds.includes(playerId) ? position : []))

/** Whose pick of the round that look was the first at, by that admin. */
export function lookedAtFirst({ looks }: RoundNotes, position: Position): number[] {
  const look = looks.find((one) => one.position === position)
  const seen = looks
    .filter((one) => one.adminId === look?.adminId && one.position < position)
    .flatMap(({ playerIds }) => playerIds)
  const playerIds = look?.playerIds ?? []
  return playerIds.filter((id) => !seen.includes(id)).toSorted((left, right) => left - right)
}
