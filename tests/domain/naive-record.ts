import type { DomainEvent } from '../../domain/domain-event.ts'
import type { Step } from './histories.ts'

// What must stand in the public record, read off the bare events: slow, plain, and sharing no code with the domain.

export type Planted = { command: number; at: string; stream: string; event: DomainEvent }

/** All that ever happened, in the order of the log. */
export const plantedIn = (steps: readonly Step[]): Planted[] =>
  steps.flatMap(({ appends, now }, command) =>
    appends.flatMap(({ stream, events }) => events.map((event) => ({ command, at: now, stream, event }))),
  )

/** Whether another command wrote to the same stream before. */
export const hasEarlier = (planted: readonly Planted[], { stream, command }: Planted): boolean =>
  planted.some((other) => other.stream === stream && other.command < command)

/** The deeds of a season, as `what happened`: index in the log and what it is called. */
export function naiveDeeds(planted: readonly Planted[], seasonId: number): string[] {
  return planted.flatMap((one, index) => {
    const called = naiveDeed(planted, planted.slice(0, index), one, seasonId)
    return called === null ? [] : [`${index} ${called}`]
  })
}

function naiveDeed(
  all: readonly Planted[],
  earlier: readonly Planted[],
  one: Planted,
  seasonId: number,
): string | null {
  const { event, at, stream } = one
  const ofSeason = (other: Planted) => other.stream === `season-${seasonId}`
  const inSeason = earlier.filter(ofSeason)
  const isOurs = stream === `season-${seasonId}`
  const roundId = 'roundId' in event.data ? event.data.roundId : null
  const sport = roundId === null ? null : naiveSport(inSeason, roundId)
  const frozen = isFrozen(earlier, seasonId)
  const isLocked = sport?.locked ?? false
  const isShown =
    isLocked || (sport && hasEarlier(earlier, one) && naiveSport(all.filter(ofSeason), roundId ?? 0)?.locked)
  const isOver = naiveLast(inSeason, ['SeasonEnded', 'SeasonReopened']) === 'SeasonEnded'
  const exists = inSeason.length > 0 && !inSeason.some((other) => other.event.type === 'SeasonPurged')
  const player = stream.startsWith('player-') ? Number(stream.slice('player-'.length)) : 0
  const isOpen = naiveEverySport(inSeason).some(
    ({ open, locked, aside, locksAt }) => open && !locked && ((exists && !aside) || at < locksAt),
  )
  const everMembers = new Set(
    inSeason.flatMap((other) => (other.event.type === 'ParticipantAdded' ? other.event.data.playerId : [])),
  )
  const takesPart = exists && !isOver && naiveMembers(inSeason).has(player)
  const follows =
    exists && !isOver && naiveLast(inSeason, ['SeasonRulesSet', 'SeasonRulesFollowed']) !== 'SeasonRulesSet'
  const hasOpened = inSeason.some((other) => other.event.type === 'RoundActivated')
  switch (event.type) {
    case 'SeasonRulesSet':
    case 'SeasonRulesFollowed':
      return isOurs && frozen ? 'rules_changed' : null
    case 'RoundWeightSet':
      return isOurs && frozen ? 'weight_changed' : null
    case 'PointsChanged':
    case 'NoPickPointsChanged':
      return follows && frozen ? 'points_changed' : null
    case 'RoundRescheduled':
      return isOurs && sport?.open && sport.locksAt !== event.data.locksAt ? 'lock_moved' : null
    case 'RoundLocked':
      return isOurs && event.data.lockedAt ? 'locked_early' : null
    case 'RoundRenamed':
    case 'RoundEmailMessageChanged':
    case 'TieBreakQuestionDropped':
      return isOurs && sport?.open ? 'words_changed' : null
    case 'SeasonRenamed':
    case 'SeasonYearsChanged':
    case 'SeasonNoteChanged':
      return isOurs && hasOpened ? 'words_changed' : null
    case 'RoundTeamsChanged':
      return isOurs && (isLocked || (sport?.open && hasNot(event.data.teams))) ? 'teams_changed' : null
    case 'RoundTeamRenamed':
      return isOurs && (isLocked || (sport?.open && isOther(event.data))) ? 'team_renamed' : null
    case 'PickEntered':
    case 'TieBreakGuessEntered':
      return isShown ? 'pick_entered' : null
    case 'PickEntryWithdrawn':
      return isShown ? 'pick_cleared' : null
    case 'RoundCompleted':
      return isOurs && sport?.results ? 'result_corrected' : null
    case 'RoundUnlocked':
      return isOurs ? 'result_unlocked' : null
    case 'RoundDeleted':
    case 'RoundPurged':
      return isOurs && sport?.open ? 'sport_deleted' : null
    case 'RoundRestored':
      return isOurs && sport?.open ? 'sport_restored' : null
    case 'ParticipantAdded':
      if (!isOurs || !frozen) return null
      return hadName(event.data.playerId, nameOf(event.data.playerId))
        ? 'name_taken_over'
        : 'participant_added'
    case 'ParticipantRemoved':
      return isOurs && (frozen || isOpen) ? 'participant_removed' : null
    case 'PlayerRemoved':
      return takesPart && (frozen || isOpen) ? 'participant_removed' : null
    case 'PlayerDeactivated':
      return takesPart && (frozen || isOpen) ? 'participant_deactivated' : null
    case 'PlayerReactivated':
      return takesPart && (frozen || isOpen) ? 'participant_activated' : null
    case 'PlayerEmailChanged':
      return exists && !isOver && everMembers.has(player) && (frozen || isOpen) ? 'address_changed' : null
    case 'PlayerRenamed':
      return exists && frozen && everMembers.has(player) && hadName(player, event.data.name)
        ? 'name_taken_over'
        : null
    case 'SeasonActivated':
      return isOurs && isOpen ? 'season_activated' : null
    case 'SeasonDeactivated':
      return isOurs && isOpen ? 'season_deactivated' : null
    case 'SeasonDeleted':
      return isOurs && isOpen ? 'season_deleted' : null
    case 'SeasonRestored':
      return isOurs && isOpen ? 'season_restored' : null
    case 'LinkKeyReplaced':
      return isOpen ? 'links_replaced' : null
    case 'SeasonReopened':
      return isOurs ? 'season_reopened' : null
    case 'RoundCancelled':
      return isOurs && sport?.open ? 'sport_cancelled' : null
    case 'RoundReinstated':
      return isOurs && sport?.open ? 'sport_reinstated' : null
    case 'PicksSealedFromAdmins':
      return isOurs && hasOpened ? 'picks_sealed' : null
    case 'PicksUnsealedForAdmins':
      return isOurs ? 'picks_unsealed' : null
    case 'NotificationsSwitchedOff':
      return isOpen ? 'mail_switched_off' : null
    case 'NotificationsSwitchedOn':
      return isOpen ? 'mail_switched_on' : null
    case 'LeagueExported':
    case 'BackupDownloaded':
      return isOpen ? 'league_exported' : null
    default:
      return null
  }

  function isOther({ from, to }: { from: string; to: string }): boolean {
    return from.trim().toLowerCase() !== to.trim().toLowerCase()
  }

  function hasNot(teams: readonly string[]): boolean {
    return sport?.teams.some((team) => !teams.includes(team)) ?? false
  }

  function nameOf(playerId: number): string {
    const given = earlier.filter((other) => other.stream === `player-${playerId}`)
    return given.flatMap((other) => ('name' in other.event.data ? other.event.data.name : [])).at(-1) ?? ''
  }

  function hadName(whose: number, name: string): boolean {
    const others = [...everMembers].filter((other) => other !== whose)
    return others.some((other) =>
      namesSinceLock(earlier, other, seasonId).some((had) => had.toLowerCase() === name.toLowerCase()),
    )
  }
}

