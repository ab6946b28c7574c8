import { atOf, type Fold, type Instant, type Placed } from '../event.ts'
import { Refusal } from '../refusal.ts'
import type { JoinTerms } from './join-link.ts'
import type { Points } from './points.ts'
import type { Change } from './presence.ts'
import { checkRules, isPlain, leagueRules, type SeasonRules, sameRules } from './rules.ts'

export type SeasonDetails = {
  name: string
  yearStart: number
  yearEnd: number
  commissioner: string | null
}

/** Ranked by competition ranking, so a tie is never cut. */
export type Winner = { playerId: number; place: number; totalPoints: number }

export type SeasonEvent =
  | { type: 'SeasonCreated'; data: SeasonDetails & { seasonId: number } }
  | { type: 'SeasonCopied'; data: { fromSeasonId: number } }
  | { type: 'SeasonRenamed'; data: { name: string } }
  | { type: 'SeasonYearsChanged'; data: { yearStart: number; yearEnd: number } }
  | { type: 'CommissionerChanged'; data: { commissioner: string | null } }
  | { type: 'SeasonActivated'; data: Record<string, never> }
  | { type: 'SeasonDeactivated'; data: Record<string, never> }
  | { type: 'ParticipantAdded'; data: { playerId: number } }
  | { type: 'ParticipantRemoved'; data: { playerId: number } }
  | { type: 'SeasonEnded'; data: { endedAt: Instant; points: Points; winners: Winner[] } }
  | { type: 'SeasonRulesKept'; data: { rules: SeasonRules } }
  | { type: 'SeasonRulesSet'; data: { rules: SeasonRules } }
  | { type: 'SeasonRulesFollowed'; data: Record<string, never> }
  | { type: 'PicksSealedFromAdmins'; data: Record<string, never> }
  | { type: 'PicksUnsealedForAdmins'; data: Record<string, never> }
  | { type: 'SeasonNoteChanged'; data: { note: string | null } }
  | { type: 'JoinLinkOpened'; data: JoinTerms & { generation: number } }
  | { type: 'JoinLinkClosed'; data: Record<string, never> }
  | { type: 'SeasonReopened'; data: Record<string, never> }
  | { type: 'SeasonDeleted'; data: { deletedAt: Instant } }
  | { type: 'SeasonRestored'; data: Record<string, never> }
  | { type: 'SeasonPurged'; data: Record<string, never> }

type Facts = SeasonDetails & {
  seasonId: number
  active: boolean
  participants: ReadonlySet<number>
  rules: SeasonRules | null
  note: string | null
  picksSealed: boolean
  /** Where in the log picks were sealed: a link from before may be known to an admin. */
  linksReplaced: readonly string[]
  /** With the event that opened it, or last changed its terms. */
  joinLink: (JoinTerms & { generation: number; openedBy: string }) | null
  /** Of the last link, open or not. */
  joinGeneration: number
  deletedAt: Instant | null
  createdAt: Instant
  updatedAt: Instant
  activatedAt: Instant
  /** Who took part and who no longer did, in the order of the log. */
  participations: readonly (Change & { playerId: number })[]
}

export type OpenSeason = Facts & { status: 'open' }
export type EndedSeason = Facts & { status: 'ended'; endedAt: Instant; kept: SeasonRules; winners: Winner[] }
export type PresentSeason = OpenSeason | EndedSeason
export type Season = { status: 'missing' } | PurgedSeason | PresentSeason

type PurgedSeason = { status: 'purged'; picksSealed?: true }

export const season: Fold<Season, SeasonEvent> = { initial: { status: 'missing' }, evolve }

