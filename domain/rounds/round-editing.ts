import type { Instant } from '../event.ts'
import { comparable } from '../names.ts'
import { Refusal } from '../refusal.ts'
import { WEIGHT_MAX } from '../seasons/rules.ts'
import { isSealedFromAdmins } from '../seasons/sealing.ts'
import { type Frozen, openSeason, requireReason, type Season } from '../seasons/season.ts'
import {
  type PresentRound,
  playedRound,
  presentRound,
  type Round,
  type RoundDetails,
  type RoundEvent,
  type RoundStatus,
} from './round.ts'
import { keptSlotNames, slotLabels } from './slot-names.ts'
import { calledNow, listNow } from './team-names.ts'

/** `pickedTeams` stay on the list. Once somebody `hasPicked`, a later lock takes a `reason`, which is missing where nobody is asked. */
export function editRound(state: Round, season: Season, next: RoundDetails, at: Editing): RoundEvent[] {
  const current = playedRound(state)
  const { picksSealed } = openSeason(season)
  const { status } = current
  if (status === 'completed') throw new Refusal('completed-cannot-be-edited')
  return [
    ...rename(current, next),
    ...reschedule(current, next, at),
    ...changeEmailMessage(current, next),
    ...changePickType(current, next),
    ...changeTeams(current, next, { ...at, status, picksSealed }),
  ]
}

type EditedAt = { now: Instant; pickedTeams: readonly string[]; mayBeEmpty?: true }
type Editing = EditedAt & { hasPicked?: boolean; reason?: string | null }

export function setWeight(state: Round, season: Season, weight: number, frozen: Frozen): RoundEvent[] {
  const current = playedRound(state)
  openSeason(season)
  if (!Number.isInteger(weight) || weight < 1 || weight > WEIGHT_MAX) {
    throw new Refusal('number-out-of-range', { name: 'The weight', min: 1, max: WEIGHT_MAX, field: 'weight' })
  }
  if (weight === current.weight) return []
  requireReason(frozen)
  return [{ type: 'RoundWeightSet', data: { roundId: current.roundId, weight } }]
}

function rename(current: PresentRound, { sportName }: RoundDetails): RoundEvent[] {
  if (sportName === current.sportName) return []
  return [{ type: 'RoundRenamed', data: { roundId: current.roundId, sportName } }]
}

function reschedule(
  current: PresentRound,
  { locksAt, timeZone }: RoundDetails,
  { now, hasPicked = false, reason }: Editing,
): RoundEvent[] {
  const { status } = current
  if (locksAt === current.locksAt && timeZone === current.timeZone) return []
  if (
    locksAt !== current.locksAt &&
    (status === 'locked' || (status === 'active' && now >= current.locksAt))
  ) {
    throw new Refusal('lock-time-passed')
  }
  if (locksAt !== current.locksAt && status === 'active' && locksAt <= now) {
    throw new Refusal('lock-time-in-past')
  }
  if (locksAt > current.locksAt && hasPicked && reason === null) throw new Refusal('later-lock-needs-reason')
  if (current.opening?.failed === null && locksAt <= current.opening.opensAt) {
    throw new Refusal('lock-before-opening')
  }
  return [{ type: 'RoundRescheduled', data: { roundId: current.roundId, locksAt, timeZone } }]
}

function changeEmailMessage(current: PresentRound, { emailMessage }: RoundDetails): RoundEvent[] {
  if (emailMessage === current.emailMessage) return []
  return [{ type: 'RoundEmailMessageChanged', data: { roundId: current.roundId, emailMessage } }]
}

function changePickType(
  current: PresentRound,
  { pickType, picksMax, slotNames = [] }: RoundDetails,
): RoundEvent[] {
  const { status } = current
  const named = keptSlotNames(slotNames, picksMax)
  const isSameKind = pickType === current.pickType && picksMax === current.picksMax
  if (isSameKind && sameTexts(named.slotNames ?? [], current.slotNames ?? [])) return []
  const onlyMore = status === 'active' && pickType === current.pickType && picksMax > current.picksMax
  if (status !== 'draft' && !onlyMore && !isSameKind) throw new Refusal('pick-type-fixed')
  const [were, are] = [current, named].map((one) => slotLabels(one.slotNames ?? [], current.picksMax))
  if (status !== 'draft' && (isSameKind || !sameTexts(were ?? [], are ?? []))) {
    throw new Refusal('slot-names-fixed')
  }
  return [{ type: 'RoundPickTypeChanged', data: { roundId: current.roundId, pickType, picksMax, ...named } }]
}

function changeTeams(
  current: PresentRound,
  next: RoundDetails,
  at: EditedAt & { status: RoundStatus; picksSealed: boolean },
): RoundEvent[] {
  const teams = listNow(current, next.teams)
  if (sameTexts(teams, current.teams)) return []
  checkTeams(teams)
  const isOpen = at.status === 'active'
  // Whatever was picked: otherwise an admin could find out which teams were by trying.
  if (isOpen && at.picksSealed && current.teams.some((team) => !teams.includes(team)))
    throw new Refusal('teams-only-added')
  const vanished = at.pickedTeams.filter((team) => !teams.includes(team))
  if (vanished.length > 0) throw pickedTeamsStay(vanished)
  if (isOpen && teams.length === 0 && !at.mayBeEmpty) throw new Refusal('teams-needed')
  return [{ type: 'RoundTeamsChanged', data: { roundId: current.roundId, teams } }]
}

export const pickedTeamsStay = (teams: readonly string[]) =>
  new Refusal('teams-picked', { teams: [...new Set(teams)] })

export const teamsGone = (round: Round, picks: readonly string[]): string[] =>
  'teams' in round && round.pickType === 'single'
    ? [...new Set(picks.map((team) => calledNow(round, team)))].filter(
        (team) => team !== '' && !round.teams.includes(team),
      )
    : []

export function addTeams(state: Round, season: Season, teams: readonly string[], now: Instant): RoundEvent[] {
  const current = presentRound(state)
  checkTeams(teams)
  const there = new Set(current.teams.map(comparable))
  const added = teams.filter((team) => !there.has(comparable(team)))
  return editRound(
    state,
    season,
    { ...current, teams: [...current.teams, ...added] },
    { now, pickedTeams: [] },
  )
}

/** Also all of an open sport, so that another list can follow. While picks are sealed it asks for none: which teams stay would tell. */
export function removeTeams(state: Round, season: Season, at: EditedAt): RoundEvent[] {
  const current = presentRound(state)
  const kept = isSealedFromAdmins(season, current) ? [] : at.pickedTeams
  const teams = current.teams.filter((team) => kept.includes(team))
  return editRound(state, season, { ...current, teams }, { ...at, mayBeEmpty: true })
}

const TEAMS_MAX = 500

export function checkTeams(teams: readonly string[]) {
  if (teams.length > TEAMS_MAX) throw new Refusal('teams-too-many', { max: TEAMS_MAX })
  const names = teams.map(comparable)
  const twice = teams.find((_, index) => names.indexOf(names[index] ?? '') !== index)
  if (twice !== undefined) throw new Refusal('team-twice', { team: twice })
}

const sameTexts = (left: readonly string[], right: readonly string[]) =>
  left.length === right.length && left.every((text, index) => text === right[index])
