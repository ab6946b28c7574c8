import { addPlayer, player } from '#domain/player'
import { type RoundDetails, round } from '#domain/round'
import { activateRound, createRound } from '#domain/round-decisions'
import { createSeason, season } from '#domain/season'
import type { EventStore } from '#platform/event-store'
import { load } from '#platform/transact'
import type { Projector } from '#projections/projector'
import { caughtUp } from './caught-up.ts'
import type { Storyteller } from './storyteller.ts'

/** One season, one sport, and who plays: the same wherever a test needs a round and nothing else. */
export const DERBY = 20
export const DERBY_LOCKS_AT = '2027-09-01T18:00:00.000Z'

export const DERBY_SEASON = 10

export const DERBY_DETAILS: RoundDetails = {
  sportName: 'Derby',
  pickType: 'single',
  picksMax: 1,
  emailMessage: null,
  locksAt: DERBY_LOCKS_AT,
  timeZone: 'America/New_York',
  teams: ['Lions', 'Bears'],
}

export type DerbyPlayer = { name: string; email: string | null }

/** Players have the ids 1, 2, 3 ... as listed. Answers with the id of the event that activates. */
export async function openDerby(
  { tell, store, projector }: Storyteller & { store: EventStore; projector: Projector },
  players: readonly DerbyPlayer[],
  details: Partial<RoundDetails> = {},
  seasonName = 'Spring Cup',
): Promise<string> {
  for (const [index, person] of players.entries()) {
    await tell(player, [index + 1], (state) => addPlayer(state, { playerId: index + 1, ...person }))
  }
  const participants = players.map(({ email }, index) => ({ playerId: index + 1, email }))
  const ids = participants.map(({ playerId }) => playerId)
  const cup = { seasonId: DERBY_SEASON, name: seasonName, yearStart: 2027, yearEnd: 2027, commissioner: null }
  await tell(season, [DERBY_SEASON], (state) => createSeason(state, { ...cup, participants: ids }))
  const inSeason = await load(store, season, DERBY_SEASON)
  const created = { ...DERBY_DETAILS, ...details, roundId: DERBY, seasonId: DERBY_SEASON }
  await tell(round, [DERBY], (state) => createRound(state, inSeason, created))
  await tell(round, [DERBY], (state, now) => activateRound(state, inSeason, participants, now))
  const last = (await store.read(`round-${DERBY}`)).at(-1)
  await caughtUp({ projector, store })
  return last?.id ?? ''
}
