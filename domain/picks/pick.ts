import type { Aggregate, Instant, Placed } from '../event.ts'
import { comparable } from '../names.ts'
import { type Player, presentPlayer } from '../players/player.ts'
import { Refusal } from '../refusal.ts'
import { type Lock, type PresentRound, playedRound, type Round } from '../rounds/round.ts'
import { calledNow, pickNow } from '../rounds/team-names.ts'
import { checkGuessed } from '../rounds/tie-break-question.ts'
import { isSealedFromAdmins } from '../seasons/sealing.ts'
import { activeSeason, type Season } from '../seasons/season.ts'
import { linkGeneration } from './pick-links.ts'

export type PickEvent =
  | { type: 'PickSubmitted'; data: PickData & { submittedAt: Instant } }
  | { type: 'PickEntered'; data: PickData & { enteredAt: Instant } }
  /** `cleared` where an admin did so on purpose, and not as the undo of an entry. */
  | { type: 'PickEntryWithdrawn'; data: GuessData & { withdrawnAt: Instant; cleared: boolean } }
  | { type: 'TieBreakGuessed'; data: GuessData & { value: number; submittedAt: Instant } }
  /** By an admin. Null takes back what an admin entered where there was no guess before it. */
  | { type: 'TieBreakGuessEntered'; data: GuessData & { value: number | null; enteredAt: Instant } }
  /** After the lock. It counts only once an admin enters it. */
  | { type: 'PickAskedLate'; data: PickData & { guess?: number; askedAt: Instant } }

type PickData = { roundId: number; playerId: number; picks: readonly string[] }
type GuessData = { roundId: number; playerId: number }

type Made = Placed & { at: Instant; by: 'player' | 'admin' }

export type PickVersion = Made & { picks: readonly string[]; cleared?: boolean }

export type Guess = Made & { guess: number | null }

/** It never counts. */
export type LateRequest = Made & { asked: readonly string[]; askedGuess: number | null }

export type Pick = readonly (PickVersion | Guess | LateRequest)[]

export const pick: Aggregate<Pick, PickEvent, [roundId: number, playerId: number]> = {
  stream: (roundId, playerId) => `pick-${roundId}-${playerId}`,
  initial: [],
  evolve,
}

function evolve(state: Pick, event: PickEvent & Placed): Pick {
  const place = event.position === undefined ? {} : { position: event.position }
  // With a spread V8 gives each version a hidden class of its own: twice the memory.
  return [...state, Object.assign(madeBy(event), place)]
}

export function madeBy(event: PickEvent): Pick[number] {
  switch (event.type) {
    case 'PickSubmitted':
      return { picks: event.data.picks, at: event.data.submittedAt, by: 'player' }
    case 'PickEntered':
      return { picks: event.data.picks, at: event.data.enteredAt, by: 'admin' }
    case 'PickEntryWithdrawn':
      return { picks: [], at: event.data.withdrawnAt, by: 'admin', cleared: event.data.cleared }
    case 'TieBreakGuessed':
      return { guess: event.data.value, at: event.data.submittedAt, by: 'player' }
    case 'TieBreakGuessEntered':
      return { guess: event.data.value, at: event.data.enteredAt, by: 'admin' }
    case 'PickAskedLate': {
      const { picks, guess = null, askedAt } = event.data
      return { asked: picks, askedGuess: guess, at: askedAt, by: 'player' }
    }
  }
}

/** Read from the log, never from a table. */
export type PickContext = {
  round: Round
  season: Season
  player: Player
  roundId: number
  playerId: number
  generation?: number | undefined
  /** Where in the log the round first had a result, if it ever had one. */
  firstResultPosition?: string | undefined
}

const VERSIONS_MAX = 500

/** `receivedAt` counts before the lock time, not at it. Without `guess` the one before stays. */
export function submitPick(
  state: Pick,
  context: PickContext,
  picks: readonly string[],
  receivedAt: Instant,
  guess?: number,
): PickEvent[] {
  const round = pickableRound(context, receivedAt)
  const values = checkValues(round, picks)
  // What an admin has entered under a seal is saved once more: its absence from the history would tell.
  const isBlind = isSealedFromAdmins(context.season, round)
  const isNew = (last: PickVersion | Guess | null) => isBlind && last?.by === 'admin'
  const kept = countingPick(state, round)
  const news = newGuess(state, round, guess, isNew(lastGuess(state, round)))
  if (news === null && !isNew(kept) && sameValues(kept, values)) return []
  if (state.filter((one) => isVersion(one) && one.by === 'player').length >= VERSIONS_MAX) {
    throw new Refusal('pick-changed-too-often', { max: VERSIONS_MAX })
  }
  const { roundId, playerId } = context
  const of = { roundId, playerId, submittedAt: receivedAt }
  const submitted: PickEvent = { type: 'PickSubmitted', data: { ...of, picks: values } }
  return news === null ? [submitted] : [{ type: 'TieBreakGuessed', data: { ...of, value: news } }, submitted]
}