function evolve(state: Season, event: SeasonEvent & Placed): Season {
  const at = atOf(event)
  if (event.type === 'SeasonCreated') {
    return {
      ...event.data,
      status: 'open',
      active: true,
      participants: new Set(),
      rules: null,
      note: null,
      picksSealed: false,
      linksReplaced: [],
      joinLink: null,
      joinGeneration: 0,
      deletedAt: null,
      ...{ createdAt: at, updatedAt: at, activatedAt: at, participations: [] },
    }
  }
  if (state.status === 'missing' || state.status === 'purged') return state
  const changed = { ...state, updatedAt: at }
  switch (event.type) {
    case 'SeasonRenamed':
    case 'SeasonYearsChanged':
    case 'CommissionerChanged':
      return { ...changed, ...event.data }
    case 'SeasonCopied':
      return changed
    case 'SeasonActivated':
      return { ...changed, active: true, activatedAt: at }
    case 'SeasonDeactivated':
      return { ...changed, active: false }
    case 'ParticipantAdded':
      return takingPart(state, event, true)
    case 'ParticipantRemoved':
      return takingPart(state, event, false)
    case 'SeasonEnded': {
      const { points, ...ending } = event.data
      return { ...changed, ...ending, status: 'ended', kept: leagueRules({ points, noPick: 0 }) }
    }
    case 'SeasonRulesKept':
      return changed.status === 'ended' ? { ...changed, kept: event.data.rules } : changed
    case 'SeasonRulesSet':
      return { ...changed, rules: event.data.rules }
    case 'SeasonNoteChanged':
      return { ...changed, note: event.data.note }
    case 'SeasonRulesFollowed':
      return { ...changed, rules: null }
    case 'PicksSealedFromAdmins':
      return { ...changed, picksSealed: true, linksReplaced: [...state.linksReplaced, event.position ?? ''] }
    case 'PicksUnsealedForAdmins':
      return { ...changed, picksSealed: false }
    case 'JoinLinkOpened': {
      const joinLink = { ...event.data, openedBy: event.id ?? '' }
      return { ...changed, joinLink, joinGeneration: event.data.generation }
    }
    case 'JoinLinkClosed':
      return { ...changed, joinLink: null }
    case 'SeasonReopened': {
      const { endedAt: _, kept: __, winners: ___, ...facts } = changed as EndedSeason
      return { ...facts, status: 'open' }
    }
    case 'SeasonDeleted':
      return { ...changed, active: false, deletedAt: event.data.deletedAt }
    case 'SeasonRestored':
      return { ...changed, deletedAt: null }
    case 'SeasonPurged':
      return { status: 'purged', ...(state.picksSealed ? { picksSealed: true } : {}) }
  }
}

function takingPart(
  state: PresentSeason,
  { position = '', ...event }: Extract<SeasonEvent, { data: { playerId: number } }> & Placed,
  is: boolean,
): PresentSeason {
  const { playerId } = event.data
  const participants = new Set(state.participants)
  if (is) participants.add(playerId)
  else participants.delete(playerId)
  const change = { position, at: atOf(event), playerId, is }
  return { ...state, participants, participations: [...state.participations, change] }
}

export function createSeason(
  state: Season,
  details: SeasonDetails & { seasonId: number; participants: readonly number[]; picksSealed?: boolean },
): SeasonEvent[] {
  if (state.status !== 'missing') throw new Refusal('id-in-use', { kind: 'season', id: details.seasonId })
  checkYears(details)
  const { participants, picksSealed = false, ...created } = details
  const sealed: SeasonEvent[] = picksSealed ? [{ type: 'PicksSealedFromAdmins', data: {} }] : []
  return [
    { type: 'SeasonCreated', data: created },
    ...sealed,
    ...[...new Set(participants)].map(
      (playerId): SeasonEvent => ({ type: 'ParticipantAdded', data: { playerId } }),
    ),
  ]
}

export function editSeason(state: Season, next: SeasonDetails): SeasonEvent[] {
  const current = openSeason(state)
  checkYears(next)
  const { name, yearStart, yearEnd, commissioner } = next
  const events: SeasonEvent[] = []
  if (name !== current.name) events.push({ type: 'SeasonRenamed', data: { name } })
  if (yearStart !== current.yearStart || yearEnd !== current.yearEnd) {
    events.push({ type: 'SeasonYearsChanged', data: { yearStart, yearEnd } })
  }
  if (commissioner !== current.commissioner) {
    events.push({ type: 'CommissionerChanged', data: { commissioner } })
  }
  return events
}

export function activateSeason(state: Season): SeasonEvent[] {
  return presentSeason(state).active ? [] : [{ type: 'SeasonActivated', data: {} }]
}

export function deactivateSeason(state: Season): SeasonEvent[] {
  return presentSeason(state).active ? [{ type: 'SeasonDeactivated', data: {} }] : []
}

export function addParticipants(state: Season, playerIds: readonly number[]): SeasonEvent[] {
  const { participants } = openSeason(state)
  return [...new Set(playerIds)]
    .filter((playerId) => !participants.has(playerId))
    .map((playerId) => ({ type: 'ParticipantAdded', data: { playerId } }))
}

/** The picks stay, so that adding the player again brings the points back. */
export function removeParticipant(state: Season, playerId: number): SeasonEvent[] {
  if (!openSeason(state).participants.has(playerId)) throw new Refusal('participant-not-found')
  return [{ type: 'ParticipantRemoved', data: { playerId } }]
}

