import { pickContext } from '../../commands/lookups.ts'
import type { Instant } from '../../domain/event.ts'
import {
  countingGuess,
  countingPick,
  type PickContext,
  pick,
  pickableRound,
} from '../../domain/picks/pick.ts'
import { PickClosed, Refusal } from '../../domain/refusal.ts'
import {
  type PresentRound,
  presentRound,
  type RoundEvent,
  round,
  statusAt,
} from '../../domain/rounds/round.ts'
import { isSealedAt } from '../../domain/seasons/sealing.ts'
import { seasonStream } from '../../domain/seasons/season-stream.ts'
import type { RecordedEvent } from '../../platform/event-store/event-store.ts'
import { loadFrom, loadWithIds } from '../../platform/event-store/transact.ts'
import type { PickLink } from '../../platform/links/pick-link.ts'
import { explainStanding } from '../../projections/queries/explanations.ts'
import { pickInRest } from '../../projections/queries/leaderboard-view.ts'
import type { Services } from '../server/services.ts'
import { receiptsInRest } from './pick-receipts.ts'
import { rankInRest } from './ranks.ts'

/** Of those that are told. */
const CHANGES_MAX = 20

/** What an open link shows. Throws the refusal of pickableRound. */
export async function openInvitation(services: Services, link: PickLink, now: Instant) {
  const context = await pickContext(loadFrom(services.store), link)
  return invitationOf(services, context, pickableRound(context, now), now)
}

/** What the owner of a link may see at any time. Refuses what was deleted. */
export async function ownPick(services: Services, link: PickLink, now: Instant) {
  const context = await pickContext(loadFrom(services.store), link)
  const closed = whyClosed(context, now)
  const current = presentRound(context.round)
  const isLocked = !isSealedAt(current, now)
  const [opened, changes, result] = await Promise.all([
    invitationOf(services, context, current, now),
    changesOf(services, link),
    statusAt(current, now) === 'completed' ? resultOf(services, current, link.playerId, now) : null,
  ])
  return {
    ...opened,
    seasonId: current.seasonId,
    closed,
    ...(await cancelledIn(services, current)),
    lockedAt: isLocked ? current.locksAt : null,
    ...changes,
    result,
  }
}

async function invitationOf(services: Services, context: PickContext, round: PresentRound, now: Instant) {
  const { player, playerId, season } = context
  const versions = await loadWithIds(services.store, pick, round.roundId, playerId)
  return {
    user: { id: playerId, name: 'name' in player ? player.name : '' },
    round: {
      id: round.roundId,
      sportName: round.sportName,
      pickType: round.pickType,
      numWriteInPicks: round.pickType === 'multiple' ? round.picksMax : null,
      ...(round.slotNames && { slotNames: [...round.slotNames] }),
      lockTime: round.locksAt,
      timezone: round.timeZone,
      status: statusAt(round, now),
      seasonName: 'name' in season ? season.name : '',
      ...tieBreakOf(round, countingGuess(versions.state, round)),
    },
    teams: [...round.teams],
    currentPick: pickInRest(countingPick(versions.state, round)?.picks ?? null),
    serverTime: now,
    ...receiptsInRest(versions.state, versions.eventIds, round),
  }
}

function tieBreakOf(round: PresentRound, guess: number | null) {
  if (round.tieBreak === null) return {}
  const answer = round.status === 'completed' ? round.result.answer : undefined
  return { tieBreak: { ...round.tieBreak, guess, ...(answer === undefined ? {} : { answer }) } }
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

/**
 * Each time that the lock moved or the sport got another name while players knew of it. A lock by hand before its time is a
 * move too, and the last.
 */
async function changesOf({ store }: Services, { seasonId, roundId }: PickLink) {
  const lockChanges: (Changed & { early: boolean })[] = []
  const renames: Changed[] = []
  let state = round.initial
  const events = (await store.read(seasonStream.stream(seasonId))) as readonly (RecordedEvent & RoundEvent)[]
  for (const event of events.filter(({ data }) => data.roundId === roundId)) {
    const before = state
    state = round.evolve(before, event)
    if (!('locksAt' in before) || !('locksAt' in state) || before.status === 'draft') continue
    const { occurredAt: at, reason = null } = event.metadata
    const early = event.type === 'RoundClosedEarly'
    const moved = { at, from: before.locksAt, to: state.locksAt, reason }
    const renamed = { at, from: before.sportName, to: state.sportName, reason }
    if (moved.from !== moved.to) lockChanges.push({ ...moved, early })
    if (renamed.from !== renamed.to) renames.push(renamed)
  }
  return {
    lockChanges: lockChanges.slice(-CHANGES_MAX),
    ...(renames.length > 0 && { renames: renames.slice(-CHANGES_MAX) }),
  }
}

type Changed = { at: Instant; from: string; to: string; reason: string | null }

/** The log alone says why. */
async function cancelledIn({ store }: Services, { seasonId, roundId, cancelledAt: at }: PresentRound) {
  if (at === null) return {}
  const events = (await store.read(seasonStream.stream(seasonId))) as readonly (RecordedEvent & RoundEvent)[]
  const last = events.findLast(({ type, data }) => type === 'RoundCancelled' && data.roundId === roundId)
  return { cancelled: { at, reason: last?.metadata.reason ?? null } }
}

/** Null until the boards have it, and of one who is no longer on them. */
async function resultOf(
  { boards }: Services,
  { seasonId, roundId }: PresentRound,
  playerId: number,
  now: Instant,
) {
  const season = await boards.seasonNow(seasonId, now)
  const explained = season && explainStanding(season, playerId)
  const cell = explained?.cells.find(({ round }) => round.roundId === roundId)
  if (!explained || cell?.round.status !== 'completed') return null
  return {
    place: cell.score?.place ?? null,
    points: cell.score?.points ?? 0,
    ...rankInRest(explained),
    sentence: cell.sentence,
  }
}
