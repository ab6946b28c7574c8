import { Refusal } from '../../domain/refusal.ts'
import {
  type NamedPlaces,
  type PresentRound,
  presentRound,
  type Round,
  type RoundDetails,
  type RoundResult,
} from '../../domain/rounds/round.ts'
import type { CopyWishes } from '../../domain/seasons/copying.ts'
import { NAMED_PLACES, type NamedPlace } from '../../domain/seasons/points.ts'
import { roundIn, type SeasonAndRounds } from '../../domain/seasons/season-stream.ts'
import { isTimeZone, resolveTime, wallClock } from '../../platform/time/time-zone.ts'
import type { CopyBody } from '../contract/copying.ts'
import type { OpeningBody } from '../contract/round-openings.ts'
import type { CompleteBody, RoundBody, RoundChanges } from '../contract/rounds.ts'

/** Throws Refusal. */
export function newDetails(body: RoundBody): RoundDetails {
  const { sportName, pickType, timezone: timeZone } = body
  requireTimeZone(timeZone)
  return {
    sportName,
    pickType,
    timeZone,
    picksMax: picksMaxOf(pickType, body.numWriteInPicks ?? 1),
    emailMessage: body.emailMessage || null,
    locksAt: resolveTime(body.lockTime, timeZone),
    teams: pickType === 'single' ? withoutBlank(body.teams ?? []) : [],
    ...(pickType === 'multiple' && body.slotNames && { slotNames: body.slotNames }),
  }
}

/** What is left out stays as it is; so does a lock time that is sent back untouched, also where its wall-clock time exists twice. Throws Refusal. */
export function changedDetails(state: Round, changes: RoundChanges): RoundDetails {
  const now = presentRound(state)
  const { sportName = now.sportName, pickType = now.pickType, timezone: timeZone = now.timeZone } = changes
  requireTimeZone(timeZone)
  const untouched =
    changes.lockTime === undefined ||
    (timeZone === now.timeZone && changes.lockTime === wallClock(now.locksAt, now.timeZone))
  const picksMax = picksMaxOf(pickType, changes.numWriteInPicks ?? now.picksMax)
  return {
    sportName,
    pickType,
    timeZone,
    picksMax,
    emailMessage: changes.emailMessage === undefined ? now.emailMessage : changes.emailMessage || null,
    locksAt: untouched ? now.locksAt : resolveTime(changes.lockTime ?? '', timeZone),
    teams: pickType === 'single' ? withoutBlank(changes.teams ?? now.teams) : [],
    slotNames: pickType === 'multiple' ? (changes.slotNames ?? now.slotNames?.slice(0, picksMax) ?? []) : [],
  }
}

export function resultOf(body: CompleteBody): RoundResult {
  const texts: Record<NamedPlace, string | null | undefined> = {
    first: body.firstPlaceTeam,
    second: body.secondPlaceTeam,
    third: body.thirdPlaceTeam,
    fourth: body.fourthPlaceTeam,
    fifth: body.fifthPlaceTeam,
  }
  const places: NamedPlaces = Object.fromEntries(
    NAMED_PLACES.flatMap((place) => (texts[place] ? [[place, texts[place]]] : [])),
  )
  const placements = (body.manualScores ?? []).map(({ userId, placement }) => ({
    playerId: userId,
    placement,
  }))
  const { tieBreakAnswer: answer, rightAnswers } = body
  return {
    ...{ places, placements },
    ...(rightAnswers && { rightAnswers }),
    ...(answer === undefined ? {} : { answer }),
  }
}

/** In the zone of its sport each. Throws Refusal. */
export const copyWishes = (source: SeasonAndRounds, body: CopyBody): CopyWishes => ({
  roundIds: body.roundIds,
  shift: body.shift ?? 'weekday',
  opensDaysBefore: body.opensDaysBefore,
  lockTimes: new Map(
    (body.rounds ?? []).map(({ roundId, lockTime }) => {
      const round = roundIn(source, roundId)
      return [roundId, resolveTime(lockTime, 'timeZone' in round ? round.timeZone : 'UTC')]
    }),
  ),
})

export const withoutBlank = (teams: readonly string[]): string[] => teams.filter((team) => team !== '')

const picksMaxOf = (pickType: RoundDetails['pickType'], writeIns: number) =>
  pickType === 'single' ? 1 : writeIns

function requireTimeZone(timeZone: string) {
  if (!isTimeZone(timeZone)) throw new Refusal('time-zone-unknown', { field: 'timezone' })
}

/** Throws Refusal for a time that does not exist in the zone of the sport. */
export function openingOf({ opensAt }: OpeningBody, { timeZone, opening }: PresentRound): string {
  // Sent back untouched, also where that wall-clock time exists twice.
  if (opening && opensAt === wallClock(opening.opensAt, timeZone)) return opening.opensAt
  return resolveTime(opensAt, timeZone, { name: 'The time', field: 'opensAt' })
}
