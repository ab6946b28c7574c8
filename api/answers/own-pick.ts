import { pickContext } from '../../commands/lookups.ts'
import type { Instant } from '../../domain/event.ts'
import { type PickContext, pick, pickableRound } from '../../domain/picks/pick.ts'
import { PickClosed, Refusal } from '../../domain/refusal.ts'
import { presentRound, type RoundEvent, round } from '../../domain/rounds/round.ts'
import { seasonStream } from '../../domain/seasons/season-stream.ts'
import type { RecordedEvent } from '../../platform/event-store/event-store.ts'
import { loadFrom, loadWithIds } from '../../platform/event-store/transact.ts'
import type { PickLink } from '../../platform/links/pick-link.ts'
import { explainStanding } from '../../projections/queries/explanations.ts'
import { presentInvitation, presentOwnPick } from '../presenters/picks.ts'
import type { Services } from '../server/services.ts'

const CHANGES_MAX = 20

const BYTES_OF_EVENT = 1_000

type Uses = Pick<Services, 'store' | 'boards' | 'cache'>
type RecordedRoundEvent = RecordedEvent & RoundEvent
type Changed = { at: Instant; from: string; to: string; reason: string | null }

export async function openInvitation({ store }: Pick<Uses, 'store'>, link: PickLink, now: Instant) {
  const context = await pickContext(loadFrom(store), link)
  const round = pickableRound(context, now)
  return presentInvitation(context, round, await loadWithIds(store, pick, round.roundId, link.playerId), now)
}

/** Throws Refusal for what was deleted. */
export async function ownPick({ store, boards, cache }: Uses, link: PickLink, now: Instant) {
  const { seasonId, roundId, playerId } = link
  const context = await pickContext(loadFrom(store), link)
  const closed = whyClosed(context, now)
  const current = presentRound(context.round)
  const [versions, recorded, season] = await Promise.all([
    loadWithIds(store, pick, roundId, playerId),
    seasonEvents({ store, cache }, seasonId),
    current.status === 'completed' ? boards.seasonNow(seasonId) : null,
  ])
  const events = recorded.filter(({ data }) => data.roundId === roundId)
  return presentOwnPick({
    invitation: presentInvitation(context, current, versions, now),
    round: current,
    picksSealed: 'picksSealed' in context.season && context.season.picksSealed === true,
    closed,
    ...changesIn(events),
    // None until the boards have it, and of a player who is no longer on them.
    explained: season && explainStanding(season, playerId),
  })
}

/** Read once while everybody opens a pick page: in a season of forty sports they are most of what it costs. */
async function seasonEvents({ store, cache }: Pick<Uses, 'store' | 'cache'>, seasonId: number) {
  const { eventIds } = await loadWithIds(store, seasonStream, seasonId)
  const events = await cache(
    `events ${seasonId} ${eventIds.at(-1)}`,
    () => store.read(seasonStream.stream(seasonId)),
    ({ length }) => length * BYTES_OF_EVENT,
  )
  return (events ?? []) as readonly RecordedRoundEvent[]
}

/** Null while picks are taken. Throws where the sport or its season was deleted. */
function whyClosed(context: PickContext, now: Instant): string | null {
  try {
    pickableRound(context, now)
    return null
  } catch (error) {
    if (error instanceof PickClosed && error.because === 'link_replaced') throw error
    const { round, season } = context
    const isThere = 'locksAt' in round && round.deletedAt === null && 'name' in season && !season.deletedAt
    if (error instanceof Refusal && isThere) return error.message
    throw error
  }
}

/** While players knew of the sport. A lock by hand before its time is a move too, and the last. */
function changesIn(events: readonly RecordedRoundEvent[]) {
  const lockChanges: (Changed & { early: boolean })[] = []
  const renames: Changed[] = []
  let state = round.initial
  for (const event of events) {
    const before = state
    state = round.evolve(before, event)
    if (!('locksAt' in before) || !('locksAt' in state) || before.status === 'draft') continue
    const { occurredAt: at, reason = null } = event.metadata
    const moved = { at, from: before.locksAt, to: state.locksAt, reason }
    const renamed = { at, from: before.sportName, to: state.sportName, reason }
    if (moved.from !== moved.to) lockChanges.push({ ...moved, early: event.type === 'RoundLocked' })
    if (renamed.from !== renamed.to) renames.push(renamed)
  }
  return { lockChanges: lockChanges.slice(-CHANGES_MAX), renames: renames.slice(-CHANGES_MAX) }
}
