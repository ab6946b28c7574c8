import type { DomainEvent } from '../../domain/domain-event.ts'
import type { Log } from './log-in-memory.ts'

// Standings counted from the bare events, sharing no code with the domain: slow, plain, and written differently.

/** Points by player id for everybody who is in the season. */
export function naiveTotals(log: Log, seasonId: number): Map<number, number> {
  const ofSeason = log.get(`season-${seasonId}`) ?? []
  const totals = new Map([...naiveParticipants(ofSeason)].map((playerId) => [playerId, 0]))
  const worth = naivePoints(log, ofSeason)
  const ofSports = ofSeason.flatMap((event) => ('roundId' in event.data ? event.data.roundId : []))
  for (const roundId of new Set(ofSports)) {
    const sport = naiveSport(ofSeason.filter(({ data }) => 'roundId' in data && data.roundId === roundId))
    if (sport.gone || sport.outcome === null) continue
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
  let gone = false
  let pickType = 'single'
  let locksAt = Number.POSITIVE_INFINITY
  let outcome: ((playerId: number, chosen: string) => string) | null = null
  for (const event of events) {
    if ('pickType' in event.data) pickType = event.data.pickType
    if ('locksAt' in event.data) locksAt = Date.parse(event.data.locksAt)
    if (['RoundDeleted', 'RoundPurged', 'RoundMovedOut'].includes(event.type)) gone = true
    if (['RoundRestored', 'RoundMovedIn'].includes(event.type)) gone = false
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
  return { gone, outcome, closesAt: locksAt }
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
