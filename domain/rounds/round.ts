import { atOf, type Fold, type Instant, type Placed } from '../event.ts'
import { Refusal } from '../refusal.ts'
import { NAMED_PLACES, type NamedPlace } from '../seasons/points.ts'
import { type Look, lookBy } from './looks.ts'
import type { SlotNames } from './slot-names.ts'
import type { Renamed, TeamRename } from './team-names.ts'

export type PickType = 'single' | 'multiple'

export type RoundDetails = {
  sportName: string
  pickType: PickType
  picksMax: number
  emailMessage: string | null
  locksAt: Instant
  timeZone: string
  teams: readonly string[]
  slotNames?: SlotNames
}

export type NamedPlaces = Readonly<Partial<Record<NamedPlace, string>>>

export type Placement = { playerId: number; placement: NamedPlace | 'none' }

/** By the number of the write-in: every text that was right. */
type RightAnswers = readonly (readonly string[])[]

/** `placements` score a `multiple` round; a `single` one follows from `places` and has none. */
type Outcome = {
  places: NamedPlaces
  placements: readonly Placement[]
  /** What the placements were judged by, where write-ins have names. */
  rightAnswers?: RightAnswers
}

export type RoundResult = Outcome & {
  /** To the tie-break question; null: nobody is nearer. Missing in a round without a question. */
  answer?: number | null
}

export type TieBreakQuestion = { question: string; unit: string | null }

/** In the stream of the season. */
export type RoundEvent =
  | { type: 'RoundCreated'; data: NewRound }
  | { type: 'RoundCopied'; data: OfRound & { fromRoundId: number; fromSeasonId: number } }
  | { type: 'RoundRenamed'; data: OfRound & { sportName: string } }
  | { type: 'RoundRescheduled'; data: OfRound & { locksAt: Instant; timeZone: string } }
  | { type: 'RoundEmailMessageChanged'; data: OfRound & { emailMessage: string | null } }
  | {
      type: 'RoundPickTypeChanged'
      data: OfRound & { pickType: PickType; picksMax: number; slotNames?: SlotNames }
    }
  | { type: 'RoundTeamsChanged'; data: OfRound & { teams: readonly string[] } }
  | { type: 'RoundTeamRenamed'; data: OfRound & TeamRename }
  | { type: 'RoundWeightSet'; data: OfRound & { weight: number } }
  | { type: 'TieBreakQuestionSet'; data: OfRound & TieBreakQuestion }
  | { type: 'TieBreakQuestionDropped'; data: OfRound }
  | { type: 'ActivationPlanned'; data: OfRound & { opensAt: Instant } }
  | { type: 'ActivationUnplanned'; data: OfRound }
  | { type: 'ActivationFailed'; data: OfRound & { why: string } }
  | { type: 'RoundActivated'; data: OfRound & { recipients: readonly number[] } }
  | { type: 'PicksLookedAt'; data: OfRound & { playerIds: readonly number[] } }
  /** `lockedAt` where an admin did so, ahead of the lock time. */
  | { type: 'RoundLocked'; data: OfRound & { lockedAt?: Instant } }
  | { type: 'TieBreakAnswered'; data: OfRound & { value: number | null } }
  | { type: 'RoundCompleted'; data: OfRound & Outcome }
  | { type: 'RoundUnlocked'; data: OfRound }
  | { type: 'RoundCancelled'; data: OfRound & { cancelledAt: Instant } }
  | { type: 'RoundReinstated'; data: OfRound }
  | { type: 'RoundDeleted'; data: OfRound & { deletedAt: Instant } }
  | { type: 'RoundRestored'; data: OfRound }
  | { type: 'RoundPurged'; data: OfRound }

type OfRound = { roundId: number }
/** One that is copied brings its weight and its question along. */
export type NewRound = OfRound &
  RoundDetails & { seasonId: number; weight?: number; tieBreak?: TieBreakQuestion }
type Opening = { opensAt: Instant; failed: string | null }

type Facts = RoundDetails & {
  roundId: number
  seasonId: number
  weight: number
  tieBreak: TieBreakQuestion | null
  opening: Opening | null
  /** Given last, whether it counts or is about to; missing before. */
  answer?: number | null
  teamRenames?: readonly TeamRename[]
  /** Taken off the list since the round was opened, whether they came back or not. */
  formerTeams?: readonly string[]
  /** The lock time before it was locked by hand; missing where it was not. */
  plannedLocksAt?: Instant
  cancelled: { at: Instant; reason: string | null } | null
  deletedAt: Instant | null
  createdAt: Instant
  updatedAt: Instant
  unlockedAt: Instant | null
  /** What calendars know it by, for ever. */
  calendarUid: string
  calendarSequence: number
  /** Reminders that were due by then stay unsent. */
  armedAt: { daily: Instant; beforeLock: Instant }
  /** Since players knew of it. A lock by hand before its time is a move too, and the last. */
  lockChanges: readonly (Changed & { early: boolean })[]
  renames: readonly Changed[]
  looks: readonly Look[]
  openedPosition?: string
  lockPosition?: string
  formerLocks?: readonly FormerLock[]
}

