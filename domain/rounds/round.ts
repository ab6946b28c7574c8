import type { Fold, Instant } from '../event.ts'
import { Refusal } from '../refusal.ts'
import { NAMED_PLACES, type NamedPlace } from '../seasons/points.ts'
import type { SlotNames } from './slot-names.ts'

export type PickType = 'single' | 'multiple'

export type RoundDetails = {
  sportName: string
  pickType: PickType
  /** 1 for `single`. */
  picksMax: number
  emailMessage: string | null
  locksAt: Instant
  timeZone: string
  /** The choices of a `single` pick; empty for `multiple`. */
  teams: readonly string[]
  /** What each write-in is for, by its number; missing where none has a name. */
  slotNames?: SlotNames
}

export type NamedPlaces = Readonly<Partial<Record<NamedPlace, string>>>

export type Placement = { playerId: number; placement: NamedPlace | 'none' }

/** `placements` score a `multiple` round; a `single` one follows from `places` and has none. */
type Outcome = { places: NamedPlaces; placements: readonly Placement[] }

export type RoundResult = Outcome & {
  /** To the tie-break question; null: nobody is nearer. Missing in a round without a question. */
  answer?: number | null
}

/** Who is level is set apart by the nearer guess. `unit` is what is counted. */
export type TieBreakQuestion = { question: string; unit: string | null }

/** In the stream of the season. Events are stored for ever: never change a type, only add new ones. */
export type RoundEvent =
  | { type: 'RoundCreated'; data: OfRound & RoundDetails & { seasonId: number } }
  /** A draft goes to another season, whose stream records `RoundMovedIn`. */
  | { type: 'RoundMovedOut'; data: MovedRound }
  | { type: 'RoundMovedIn'; data: MovedRound }
  | { type: 'RoundRenamed'; data: OfRound & { sportName: string } }
  | { type: 'RoundRescheduled'; data: OfRound & { locksAt: Instant; timeZone: string } }
  /** Lock Now. */
  | { type: 'RoundClosedEarly'; data: OfRound & { locksAt: Instant } }
  | { type: 'RoundEmailMessageChanged'; data: OfRound & { emailMessage: string | null } }
  | {
      type: 'RoundPickTypeChanged'
      data: OfRound & { pickType: PickType; picksMax: number; slotNames?: SlotNames }
    }
  | { type: 'RoundTeamsChanged'; data: OfRound & { teams: readonly string[] } }
  /** How many times its points count: 1 to 5. */
  | { type: 'RoundWeightSet'; data: OfRound & { weight: number } }
  | { type: 'TieBreakQuestionSet'; data: OfRound & TieBreakQuestion }
  | { type: 'TieBreakQuestionDropped'; data: OfRound }
  | { type: 'RoundActivated'; data: OfRound & { recipients: readonly number[] } }
  | { type: 'RoundLocked'; data: OfRound }
  /** In the same append as the completion that follows. */
  | { type: 'TieBreakAnswered'; data: OfRound & { value: number | null } }
  | { type: 'RoundCompleted'; data: OfRound & Outcome }
  | { type: 'RoundUnlocked'; data: OfRound }
  | { type: 'RoundDeleted'; data: OfRound & { deletedAt: Instant } }
  | { type: 'RoundRestored'; data: OfRound }
  | { type: 'RoundPurged'; data: OfRound }

type OfRound = { roundId: number }
export type MovedRound = OfRound &
  RoundDetails & { seasonId: number; formerSeasonId: number; weight?: number }

type Facts = RoundDetails & {
  roundId: number
  seasonId: number
  weight: number
  tieBreak: TieBreakQuestion | null
  /** Given last, whether it counts or is about to; missing before. */
  answer?: number | null | undefined
  deletedAt: Instant | null
}

export type PresentRound = Facts &
  ({ status: 'draft' | 'active' | 'locked' } | { status: 'completed'; result: RoundResult })
export type RoundStatus = PresentRound['status']
export type Round = { status: 'missing' } | { status: 'purged' } | PresentRound

