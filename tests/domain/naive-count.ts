import type { DomainEvent } from '#domain/domain-event'
import type { Log } from './log-in-memory.ts'

// Standings counted from the bare events, sharing no code with the domain: slow, plain, and written differently.

/** Points by player id for everybody who is in the season. */
export function naiveTotals(log: Log, seasonId: number): Map<number, number> {
  const ofSeason = log.get(`season-${seasonId}`) ?? []
  const totals = new Map([...naiveParticipants(ofSeason)].map((playerId) => [playerId, 0]))
  const worth = naivePoints(log, ofSeason)
  for (const [stream, events] of log) {
    const [kind, roundId] = stream.split('-')
    const sport = kind === 'round' ? naiveSport(events) : null
    if (sport === null || sport.seasonId !== seasonId || sport.deleted || sport.outcome === null) continue
    for (const [playerId, total] of totals) {
      const chosen = naivePick(log.get(`pick-${roundId}-${playerId}`) ?? [], sport.closesAt)
      if (chosen === null) continue
      const place = sport.outcome(playerId, chosen)
      totals.set(playerId, total + (worth.get(place) ?? Number.NaN))
    }
  }
  return totals
}

function naiveParticipants(ofSeason: readonly DomainEvent[]): Set<number> {
  const members = new Set<number>()
  for (const event of ofSeason) {
    if (event.type === 'ParticipantAdded') members.add(event.data.playerId)
    if (event.type === 'ParticipantRemoved') members.delete(event.data.playerId)
    if (event.type === 'SeasonPurged') members.clear()
  }
  return members
}

function naivePoints(log: Log, ofSeason: readonly DomainEvent[]): Map<string, number> {
  let points = { first: 6, second: 5, third: 4, fourth: 3, fifth: 2, sixthPlus: 1 }
  for (const event of log.get('settings') ?? []) {
    if (event.type === 'PointsChanged') points = event.data.points
  }
  const closing = ofSeason.findLast(({ type }) => type === 'SeasonEnded' || type === 'SeasonReopened')
  if (closing?.type === 'SeasonEnded') points = closing.data.points
  return new Map(Object.entries(points))
}

/** What a sport's events say of it in the end. `outcome` tells a player's place, and is null while nobody has won. */
function naiveSport(events: readonly DomainEvent[]) {
  let seasonId = 0
  let deleted = false
  let pickType = 'single'
  let locksAt = Number.POSITIVE_INFINITY
  let lockedAt = Number.POSITIVE_INFINITY
  let outcome: ((playerId: number, chosen: string) => string) | null = null
  for (const event of events) {
    if (event.type === 'RoundCreated') seasonId = event.data.seasonId
    if (event.type === 'RoundCreated' || event.type === 'RoundPickTypeChanged') pickType = event.data.pickType
    if (event.type === 'RoundCreated' || event.type === 'RoundRescheduled')
      locksAt = Date.parse(event.data.locksAt)
    if (event.type === 'RoundLocked') lockedAt = Date.parse(event.data.lockedAt)
    if (event.type === 'RoundDeleted' || event.type === 'RoundPurged') deleted = true
    if (event.type === 'RoundRestored') deleted = false
    if (event.type === 'RoundUnlocked') outcome = null
    if (event.type === 'RoundCompleted') {
      const placeOfTeam = new Map(Object.entries(event.data.places).map(([place, team]) => [team, place]))
      const placeOfPlayer = new Map(event.data.placements.map((entry) => [entry.playerId, entry.placement]))
      outcome = (playerId, chosen) => {
        const place = pickType === 'single' ? placeOfTeam.get(chosen) : placeOfPlayer.get(playerId)
        return place === undefined || place === 'none' ? 'sixthPlus' : place
      }
    }
  }
  return { seasonId, deleted, outcome, closesAt: Math.min(locksAt, lockedAt) }
}

/** The first text of the last pick that came in time, or that an admin entered. */
function naivePick(ofPlayer: readonly DomainEvent[], closesAt: number): string | null {
  let chosen: string | null = null
  for (const event of ofPlayer) {
    const counts =
      event.type === 'PickEntered' ||
      (event.type === 'PickSubmitted' && Date.parse(event.data.submittedAt) < closesAt)
    if (counts) chosen = event.data.picks[0] ?? null
    if (event.type === 'PickEntryWithdrawn') chosen = null
  }
  return chosen
}
