import type { Instant } from '../event.ts'
import { comparable } from '../names.ts'
import { Refusal } from '../refusal.ts'
import { type PresentRound, type RoundEvent, type TieBreakQuestion, takesPlace } from '../rounds/round.ts'
import { createRound } from '../rounds/round-decisions.ts'
import { askingIn } from '../rounds/tie-break-question.ts'
import { daysBefore, type Shift, shiftedLock, type Zones } from './lock-shift.ts'
import { activeSeason, presentSeason, type SeasonEvent } from './season.ts'
import { presentRounds } from './season-past.ts'
import { hasLocked, roundIn, type SeasonAndRounds } from './season-stream.ts'

/** By the ids of the source. All of its sports where `roundIds` is missing. */
export type CopyWishes = {
  roundIds?: readonly number[] | undefined
  shift: Shift
  lockTimes: ReadonlyMap<number, Instant>
  opensDaysBefore?: number | undefined
}

export type SportCopy = {
  from: PresentRound
  was: Instant
  locksAt: Instant
  opensAt: Instant | null
  weight: number
  tieBreak: TieBreakQuestion | null
  warnings: readonly string[]
}

export type CopyPlan = { copies: SportCopy[]; skipped: { roundId: number; sportName: string; why: string }[] }

/** Never picks, results, links, reminders and openings of the source. */
export function planCopies(
  source: SeasonAndRounds,
  target: SeasonAndRounds,
  wishes: CopyWishes,
  at: { now: Instant; zones: Zones },
): CopyPlan {
  const from = presentSeason(source.season)
  const to = activeSeason(target.season)
  if (from.seasonId === to.seasonId) throw new Refusal('copy-into-itself')
  const wished = wishedIn(source, wishes)
  const there = new Set(presentRounds(target).map(likeness))
  const copied = wished.filter((round) => !there.has(likeness(round)))
  const isNotCopied = [...wishes.lockTimes.keys()].some((id) => copied.every(({ roundId }) => roundId !== id))
  if (isNotCopied) throw new Refusal('copied-lock-without-sport')
  const isAsked = askingIn(target.rounds).length > 0
  const isFrozen = hasLocked(target)
  const years = to.yearStart - from.yearStart
  return {
    copies: copied.map((round) => copyOf(round, { ...wishes, years, isAsked, isFrozen }, at)),
    skipped: wished
      .filter((round) => !copied.includes(round))
      .map(({ roundId, sportName }) => ({ roundId, sportName, why: `${to.name} has a sport of this name` })),
  }
}

/** Drafts, and after all of them where each is from. */
export function copySports(
  target: SeasonAndRounds,
  copies: readonly SportCopy[],
  roundIds: readonly number[],
): RoundEvent[] {
  const { seasonId } = presentSeason(target.season)
  const made = copies.map((copy, index) => ({ ...copy, roundId: roundIds[index] ?? 0 }))
  return [
    ...made.flatMap(({ from, roundId, locksAt, weight, tieBreak }) => {
      const { sportName, pickType, picksMax, emailMessage, timeZone, teams, slotNames } = from
      return createRound(roundIn(target, roundId), target.season, {
        ...{ roundId, seasonId, sportName, pickType, picksMax, emailMessage, locksAt, timeZone, teams },
        ...(slotNames && { slotNames }),
        ...(weight === 1 ? {} : { weight }),
        ...(tieBreak && { tieBreak }),
      })
    }),
    ...made.flatMap(({ roundId, opensAt }): RoundEvent[] =>
      opensAt === null ? [] : [{ type: 'ActivationPlanned', data: { roundId, opensAt } }],
    ),
    ...made.map(({ roundId, from }): RoundEvent => {
      const data = { roundId, fromRoundId: from.roundId, fromSeasonId: from.seasonId }
      return { type: 'RoundCopied', data }
    }),
  ]
}

/** Only what it had of its own: a season that followed the league follows it again. */
export function copyRules({ season }: SeasonAndRounds): SeasonEvent[] {
  const { rules, note } = presentSeason(season)
  const set: SeasonEvent[] = rules === null ? [] : [{ type: 'SeasonRulesSet', data: { rules } }]
  return note === null ? set : [...set, { type: 'SeasonNoteChanged', data: { note } }]
}

/** What can be copied: a cancelled or deleted sport is not offered. */
export const sportsToCopy = ({ rounds }: Pick<SeasonAndRounds, 'rounds'>): PresentRound[] =>
  presentRounds({ rounds }).filter(takesPlace)

function wishedIn(source: SeasonAndRounds, { roundIds }: CopyWishes): PresentRound[] {
  const offered = sportsToCopy(source)
  if (roundIds === undefined) return offered
  if (roundIds.some((id) => offered.every(({ roundId }) => roundId !== id))) {
    throw new Refusal('copied-sport-not-found')
  }
  return offered.filter(({ roundId }) => roundIds.includes(roundId))
}

type Copying = CopyWishes & { years: number; isAsked: boolean; isFrozen: boolean }

function copyOf(
  from: PresentRound,
  { shift, years, lockTimes, opensDaysBefore, isAsked, isFrozen }: Copying,
  { now, zones }: { now: Instant; zones: Zones },
): SportCopy {
  const { roundId, timeZone, plannedLocksAt: was = from.locksAt } = from
  const given = lockTimes.get(roundId)
  const { instant: locksAt, isSkipped } = given
    ? { instant: given, isSkipped: false }
    : shiftedLock({ locksAt: was, timeZone }, { shift, years }, zones)
  const opensAt =
    opensDaysBefore === undefined ? null : daysBefore({ locksAt, timeZone }, opensDaysBefore, zones)
  const isPast = locksAt <= now
  const opensTooLate = opensAt !== null && (opensAt <= now || opensAt >= locksAt)
  const isAskedElsewhere = isAsked && from.tieBreak !== null
  const losesWeight = isFrozen && from.weight !== 1
  const warnings = [
    isPast && 'This lock time has passed. Choose another one before you activate the sport.',
    isSkipped && 'Clocks skip the old time on this day, so this is the next one that they show.',
    opensTooLate && !isPast && 'Its time to open has passed. Activate the sport by hand.',
    isAskedElsewhere && 'Another sport has the tie-break question of the season, so it comes without.',
    losesWeight &&
      `Sports of the season have locked, so it comes without its weight ×${from.weight}. Set it by hand, with a reason.`,
  ]
  return {
    ...{ from, was, locksAt },
    opensAt: opensTooLate ? null : opensAt,
    weight: losesWeight ? 1 : from.weight,
    tieBreak: isAskedElsewhere ? null : from.tieBreak,
    warnings: warnings.filter((warning) => warning !== false),
  }
}

/** Whatever the case, accents and spaces. */
const likeness = ({ sportName }: PresentRound) =>
  comparable(sportName)
    .normalize('NFD')
    .replace(/\p{M}|\s/gu, '')