type Changed = { at: Instant; from: string; to: string; reason: string | null }

/** A later lock time, in force until this position of the log. A pick that came before it was in time by that one. */
export type FormerLock = { locksAt: Instant; until: string }

/** What decides which pick counts, and what that says. */
export type Lock = Renamed & {
  locksAt: Instant
  plannedLocksAt?: Instant | undefined
  lockPosition?: string | null | undefined
  formerLocks?: readonly FormerLock[] | undefined
}

export type PresentRound = Facts &
  ({ status: 'draft' | 'active' | 'locked' } | { status: 'completed'; result: RoundResult })
export type RoundStatus = PresentRound['status']
export type Round = { status: 'missing' } | PurgedRound | PresentRound

type PurgedRound = {
  status: 'purged'
  hadLocked?: true
  wasOpen?: Pick<RoundDetails, 'sportName' | 'locksAt'>
}

export const round: Fold<Round, RoundEvent> = { initial: { status: 'missing' }, evolve }

function evolve(before: Round, event: RoundEvent & Placed): Round {
  const after = stateAfter(before, event)
  if (!('locksAt' in before) || !('locksAt' in after) || before.status === 'draft') return after
  const { reason = null } = event.metadata ?? {}
  const changed = (from: string, to: string): Changed[] =>
    from === to ? [] : [{ at: atOf(event), from, to, reason }]
  const moved = changed(before.locksAt, after.locksAt)
  const renamed = changed(before.sportName, after.sportName)
  if (moved.length === 0 && renamed.length === 0) return after
  const early = event.type === 'RoundLocked'
  return {
    ...after,
    lockChanges: [...after.lockChanges, ...moved.map((one) => ({ ...one, early }))],
    renames: [...after.renames, ...renamed],
  }
}

function stateAfter(state: Round, event: RoundEvent & Placed): Round {
  if (event.type === 'RoundCreated') return newRound(event.data, event)
  if (state.status === 'missing' || state.status === 'purged') return state
  const at = atOf(event)
  const changed = { ...state, updatedAt: at }
  const armed = { ...changed, armedAt: { daily: at, beforeLock: at } }
  const moved = { calendarSequence: state.calendarSequence + 1 }
  switch (event.type) {
    case 'RoundRescheduled':
      return { ...changed, ...event.data, ...movedLock(state, event.data, event) }
    case 'RoundRenamed':
    case 'RoundEmailMessageChanged':
    case 'RoundWeightSet':
      return { ...changed, ...event.data }
    case 'RoundTeamsChanged': {
      const { formerTeams = [] } = state
      const there = new Set([...event.data.teams, ...formerTeams])
      const gone = state.status === 'draft' ? [] : state.teams.filter((team) => !there.has(team))
      return { ...changed, ...event.data, ...(gone.length > 0 && { formerTeams: [...formerTeams, ...gone] }) }
    }
    case 'RoundTeamRenamed': {
      const { from, to } = event.data
      const teams = state.teams.map((team) => (team === from ? to : team))
      if (state.status === 'draft') return { ...changed, teams }
      return { ...changed, teams, teamRenames: [...(state.teamRenames ?? []), { from, to }] }
    }
    case 'TieBreakQuestionSet': {
      const { question, unit } = event.data
      return { ...changed, tieBreak: { question, unit } }
    }
    case 'TieBreakQuestionDropped': {
      const unasked = withoutAnswer({ ...changed, tieBreak: null })
      return unasked.status === 'completed' ? { ...unasked, result: withoutAnswer(unasked.result) } : unasked
    }
    case 'TieBreakAnswered':
      return { ...changed, answer: event.data.value }
    case 'ActivationPlanned':
      return { ...changed, opening: { opensAt: event.data.opensAt, failed: null } }
    case 'ActivationUnplanned':
      return { ...changed, opening: null }
    case 'ActivationFailed':
      return { ...changed, opening: state.opening && { ...state.opening, failed: event.data.why } }
    case 'RoundPickTypeChanged': {
      const { slotNames: _, ...unnamed } = changed
      return { ...unnamed, ...event.data }
    }
    case 'RoundCopied':
      return state
    case 'PicksLookedAt':
      return { ...state, looks: [...state.looks, lookBy(event, event.data.playerIds)] }
    case 'RoundActivated': {
      const place = event.position === undefined ? {} : { openedPosition: event.position }
      return { ...facts(armed), ...place, opening: null, calendarSequence: 0, status: 'active' }
    }
    case 'RoundLocked': {
      const { lockedAt } = event.data
      const place = event.position === undefined ? {} : { lockPosition: event.position }
      const isFirst = state.status === 'active'
      const byHand = lockedAt && isFirst && { plannedLocksAt: state.locksAt, locksAt: lockedAt }
      return { ...place, ...facts(changed), ...(lockedAt && moved), ...byHand, status: 'locked' }
    }
    case 'RoundUnlocked':
      return { ...facts(changed), unlockedAt: at, status: 'locked' }
    case 'RoundCompleted': {
      const { roundId: _, ...outcome } = event.data
      return { ...facts(changed), status: 'completed', result: { ...outcome, ...answered(state) } }
    }
    case 'RoundCancelled': {
      const { reason = null } = event.metadata ?? {}
      return { ...changed, ...moved, cancelled: { at: event.data.cancelledAt, reason } }
    }
    case 'RoundReinstated':
      return { ...armed, ...moved, cancelled: null }
    case 'RoundDeleted':
      return { ...changed, deletedAt: event.data.deletedAt }
    case 'RoundRestored':
      return { ...armed, deletedAt: null }
    case 'RoundPurged':
      return { status: 'purged', ...keptOf(state) }
  }
}