export function enterPick(
  state: Pick,
  context: PickContext,
  picks: readonly string[],
  enteredAt: Instant,
  guess?: number,
): PickEvent[] {
  const round = enterableRound(context)
  const values = checkValues(round, picks)
  // While picks are sealed, the same pick is entered again too: otherwise an admin could guess it by trying values.
  const isBlind = isSealedFromAdmins(context.season, round)
  const news = newGuess(state, round, guess, isBlind)
  if (!isBlind && news === null && sameValues(countingPick(state, round), values)) return []
  const { roundId, playerId } = context
  const of = { roundId, playerId, enteredAt }
  const entered: PickEvent = { type: 'PickEntered', data: { ...of, picks: values } }
  return news === null ? [entered] : [{ type: 'TieBreakGuessEntered', data: { ...of, value: news } }, entered]
}

function newGuess(state: Pick, round: PresentRound, guess: number | undefined, isToldAgain: boolean) {
  if (guess === undefined) return null
  checkGuess(round, guess)
  return !isToldAgain && countingGuess(state, round) === guess ? null : guess
}

export function checkGuess(round: PresentRound, guess: number): void {
  if (round.tieBreak === null) throw new Refusal('guess-without-question')
  checkGuessed(guess, 'A guess', 'guess')
}

export function reenterGuess(
  state: Pick,
  context: PickContext,
  value: number | null,
  enteredAt: Instant,
): PickEvent[] {
  const round = enterableRound(context)
  const isBlind = isSealedFromAdmins(context.season, round)
  if (!isBlind && countingGuess(state, round) === value) return []
  const { roundId, playerId } = context
  return [{ type: 'TieBreakGuessEntered', data: { roundId, playerId, value, enteredAt } }]
}

/** A guess goes with its pick. While sealed, this does not reveal whether there was one. */
export function clearPick(
  state: Pick,
  context: PickContext,
  clearedAt: Instant,
  guess?: number,
): PickEvent[] {
  const round = enterableRound(context)
  if (guess !== undefined) throw new Refusal('guess-without-pick')
  if (!countingPick(state, round)) throw new Refusal('pick-missing')
  const guessed = round.tieBreak === null ? [] : reenterGuess(state, context, null, clearedAt)
  return [...guessed, ...withdrawPickEntry(state, context, clearedAt, true)]
}

export function withdrawPickEntry(
  state: Pick,
  context: PickContext,
  withdrawnAt: Instant,
  cleared: boolean,
): PickEvent[] {
  const round = enterableRound(context)
  if (!countingPick(state, round)) return []
  const { roundId, playerId } = context
  return [{ type: 'PickEntryWithdrawn', data: { roundId, playerId, withdrawnAt, cleared } }]
}

function enterableRound(context: PickContext): PresentRound {
  const round = playedRound(context.round)
  if (round.status === 'draft') throw new Refusal('pick-before-activation')
  if (round.status === 'completed') throw new Refusal('pick-after-completion')
  const { participants } = activeSeason(context.season)
  if (presentPlayer(context.player).status !== 'active') throw new Refusal('player-not-active')
  if (!participants.has(context.playerId)) throw new Refusal('participant-not-found')
  return round
}

/** With the names that its teams have now. */
export function countingPick<Version extends PickVersion>(
  versions: readonly (Version | Guess | LateRequest)[],
  lock: Lock,
): Version | null {
  const version = countingVersion(versions, lock)
  return version && pickNow(version, lock)
}

/** With the names that its teams had then. */
export function countingVersion<Version extends PickVersion>(
  versions: readonly (Version | Guess | LateRequest)[],
  lock: Lock,
): Version | null {
  const last = lastVersion(versions, lock)
  return last === undefined || last.picks.length === 0 ? null : last
}

export const isCleared = (versions: Pick, lock: Lock): boolean =>
  lastVersion(versions, lock)?.cleared ?? false

