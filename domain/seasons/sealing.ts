import type { Instant } from '../event.ts'
import { Refusal } from '../refusal.ts'
import { presentRound, type Round, type RoundEvent, type RoundStatus, statusAt } from '../rounds/round.ts'
import { openSeason, type Season, type SeasonEvent } from './season.ts'
import type { SeasonAndRounds } from './season-stream.ts'

export const isSealed = (status: RoundStatus): boolean => status === 'draft' || status === 'active'

/** A round that was deleted for ever stays sealed. */
export const isSealedAt = (round: Round, now: Instant): boolean =>
  !('locksAt' in round) || isSealed(statusAt(round, now))

export const isSealedFromAdmins = (season: Season, round: Round, now: Instant): boolean =>
  sealsFromAdmins(season) && isSealedAt(round, now)

const sealsFromAdmins = (season: Season): boolean => 'picksSealed' in season && season.picksSealed === true

export function sealPicks(state: Season): SeasonEvent[] {
  return openSeason(state).picksSealed ? [] : [{ type: 'PicksSealedFromAdmins', data: {} }]
}

/** Who had a link before the seal could go on seeing the pick by it. */
export const withNewLinks = (
  events: readonly SeasonEvent[],
  state: SeasonAndRounds,
  now: Instant,
): (SeasonEvent | RoundEvent)[] =>
  events.flatMap((event): (SeasonEvent | RoundEvent)[] =>
    event.type === 'PicksSealedFromAdmins' ? [event, ...replaceLinks(state, null, now)] : [event],
  )

/** The former links could be read at the former address. Also of one who took part before: links work again after the way back. */
export function replaceLinksOf(state: SeasonAndRounds, playerId: number, now: Instant): RoundEvent[] {
  return sealsFromAdmins(state.season) ? replaceLinks(state, playerId, now) : []
}

function replaceLinks({ rounds }: SeasonAndRounds, playerId: number | null, now: Instant): RoundEvent[] {
  return [...rounds.values()].flatMap((round) =>
    round.status === 'active' && now < round.locksAt
      ? { type: 'PickLinksReplaced' as const, data: { roundId: round.roundId, playerId } }
      : [],
  )
}

/** A sport that was deleted while it was open counts as open: what was sealed stays so until its lock time. */
export function unsealPicks(
  { season, rounds }: SeasonAndRounds,
  { reason, now }: { reason: string | null; now: Instant },
): SeasonEvent[] {
  if (!openSeason(season).picksSealed) return []
  if (reason === null) throw new Refusal('invalid', WHY_UNSEALED, 'reason')
  const open = openRounds({ rounds }, now).map(named)
  if (open.length > 0) {
    throw new Refusal(
      'wrong_state',
      `Picks stay hidden until the lock time of these sports: ${open.join(', ')}`,
    )
  }
  return [{ type: 'PicksUnsealedForAdmins', data: {} }]
}

/** Deleted and cancelled ones too, until nobody could pick in them any more. */
export const openSports = (state: Pick<SeasonAndRounds, 'rounds'>, now: Instant): string[] =>
  openRounds(state, now).map(({ sportName }) => sportName)

export const sealedSports = (state: SeasonAndRounds, now: Instant): string[] =>
  sealsFromAdmins(state.season) ? openRounds(state, now).map(named) : []

type OpenRound = { sportName: string; aside: 'deleted' | 'cancelled' | null }

const openRounds = ({ rounds }: Pick<SeasonAndRounds, 'rounds'>, now: Instant): OpenRound[] =>
  [...rounds.values()].flatMap((round) => {
    const open = 'wasOpen' in round ? round.wasOpen : round.status === 'active' ? round : null
    return open && now < open.locksAt ? { sportName: open.sportName, aside: asideOf(round) } : []
  })

function asideOf(round: Round): OpenRound['aside'] {
  if (!('deletedAt' in round) || round.deletedAt !== null) return 'deleted'
  return round.cancelledAt === null ? null : 'cancelled'
}

/** Nobody sees the lock of a sport that was put aside. */
const named = ({ sportName, aside }: OpenRound) => (aside === null ? sportName : `${sportName} (${aside})`)

const WHY_UNSEALED = 'Say why admins may see the picks: everybody can read the reason'

export function lookAtPicks(
  state: Round,
  season: Season,
  { playerIds, reason, now }: { playerIds: readonly number[]; reason: string | null; now: Instant },
): RoundEvent[] {
  const current = presentRound(state)
  const { picksSealed, participants } = openSeason(season)
  if (!picksSealed) throw new Refusal('wrong_state', 'The picks of this season are not hidden from admins')
  const status = statusAt(current, now)
  if (status === 'draft') throw new Refusal('wrong_state', 'This sport is not open for picks yet')
  if (status !== 'active') throw new Refusal('wrong_state', 'This sport has locked: everybody sees its picks')
  if (reason === null) {
    throw new Refusal('invalid', 'Say why you look: everybody can read the reason', 'reason')
  }
  if (playerIds.some((playerId) => !participants.has(playerId))) {
    throw new Refusal('not_found', 'This player is not a participant of the season')
  }
  return [{ type: 'PicksLookedAt', data: { roundId: current.roundId, playerIds: [...new Set(playerIds)] } }]
}