function newRound(data: NewRound, event: Placed): PresentRound {
  const at = atOf(event)
  return {
    ...{ weight: 1, tieBreak: null, ...data, opening: null, status: 'draft' },
    ...{ cancelled: null, deletedAt: null, createdAt: at, updatedAt: at, unlockedAt: null, looks: [] },
    ...{ calendarUid: event.id ?? '', calendarSequence: 0, armedAt: { daily: at, beforeLock: at } },
    ...{ lockChanges: [], renames: [] },
  }
}

function keptOf({ status, sportName, locksAt }: PresentRound): Omit<PurgedRound, 'status'> {
  if (status === 'active') return { wasOpen: { sportName, locksAt } }
  return status === 'draft' ? {} : { hadLocked: true }
}

/** The log alone says that a sport has locked. Its lock time says only that no pick is taken any more. */
export const isOpenAt = (round: Round, now: Instant): boolean =>
  'locksAt' in round && round.status === 'active' && takesPlace(round) && now < round.locksAt

export const isPresent = (round: Round): round is PresentRound => 'locksAt' in round

/** Neither deleted nor cancelled. */
export const takesPlace = ({
  deletedAt,
  cancelled,
}: Pick<PresentRound, 'deletedAt' | 'cancelled'>): boolean => deletedAt === null && cancelled === null

/** Without a result so far. */
export const isUnfinished = (round: Pick<PresentRound, 'deletedAt' | 'cancelled' | 'status'>): boolean =>
  takesPlace(round) && round.status !== 'completed'

/** Without places and placements while it has none. */
export const publishedResult = (round: PresentRound): RoundResult =>
  round.status === 'completed' ? round.result : { places: {}, placements: [] }

export function sameResult(left: RoundResult, right: RoundResult): boolean {
  const placed = ({ placements }: RoundResult) =>
    placements
      .filter(({ placement }) => placement !== 'none')
      .map(({ playerId, placement }) => `${playerId} ${placement}`)
      .sort()
      .join()
  return (
    left.answer === right.answer &&
    sameAnswers(left.rightAnswers, right.rightAnswers) &&
    NAMED_PLACES.every((place) => left.places[place] === right.places[place]) &&
    placed(left) === placed(right)
  )
}

const sameAnswers = (left: RightAnswers = [], right: RightAnswers = []) =>
  left.length === right.length &&
  left.every((texts, index) => isAmong(texts, right[index]) && isAmong(right[index], texts))

const isAmong = (texts: readonly string[] = [], others: readonly string[] = []) =>
  texts.every((text) => others.includes(text))

export function presentRound(state: Round): PresentRound {
  if (state.status === 'missing' || state.status === 'purged' || state.deletedAt !== null) {
    throw new Refusal('sport-not-found')
  }
  return state
}

export function playedRound(state: Round): PresentRound {
  const present = presentRound(state)
  if (present.cancelled === null) return present
  throw new Refusal('sport-to-reinstate')
}

function facts(state: PresentRound): Facts {
  const { result: _, ...facts } = { result: null, ...state }
  return facts
}

/** Picks that were in time stay so. Of a sport that has locked, no lock time moves any more. */
function movedLock(
  { status, locksAt, timeZone, formerLocks = [], calendarSequence, armedAt }: PresentRound,
  to: { locksAt: Instant; timeZone: string },
  event: Placed,
): Pick<Facts, 'locksAt' | 'formerLocks' | 'calendarSequence' | 'armedAt'> {
  const [at, until] = [atOf(event), event.position]
  const isOther = to.locksAt !== locksAt
  const moved = {
    locksAt: status === 'draft' || status === 'active' ? to.locksAt : locksAt,
    calendarSequence: calendarSequence + (isOther ? 1 : 0),
    armedAt: {
      daily: to.timeZone === timeZone ? armedAt.daily : at,
      beforeLock: isOther ? at : armedAt.beforeLock,
    },
  }
  if (status !== 'active' || to.locksAt >= locksAt || until === undefined) return moved
  return { ...moved, formerLocks: [...formerLocks, { locksAt, until }] }
}

function withoutAnswer<State extends Pick<Facts, 'answer'>>(state: State): State {
  const copy = { ...state }
  delete copy.answer
  return copy
}

export const answered = ({ answer }: Pick<Facts, 'answer'>) => (answer === undefined ? {} : { answer })

type Locking = Pick<PresentRound, 'locksAt' | 'roundId'>

/** The first to lock first. */
export const byLock = (one: Locking, other: Locking): number =>
  one.locksAt < other.locksAt ? -1 : one.locksAt > other.locksAt ? 1 : one.roundId - other.roundId