const lastVersion = <Version extends PickVersion>(
  versions: readonly (Version | Guess | LateRequest)[],
  lock: Lock,
) => versions.filter(isVersion).findLast((one) => one.by === 'admin' || isInTime(one, lock))

export const countingGuess = (versions: Pick, lock: Lock): number | null =>
  lastGuess(versions, lock)?.guess ?? null

export function lastGuess(versions: Pick, lock: Lock): Guess | null {
  const guesses = versions.filter(isGuess)
  return guesses.findLast((one) => one.by === 'admin' || isInTime(one, lock)) ?? null
}

export const isInTime = (made: Made, lock: Lock): boolean =>
  made.at < deadlineOf(made, lock) && !isBehindLock(made, lock)

const deadlineOf = ({ position }: Placed, { locksAt, plannedLocksAt = locksAt, formerLocks = [] }: Lock) =>
  formerLocks.find(({ until }) => position !== undefined && position < until)?.locksAt ?? plannedLocksAt

export const isBehindLock = ({ position }: Placed, { lockPosition }: Lock): boolean =>
  typeof lockPosition === 'string' && (position === undefined || position > lockPosition)

export const isVersion = <Version extends PickVersion>(one: Version | Guess | LateRequest): one is Version =>
  'picks' in one

export const isGuess = (one: Pick[number]): one is Guess => 'guess' in one

/** Throws one of CLOSED_REFUSALS. */
export function pickableRound(context: PickContext, now: Instant): PresentRound {
  const round = linkedRound(context)
  if (round.status === 'draft') throw new Refusal('sport-unopened')
  // Also where the clock has gone back before the published lock.
  if (round.status !== 'active' || now >= round.locksAt)
    throw new Refusal('picks-locked', { roundId: round.roundId })
  return round
}

/** Throws one of CLOSED_REFUSALS where the link opens no round that the player may pick in, locked or not. */
export function linkedRound(context: PickContext): PresentRound {
  // First: the page of a pick that is closed for another reason still shows it.
  if ('locksAt' in context.round) requireLinkInForce(context)
  const round = countingRound(context)
  if (context.player.status !== 'active') throw new Refusal('player-inactive')
  return round
}

/** Throws one of CLOSED_REFUSALS where no pick of the player counts, whenever it was made. */
export function countingRound({ round, season, playerId }: PickContext): PresentRound {
  if (round.status === 'missing' || round.status === 'purged' || round.deletedAt !== null) {
    throw new Refusal('sport-gone')
  }
  if (round.cancelled !== null) throw new Refusal('sport-cancelled')
  if (season.status === 'missing' || season.status === 'purged' || season.deletedAt !== null) {
    throw new Refusal('season-gone')
  }
  if (season.status === 'ended') throw new Refusal('season-ended')
  if (!season.active) throw new Refusal('season-inactive')
  if (!season.participants.has(playerId)) throw new Refusal('player-out')
  return round
}

/** Throws where a newer link to the round has gone out. */
export function requireLinkInForce(context: PickContext): void {
  if (context.generation !== undefined && context.generation !== linkGeneration(context)) {
    throw new Refusal('link-replaced')
  }
}

const PICK_LENGTH_MAX = 100

export function checkValues(round: PresentRound, picks: readonly string[]): string[] {
  const typed = picks.map((value) => calledNow(round, value.trim()))
  const filled = typed.filter((value) => value !== '')
  const values = round.slotNames ? typed.slice(0, typed.findLastIndex((value) => value !== '') + 1) : filled
  const single = round.pickType === 'single'
  if (filled.length === 0) {
    throw new Refusal(single ? 'pick-not-chosen' : 'pick-empty')
  }
  const max = single ? 1 : round.picksMax
  if (values.length > max) throw new Refusal('picks-too-many', { max })
  if (values.some((value) => [...value].length > PICK_LENGTH_MAX)) {
    throw new Refusal('text-length', { name: 'A pick', min: 1, max: PICK_LENGTH_MAX, field: 'picks' })
  }
  const stranger = single ? values.find((value) => !round.teams.includes(value)) : undefined
  if (stranger !== undefined) throw new Refusal('team-not-listed', { team: stranger, field: 'picks' })
  // Under names it answers another question.
  if (!round.slotNames && new Set(filled.map(comparable)).size < filled.length) {
    throw new Refusal('picks-alike')
  }
  return values
}

const sameValues = (version: PickVersion | null, values: readonly string[]) =>
  version !== null &&
  version.picks.length === values.length &&
  version.picks.every((value, index) => value === values[index])