export function removeParticipants(state: Season, playerIds: readonly number[]): SeasonEvent[] {
  const { participants } = openSeason(state)
  return [...new Set(playerIds)]
    .filter((playerId) => participants.has(playerId))
    .map((playerId) => ({ type: 'ParticipantRemoved', data: { playerId } }))
}

export function endSeason(
  state: Season,
  ending: { unfinishedRounds: readonly string[]; rules: SeasonRules; winners: Winner[]; now: Instant },
): SeasonEvent[] {
  if (state.status === 'ended' && state.deletedAt === null) throw new Refusal('season-ended-already')
  openSeason(state)
  if (ending.unfinishedRounds.length > 0) {
    throw new Refusal('season-unfinished', { sports: [...ending.unfinishedRounds] })
  }
  const { now: endedAt, rules, winners } = ending
  const kept: SeasonEvent[] = isPlain(rules) ? [] : [{ type: 'SeasonRulesKept', data: { rules } }]
  return [{ type: 'SeasonEnded', data: { endedAt, points: rules.points, winners } }, ...kept]
}

export function setRules(state: Season, rules: SeasonRules, frozen: Frozen): SeasonEvent[] {
  const { rules: current } = openSeason(state)
  checkRules(rules)
  if (current !== null && sameRules(current, rules)) return []
  requireReason(frozen)
  return [{ type: 'SeasonRulesSet', data: { rules } }]
}

export function followLeague(state: Season, frozen: Frozen): SeasonEvent[] {
  if (openSeason(state).rules === null) return []
  requireReason(frozen)
  return [{ type: 'SeasonRulesFollowed', data: {} }]
}

export function changeNote(state: Season, note: string | null): SeasonEvent[] {
  return presentSeason(state).note === note ? [] : [{ type: 'SeasonNoteChanged', data: { note } }]
}

export function rulesInForce(state: Season, league: { points: Points; noPick: number }): SeasonRules {
  if (state.status === 'ended') return state.kept
  return ('rules' in state ? state.rules : null) ?? leagueRules(league)
}

/** `isFrozen` since the season's first lock: what its standings follow from changes only in the open. */
export type Frozen = { isFrozen: boolean; reason: string | null }

export function requireReason({ isFrozen, reason }: Frozen) {
  if (isFrozen && reason === null) throw new Refusal('rules-need-reason')
}

export function reopenSeason(state: Season): SeasonEvent[] {
  if (presentSeason(state).status !== 'ended') throw new Refusal('season-not-ended')
  return [{ type: 'SeasonReopened', data: {} }]
}

export function deleteSeason(state: Season, now: Instant): SeasonEvent[] {
  presentSeason(state)
  return [{ type: 'SeasonDeleted', data: { deletedAt: now } }]
}

export function restoreSeason(state: Season): SeasonEvent[] {
  deletedSeason(state)
  return [{ type: 'SeasonRestored', data: {} }]
}

export function purgeSeason(state: Season): SeasonEvent[] {
  deletedSeason(state)
  return [{ type: 'SeasonPurged', data: {} }]
}

export function presentSeason(state: Season): PresentSeason {
  if (state.status === 'missing' || state.status === 'purged' || state.deletedAt !== null) {
    throw new Refusal('season-not-found')
  }
  return state
}

export function openSeason(state: Season): OpenSeason {
  const present = presentSeason(state)
  if (present.status === 'ended') throw new Refusal('season-closed')
  return present
}

export function isPlayed(state: Season): boolean {
  return state.status === 'open' && state.active && state.deletedAt === null
}

export function activeSeason(state: Season): OpenSeason {
  const open = openSeason(state)
  if (!open.active) throw new Refusal('season-not-active')
  return open
}

export function defaultableSeason(state: Season): PresentSeason {
  const present = presentSeason(state)
  if (!present.active) throw new Refusal('default-not-active')
  return present
}

function deletedSeason(state: Season) {
  if (state.status === 'missing' || state.status === 'purged') throw new Refusal('season-not-found')
  if (state.deletedAt === null) throw new Refusal('season-not-deleted')
}

/** Whoever ever did. */
export const tookPart = (state: Season): ReadonlySet<number> =>
  new Set('participations' in state ? state.participations.map(({ playerId }) => playerId) : [])

function checkYears({ yearStart, yearEnd }: SeasonDetails) {
  if (yearEnd < yearStart) throw new Refusal('season-years')
}