export const round: Fold<Round, RoundEvent> = { initial: { status: 'missing' }, evolve }

function evolve(state: Round, event: RoundEvent): Round {
  if (event.type === 'RoundCreated' || event.type === 'RoundMovedIn') {
    const weight = 'weight' in event.data ? (event.data.weight ?? 1) : 1
    return { ...detailsOf(event.data), weight, tieBreak: null, status: 'draft', deletedAt: null }
  }
  if (state.status === 'missing' || state.status === 'purged') return state
  switch (event.type) {
    case 'RoundMovedOut':
      return { status: 'missing' }
    case 'RoundRenamed':
    case 'RoundRescheduled':
    case 'RoundClosedEarly':
    case 'RoundEmailMessageChanged':
    case 'RoundTeamsChanged':
    case 'RoundWeightSet':
      return { ...state, ...event.data }
    case 'TieBreakQuestionSet': {
      const { question, unit } = event.data
      return { ...state, tieBreak: { question, unit } }
    }
    case 'TieBreakQuestionDropped': {
      const unasked = { ...state, tieBreak: null, answer: undefined }
      if (unasked.status !== 'completed') return unasked
      const { answer: _, ...result } = unasked.result
      return { ...unasked, result }
    }
    case 'TieBreakAnswered':
      return { ...state, answer: event.data.value }
    case 'RoundPickTypeChanged': {
      const { slotNames: _, ...unnamed } = state
      return { ...unnamed, ...event.data }
    }
    case 'RoundActivated':
      return { ...facts(state), status: 'active' }
    case 'RoundLocked':
    case 'RoundUnlocked':
      return { ...facts(state), status: 'locked' }
    case 'RoundCompleted': {
      const { places, placements } = event.data
      return { ...facts(state), status: 'completed', result: { places, placements, ...answered(state) } }
    }
    case 'RoundDeleted':
      return { ...state, deletedAt: event.data.deletedAt }
    case 'RoundRestored':
      return { ...state, deletedAt: null }
    case 'RoundPurged':
      return { status: 'purged' }
  }
}

/** The status for everybody at an instant, even before the lock is published. */
export function statusAt(round: { status: RoundStatus; locksAt: Instant }, now: Instant): RoundStatus {
  return round.status === 'active' && now >= round.locksAt ? 'locked' : round.status
}

/** Whether only admins may see the picks. A round that was deleted for ever stays sealed. */
export function isSealedAt(round: Round, now: Instant): boolean {
  return !('locksAt' in round) || ['draft', 'active'].includes(statusAt(round, now))
}

export function sameResult(left: RoundResult, right: RoundResult): boolean {
  const placed = ({ placements }: RoundResult) =>
    placements
      .filter(({ placement }) => placement !== 'none')
      .map(({ playerId, placement }) => `${playerId} ${placement}`)
      .sort()
      .join()
  return (
    left.answer === right.answer &&
    NAMED_PLACES.every((place) => left.places[place] === right.places[place]) &&
    placed(left) === placed(right)
  )
}

export function presentRound(state: Round): PresentRound {
  if (state.status === 'missing' || state.status === 'purged' || state.deletedAt !== null) {
    throw new Refusal('not_found', 'Sport not found')
  }
  return state
}

function facts(state: PresentRound): Facts {
  const { weight, tieBreak, deletedAt } = state
  return { ...detailsOf(state), weight, tieBreak, ...answered(state), deletedAt }
}

const answered = ({ answer }: Pick<Facts, 'answer'>) => (answer === undefined ? {} : { answer })

export function detailsOf(from: RoundDetails & OfRound & { seasonId: number }) {
  const { roundId, seasonId, sportName, pickType, picksMax, emailMessage, locksAt, timeZone, teams } = from
  const named = from.slotNames && { slotNames: from.slotNames }
  return {
    roundId,
    seasonId,
    sportName,
    pickType,
    picksMax,
    emailMessage,
    locksAt,
    timeZone,
    teams,
    ...named,
  }
}
