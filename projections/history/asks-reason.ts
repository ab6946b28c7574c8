import type { DomainEvent } from '../../domain/domain-event.ts'
import type { EventMetadata } from '../../domain/event.ts'

/** The changes of a point, a rank or a deadline that players knew of. They ask the admin for a reason. */
export function asksReason(
  { type, metadata }: { type: string; metadata: EventMetadata },
  earlier: readonly { type: string }[],
  before: unknown,
): boolean {
  const { actor, commandId, causationId } = metadata
  if (actor.kind !== 'admin') return false
  if (causationId !== commandId) return true
  switch (type as DomainEvent['type']) {
    case 'RoundClosedEarly':
    case 'RoundUnlocked':
    case 'PointsChanged':
    case 'NoPickPointsChanged':
    case 'SeasonRulesSet':
    case 'SeasonRulesFollowed':
    case 'RoundWeightSet':
    case 'SeasonReopened':
      return true
    case 'PickEntryWithdrawn':
    case 'PicksLookedAt':
    case 'PicksUnsealedForAdmins':
      return true
    case 'PickEntered':
      // A guess that came with it is no pick.
      return earlier.some((event) => event.type === 'PickSubmitted' || event.type === 'PickEntered')
    case 'RoundCompleted':
      return earlier.some((event) => event.type === 'RoundCompleted')
    case 'RoundRescheduled':
    case 'RoundCancelled':
      return (before as { status?: string } | undefined)?.status !== 'draft'
    default:
      return false
  }
}
