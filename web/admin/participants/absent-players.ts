import type { Participant } from '../../../api/contract/seasons.ts'

export const absentPlayers = <Player extends { id: number; is_active: number }>(
  players: Player[],
  present: Participant[],
): Player[] =>
  players.filter(
    ({ id, is_active }) => is_active === 1 && !present.some((participant) => participant.id === id),
  )
