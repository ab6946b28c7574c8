import type { Instant } from '../event.ts'
import { Refusal } from '../refusal.ts'
import { presentRound, type Round, type RoundEvent } from '../rounds/round.ts'
import { openSeason, type Season, type SeasonEvent } from './season.ts'
import type { SeasonAndRounds } from './season-stream.ts'

/** Until the log says that it has locked. A round that was deleted for ever stays sealed. */
export const isSealed = ({ status }: { status: string }): boolean =>
  status !== 'locked' && status !== 'completed'

export const isSealedFromAdmins = (season: Season, round: Round): boolean =>
  sealsFromAdmins(season) && isSealed(round)

const sealsFromAdmins = (season: Season): boolean => 'picksSealed' in season && season.picksSealed === true

export function sealPicks(state: Season): SeasonEvent[] {
  return openSeason(state).picksSealed ? [] : [{ type: 'PicksSealedFromAdmins', data: {} }]
}

/** A sport that was deleted while it was open counts as open. `now` lies so far back that no clock is still before it. */
export function unsealPicks(
  state: SeasonAndRounds,
  { reason, now }: { reason: string | null; now: Instant },
): SeasonEvent[] {
  if (!openSeason(state.season).picksSealed) return []
  if (reason === null) throw new Refusal('showing-picks-needs-reason')
  const open = openRounds(state, now).map(named)
  if (open.length > 0) throw new Refusal('picks-stay-hidden', { sports: open })
  return [{ type: 'PicksUnsealedForAdmins', data: {} }]
}

/** Deleted and cancelled ones too, which nothing locks, until their lock time. */
export const openSports = (state: SeasonAndRounds, now: Instant): string[] =>
  openRounds(state, now).map(({ sportName }) => sportName)

export const sealedSports = (state: SeasonAndRounds, now: Instant): string[] =>
  sealsFromAdmins(state.season) ? openRounds(state, now).map(named) : []

type OpenRound = { sportName: string; aside: 'deleted' | 'cancelled' | null }

const openRounds = ({ season, rounds }: SeasonAndRounds, now: Instant): OpenRound[] =>
  [...rounds.values()].flatMap((round) => {
    const open = 'wasOpen' in round ? round.wasOpen : round.status === 'active' ? round : null
    const aside = season.status === 'purged' ? 'deleted' : asideOf(round)
    return open && (aside === null || now < open.locksAt) ? { sportName: open.sportName, aside } : []
  })

function asideOf(round: Round): OpenRound['aside'] {
  if (!('deletedAt' in round) || round.deletedAt !== null) return 'deleted'
  return round.cancelled === null ? null : 'cancelled'
}

/** Nobody sees the lock of a sport that was put aside. */
const named = ({ sportName, aside }: OpenRound) => (aside === null ? sportName : `${sportName} (${aside})`)

export function lookAtPicks(
  state: Round,
  season: Season,
  { playerIds, reason }: { playerIds: readonly number[]; reason: string | null },
): RoundEvent[] {
  const current = presentRound(state)
  const { picksSealed, participants } = openSeason(season)
  if (!picksSealed) throw new Refusal('picks-not-hidden')
  const { status } = current
  if (status === 'draft') throw new Refusal('sport-not-open')
  if (status !== 'active') throw new Refusal('sport-shows-picks')
  if (reason === null) throw new Refusal('looking-needs-reason')
  if (playerIds.some((playerId) => !participants.has(playerId))) throw new Refusal('participant-not-found')
  return [{ type: 'PicksLookedAt', data: { roundId: current.roundId, playerIds: [...new Set(playerIds)] } }]
}