/** The last one, and each that was taken away after the first lock. */
function namesSinceLock(earlier: readonly Planted[], playerId: number, seasonId: number): string[] {
  const given = earlier.flatMap(({ stream, event }, index) =>
    stream === `player-${playerId}` && (event.type === 'PlayerAdded' || event.type === 'PlayerRenamed')
      ? { name: event.data.name, wasFrozen: () => isFrozen(earlier.slice(0, index), seasonId) }
      : [],
  )
  return given.filter((_, index) => given[index + 1]?.wasFrozen() ?? true).map(({ name }) => name)
}

const isFrozen = (earlier: readonly Planted[], seasonId: number): boolean =>
  earlier.some(({ stream, event }) => stream === `season-${seasonId}` && event.type === 'RoundLocked')

/** Also those that are put aside: until its lock time such a sport counts as open. */
function naiveEverySport(inSeason: readonly Planted[]): NaiveSport[] {
  const ids = new Set(inSeason.flatMap(({ event }) => ('roundId' in event.data ? event.data.roundId : [])))
  return [...ids].flatMap((id) => naiveSport(inSeason, id) ?? [])
}

type NaiveSport = {
  open: boolean
  locksAt: string
  teams: readonly string[]
  results: number
  locked: boolean
  aside: boolean
}

/** Null where the season does not have it. `open`: players have had links, and picks came in until the lock. */
function naiveSport(inSeason: readonly Planted[], roundId: number): NaiveSport | null {
  let sport: NaiveSport | null = null
  for (const { event } of inSeason) {
    if (!('roundId' in event.data) || event.data.roundId !== roundId) continue
    if (event.type === 'RoundCreated') {
      const { locksAt, teams } = event.data
      sport = { open: false, locksAt, teams, results: 0, locked: false, aside: false }
    }
    if (sport === null) continue
    if (['RoundPurged', 'RoundDeleted', 'RoundCancelled'].includes(event.type)) sport.aside = true
    if (event.type === 'RoundRestored' || event.type === 'RoundReinstated') sport.aside = false
    if (event.type === 'RoundActivated') sport.open = true
    if (event.type === 'RoundCompleted') sport.results += 1
    if (event.type === 'RoundTeamsChanged') sport.teams = event.data.teams
    if (event.type === 'RoundTeamRenamed') {
      const { from, to } = event.data
      sport.teams = sport.teams.map((team) => (team === from ? to : team))
    }
    if (event.type === 'RoundRescheduled') sport.locksAt = event.data.locksAt
    if (event.type === 'RoundLocked') sport.locked = true
  }
  return sport
}

const naiveLast = (inSeason: readonly Planted[], types: readonly string[]) =>
  inSeason.map(({ event }) => event.type).findLast((type) => types.includes(type))

function naiveMembers(inSeason: readonly Planted[]): Set<number> {
  const members = new Set<number>()
  for (const { event } of inSeason) {
    if (event.type === 'ParticipantAdded') members.add(event.data.playerId)
    if (event.type === 'ParticipantRemoved') members.delete(event.data.playerId)
  }
  return members
}
