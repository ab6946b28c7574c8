import { pickContext } from '../../commands/lookups.ts'
import type { Instant } from '../../domain/event.ts'
import { type PickContext, pick, pickableRound } from '../../domain/picks/pick.ts'
import { Refusal } from '../../domain/refusal.ts'
import { presentRound } from '../../domain/rounds/round.ts'
import { worthText } from '../../domain/seasons/rule-sentences.ts'
import { rulesInForce } from '../../domain/seasons/season.ts'
import { settings } from '../../domain/settings/settings.ts'
import { loadFrom, loadWithIds } from '../../platform/event-store/transact.ts'
import type { PickLink } from '../../platform/links/links.ts'
import { presentInvitation, presentOwnPick, withCodes } from '../presenters/picks.ts'
import type { Services } from '../server/services.ts'
import { explainStanding } from './explanations.ts'

const CHANGES_MAX = 20

type Uses = Pick<Services, 'store' | 'boards'>

export async function openInvitation({ store }: Pick<Uses, 'store'>, link: PickLink, now: Instant) {
  const context = await pickContext(loadFrom(store), link)
  const round = pickableRound(context, now)
  const made = await loadWithIds(store, pick, round.roundId, link.playerId)
  return presentInvitation(context, round, withCodes(made), now)
}

/** Throws Refusal for what was deleted. */
export async function ownPick({ store, boards }: Uses, link: PickLink, now: Instant) {
  const { seasonId, roundId, playerId } = link
  const context = await pickContext(loadFrom(store), link)
  const closed = whyClosed(context, now)
  const current = presentRound(context.round)
  const [versions, league, season] = await Promise.all([
    loadWithIds(store, pick, roundId, playerId),
    loadFrom(store)(settings),
    current.status === 'completed' ? boards.seasonNow(seasonId) : null,
  ])
  return presentOwnPick({
    invitation: presentInvitation(context, current, withCodes(versions), now),
    round: current,
    worth: worthText(rulesInForce(context.season, league), current.weight),
    picksSealed: 'picksSealed' in context.season && context.season.picksSealed === true,
    closed,
    lockChanges: current.lockChanges.slice(-CHANGES_MAX),
    renames: current.renames.slice(-CHANGES_MAX),
    // None until the boards have it, and of a player who is no longer on them.
    explained: season && explainStanding(season, playerId),
  })
}

/** Null while picks are taken. Throws where the sport or its season was deleted. */
export function whyClosed(context: PickContext, now: Instant): string | null {
  try {
    pickableRound(context, now)
    return null
  } catch (error) {
    if (error instanceof Refusal && error.code === 'link-replaced') throw error
    const { round, season } = context
    const isThere = 'locksAt' in round && round.deletedAt === null && 'name' in season && !season.deletedAt
    if (error instanceof Refusal && isThere) return error.message
    throw error
  }
}
