import type { Position } from '../../platform/event-store/event-store.ts'
import type { RoundNotes } from '../documents/round-notes.ts'

export const looksAt = ({ looks }: RoundNotes, playerId: number): Position[] =>
  looks.flatMap(({ position, playerIds }) => (playerIds.includes(playerId) ? position : []))

export function lookedAtFirst({ looks }: RoundNotes, position: Position): number[] {
  const look = looks.find((one) => one.position === position)
  const seen = looks
    .filter((one) => one.adminId === look?.adminId && one.position < position)
    .flatMap(({ playerIds }) => playerIds)
  const playerIds = look?.playerIds ?? []
  return playerIds.filter((id) => !seen.includes(id)).toSorted((left, right) => left - right)
}
