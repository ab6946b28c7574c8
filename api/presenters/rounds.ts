import { comparable, compareTexts } from '../../domain/names.ts'
import { type PresentRound, publishedResult } from '../../domain/rounds/round.ts'
import { slotLabels } from '../../domain/rounds/slot-names.ts'
import { zoneOffsets } from '../../platform/time/time-zone.ts'
import type { Picker, PickersOf, RoundInSeason } from '../../projections/now/rounds.ts'

export const presentRounds = (rounds: readonly RoundInSeason[], pickersOf: PickersOf) =>
  rounds.map((found) => presentRow(found.round, pickersOf(found)))

/** With its teams by name, each with its place in the list as `id`, and the former places while it is unlocked. */
export function presentRound(found: RoundInSeason, pickersOf: PickersOf) {
  const { round, season } = found
  const former = season.results.findLast(({ roundId }) => roundId === round.roundId)
  return {
    ...presentRow(found.round, pickersOf(found)),
    ...(former && unlockedSince(round) !== null && presentPlaces(round, former.result)),
    teams: round.teams
      .map((team_name, index) => ({ id: index + 1, team_name }))
      .toSorted((one, other) => compareTexts(one.team_name, other.team_name)),
  }
}

const LISTS_MAX = 50

/** Of sports that were opened, each set of teams once. */
export function presentTeamLists(rounds: readonly RoundInSeason[]) {
  const lists = new Map<string, { roundId: number; sportName: string; seasonName: string; teams: string[] }>()
  for (const { round, season } of rounds) {
    const { roundId, sportName, status, teams } = round
    const set = teams.map(comparable).sort().join('\n')
    if (status === 'draft' || teams.length === 0 || lists.has(set)) continue
    lists.set(set, { roundId, sportName, seasonName: season.season.name, teams: [...teams] })
  }
  return [...lists.values()].slice(0, LISTS_MAX)
}

export function presentPlaces(round: PresentRound, result = publishedResult(round)) {
  const { first, second, third, fourth, fifth } = result.places
  const { rightAnswers } = result
  return {
    first_place_team: first ?? null,
    second_place_team: second ?? null,
    third_place_team: third ?? null,
    fourth_place_team: fourth ?? null,
    fifth_place_team: fifth ?? null,
    ...(rightAnswers && {
      right_answers: slotLabels(round.slotNames, rightAnswers.length).map((name, index) => ({
        name,
        answers: [...(rightAnswers[index] ?? [])],
      })),
    }),
  }
}

function presentRow(round: PresentRound, pickers: readonly Picker[]) {
  const unlockedAt = unlockedSince(round)
  return {
    id: round.roundId,
    season_id: round.seasonId,
    sport_name: round.sportName,
    pick_type: round.pickType,
    num_write_in_picks: round.pickType === 'multiple' ? round.picksMax : null,
    ...(round.slotNames ? { slot_names: [...round.slotNames] } : {}),
    email_message: round.emailMessage,
    lock_time: round.locksAt,
    timezone: round.timeZone,
    offsets: zoneOffsets(round.timeZone, round.locksAt, round.opening?.opensAt ?? round.locksAt),
    status: round.status,
    ...presentPlaces(round),
    deleted_at: round.deletedAt,
    created_at: round.createdAt,
    updated_at: round.updatedAt,
    participants: pickers.map(({ player: { playerId: id, name }, hasPicked }) => ({ id, name, hasPicked })),
    pickedCount: pickers.filter(({ hasPicked }) => hasPicked).length,
    totalParticipants: pickers.length,
    ...(unlockedAt !== null && { completed_before: true as const, unlocked_at: unlockedAt }),
    ...(round.cancelled && { cancelled_at: round.cancelled.at, cancelled_reason: round.cancelled.reason }),
    ...(round.weight === 1 ? {} : { weight: round.weight }),
    ...(round.tieBreak && { tie_break: { ...round.tieBreak, ...answerOf(round) } }),
    ...(round.opening && { opens_at: round.opening.opensAt }),
    ...(round.opening?.failed && { opening_failed: round.opening.failed }),
  }
}

/** Its result was published, and does not count until it is completed again. */
const unlockedSince = ({ status, unlockedAt }: PresentRound) => (status === 'locked' ? unlockedAt : null)

const answerOf = (round: PresentRound) =>
  round.status === 'completed' || unlockedSince(round) !== null ? { answer: round.answer ?? null } : {}
