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
  if (status === 'completed') {
    throw new Refusal('wrong_state', 'A completed sport cannot be edited. Unlock it first')
  }
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
    throw new Refusal('invalid', `The weight must be between 1 and ${WEIGHT_MAX}`, 'weight')
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
    throw new Refusal('wrong_state', 'The sport has locked: its lock time can no longer change', 'lockTime')
  }
  if (locksAt !== current.locksAt && status === 'active' && locksAt <= now) {
    throw new Refusal(
      'invalid',
      'The lock time must be in the future. Use Lock Now to lock at once',
      'lockTime',
    )
  }
  if (locksAt > current.locksAt && hasPicked && reason === null) {
    throw new Refusal(
      'invalid',
      'Somebody has picked, so say why the sport locks later: everybody can read the reason',
      'reason',
    )
  }
  if (current.opening?.failed === null && locksAt <= current.opening.opensAt) {
    throw new Refusal(
      'wrong_state',
      'The sport would lock before it opens. Choose a later lock time, or change when it opens first',
      'lockTime',
    )
  }
  return [{ type: 'RoundRescheduled', data: { roundId: current.roundId, locksAt, timeZone } }]
}

function changeEmailMessage(current: PresentRound, { emailMessage }: RoundDetails): RoundEvent[] {
  if (emailMessage === current.emailMessage) return []
  return [{ type: 'RoundEmailMessageChanged', data: { roundId: current.roundId, emailMessage } }]
}

const KIND_STANDS = 'Once a sport is active, only more write-in picks can be allowed'
const NAMES_STAND =
  'The names of picks are fixed once a sport is active. Cancel it and add another one instead'

function changePickType(
  current: PresentRound,
  { pickType, picksMax, slotNames = [] }: RoundDetails,
): RoundEvent[] {
  const { status } = current
  const named = keptSlotNames(slotNames, picksMax)
  const isSameKind = pickType === current.pickType && picksMax === current.picksMax
  if (isSameKind && sameTexts(named.slotNames ?? [], current.slotNames ?? [])) return []
  const onlyMore = status === 'active' && pickType === current.pickType && picksMax > current.picksMax
  if (status !== 'draft' && !onlyMore && !isSameKind) {
    throw new Refusal('wrong_state', KIND_STANDS, 'pickType')
  }
  const [were, are] = [current, named].map((one) => slotLabels(one.slotNames ?? [], current.picksMax))
  if (status !== 'draft' && (isSameKind || !sameTexts(were ?? [], are ?? []))) {
    throw new Refusal('wrong_state', NAMES_STAND, 'slotNames')
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
  if (isOpen && at.picksSealed && current.teams.some((team) => !teams.includes(team))) throw teamsOnlyAdded()
  const vanished = at.pickedTeams.filter((team) => !teams.includes(team))
  if (vanished.length > 0) throw pickedTeamsStay(vanished)
  if (isOpen && teams.length === 0 && !at.mayBeEmpty) {
    throw new Refusal('wrong_state', 'Players can pick now, so the sport needs at least one team', 'teams')
  }
  return [{ type: 'RoundTeamsChanged', data: { roundId: current.roundId, teams } }]
}

/** Whatever was picked: otherwise an admin could find out which teams were by trying. */
const teamsOnlyAdded = () =>
  new Refusal(
    'wrong_state',
    'The picks of this sport are hidden from admins: until the lock you can only add teams',
    'teams',
  )

export const pickedTeamsStay = (teams: readonly string[]) =>
  new Refusal(
    'wrong_state',
    `These teams have been picked and must stay: ${[...new Set(teams)].join(', ')}`,
    'teams',
  )

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
  if (teams.length > TEAMS_MAX) {
    throw new Refusal('invalid', `A sport has at most ${TEAMS_MAX} teams`, 'teams')
  }
  const names = teams.map(comparable)
  const twice = teams.find((_, index) => names.indexOf(names[index] ?? '') !== index)
  if (twice !== undefined) throw new Refusal('invalid', `The team ${twice} is listed twice`, 'teams')
}

const sameTexts = (left: readonly string[], right: readonly string[]) =>
  left.length === right.length && left.every((text, index) => text === right[index])
