import type { Instant } from '../../domain/event.ts'
import { lateRequest } from '../../domain/picks/late-request.ts'
import {
  countingGuess,
  countingPick,
  countingVersion,
  isGuess,
  isVersion,
  type LateRequest,
  type Pick,
  type PickContext,
} from '../../domain/picks/pick.ts'
import { receiptCode } from '../../domain/picks/receipt.ts'
import type { PresentRound } from '../../domain/rounds/round.ts'
import { namedPicks } from '../../domain/rounds/slot-names.ts'
import { nowCalled } from '../../domain/rounds/team-names.ts'
import { isSealed } from '../../domain/seasons/sealing.ts'
import { later } from '../../platform/time/clock.ts'
import { zoneOffsets } from '../../platform/time/time-zone.ts'
import type { Explanation } from '../answers/explanations.ts'
import { presentRank } from './leaderboards.ts'

const SHOWN_MAX = 20
/** The page shows the locks of other sports too. */
const SEASON_MS = 400 * 86_400_000

/** A pick with the receipts of what was made, in the same order. */
type PickWithCodes = { state: Pick; codeAt: (index: number) => string }

/** Each version follows from one event. */
export const withCodes = ({ state, eventIds }: { state: Pick; eventIds: readonly string[] }) => ({
  state,
  codeAt: (index: number) => receiptCode(eventIds[index] ?? ''),
})

export function presentPicks(picks: readonly string[] | null) {
  if (picks === null) return null
  const pickItems = picks.map((pickValue, index) => ({ pickNumber: index + 1, pickValue }))
  return { pickItems: pickItems.filter(({ pickValue }) => pickValue !== '') }
}

export const presentInvitation = (
  context: PickContext,
  round: PresentRound,
  made: PickWithCodes,
  now: Instant,
) => ({
  ...presentSport(context, round, made, now),
  ...presentReceipts(made, round),
  ...presentAsked(made.state, context),
})

function presentAsked(state: Pick, context: PickContext) {
  const request = lateRequest(state, context)
  return request && { askedLate: { askedAt: request.at, ...presentRequest(request) } }
}

export function presentSport(
  { player, playerId, season }: PickContext,
  round: PresentRound,
  { state }: PickWithCodes,
  now: Instant,
) {
  return {
    user: { id: playerId, name: 'name' in player ? player.name : '' },
    round: {
      id: round.roundId,
      sportName: round.sportName,
      pickType: round.pickType,
      numWriteInPicks: round.pickType === 'multiple' ? round.picksMax : null,
      ...(round.slotNames && { slotNames: [...round.slotNames] }),
      lockTime: round.locksAt,
      timezone: round.timeZone,
      offsets: zoneOffsets(round.timeZone, later(round.locksAt, -SEASON_MS), later(round.locksAt, SEASON_MS)),
      status: round.status,
      seasonName: 'name' in season ? season.name : '',
      ...presentTieBreak(round, countingGuess(state, round)),
    },
    teams: [...round.teams],
    currentPick: presentPicks(countingPick(state, round)?.picks ?? null),
    serverTime: now,
  }
}

export const presentRequest = ({ asked, askedGuess }: LateRequest) => ({
  pickItems: presentPicks(asked)?.pickItems ?? [],
  ...(askedGuess !== null && { guess: askedGuess }),
})

function presentTieBreak(round: PresentRound, guess: number | null) {
  if (round.tieBreak === null) return {}
  const answer = round.status === 'completed' ? round.result.answer : undefined
  return { tieBreak: { ...round.tieBreak, guess, ...(answer === undefined ? {} : { answer }) } }
}

type Own = {
  invitation: ReturnType<typeof presentInvitation>
  round: PresentRound
  worth: string
  picksSealed: boolean
  closed: string | null
  lockChanges: PresentRound['lockChanges']
  renames: PresentRound['renames']
  explained: Explanation | null
}

export const presentOwnPick = ({ invitation, round, picksSealed, closed, explained, ...own }: Own) => ({
  ...invitation,
  seasonId: round.seasonId,
  worth: own.worth,
  ...(picksSealed && { picksSealed: 1 as const }),
  closed,
  ...(round.cancelled && { cancelled: round.cancelled }),
  lockedAt: isSealed(round) ? null : round.locksAt,
  lockChanges: [...own.lockChanges],
  ...(own.renames.length > 0 && { renames: [...own.renames] }),
  result: explained && presentResult(explained, round.roundId),
})

export function presentResult(explained: Explanation, roundId: number) {
  const cell = explained.cells.find(({ round }) => round.roundId === roundId)
  if (cell?.round.status !== 'completed') return null
  return {
    place: cell.score?.place ?? null,
    points: cell.score?.points ?? 0,
    ...(cell.score?.dropped && { dropped: 1 as const }),
    ...presentRank(explained),
    sentence: cell.sentence,
  }
}

/** The newest versions first; nothing before the first pick, and no receipt where none counts. */
export function presentReceipts({ state, codeAt }: PickWithCodes, round: PresentRound) {
  const versions = state.filter((one) => isVersion(one))
  if (versions.length === 0) return {}
  const receipt = presentReceipt({ state, codeAt }, round)
  const shown = versions.slice(-SHOWN_MAX).map((version) => {
    const { at, by, picks } = version
    return {
      code: codeAt(state.indexOf(version)),
      savedAt: at,
      savedBy: by,
      picks: namedPicks(picks, round.slotNames),
      ...nowCalled(version, round),
      ...guessWith(state, version),
    }
  })
  return {
    ...(receipt && { receipt }),
    versions: shown.toReversed(),
    versionCount: versions.length,
  }
}

/** Null where no pick counts. */
export function presentReceipt({ state, codeAt }: PickWithCodes, round: PresentRound) {
  const counting = countingVersion(state, round)
  return (
    counting && {
      code: codeAt(state.indexOf(counting)),
      savedAt: counting.at,
      beforeLockMs: msBetween(counting.at, round.locksAt),
    }
  )
}

/** It comes right before the version that it was saved with. */
function guessWith(state: Pick, version: Pick[number]) {
  const last = state.slice(0, state.indexOf(version)).findLast(isGuess)
  return last && last.guess !== null ? { guess: last.guess } : {}
}

export const msBetween = (from: Instant, to: Instant) => Date.parse(to) - Date.parse(from)
