import { comparable } from '../names.ts'
import { Refusal } from '../refusal.ts'
import { openSeason, type Season } from '../seasons/season.ts'
import { playedRound, type Round, type RoundEvent, type RoundResult } from './round.ts'

export type TeamRename = { from: string; to: string }

/** Of a round, since it was opened, in their order. Missing where no team was renamed. */
export type Renamed = { teamRenames?: readonly TeamRename[] | undefined }

/** What players have picked and admins have placed is recorded by the names of then: before it is compared, it goes through here. */
export const calledNow = ({ teamRenames = [] }: Renamed, team: string): string =>
  teamRenames.reduce((name, { from, to }) => (name === from ? to : name), team)

export const pickNow = <Made extends { picks: readonly string[] }>(made: Made, round: Renamed): Made =>
  round.teamRenames ? { ...made, picks: made.picks.map((team) => calledNow(round, team)) } : made

export function resultNow(result: RoundResult, round: Renamed): RoundResult {
  if (!round.teamRenames) return result
  const places = Object.entries(result.places).map(([place, team]) => [place, calledNow(round, team)])
  return { ...result, places: Object.fromEntries(places) }
}

/** More than another spelling. */
export const isOtherName = ({ from, to }: TeamRename): boolean => comparable(from) !== comparable(to)

/** What the teams of a pick are called now, where that is something else. */
export function nowCalled({ picks }: { picks: readonly string[] }, round: Renamed): { nowCalled?: string } {
  const [team = ''] = picks
  const now = calledNow(round, team)
  return now === team ? {} : { nowCalled: now }
}

/** Each pick is read through all of them. */
export const RENAMES_MAX = 100

export function renameTeam(
  state: Round,
  season: Season,
  { from, to }: TeamRename,
  reason: string | null,
): RoundEvent[] {
  const current = playedRound(state)
  openSeason(season)
  const { status } = current
  if (status === 'completed') throw new Refusal('completed-cannot-be-edited')
  const team = calledNow(current, from)
  if (!current.teams.includes(team)) throw new Refusal('team-not-listed', { team: from, field: 'from' })
  if (to === from || to === team) return []
  const isNew = isOtherName({ from: team, to })
  const taken = isNew && current.teams.find((other) => comparable(other) === comparable(to))
  if (taken) throw new Refusal('team-listed-already', { team: taken })
  if (isNew && givenUp(current, to)) throw cameBack(current, to, 'to')
  const former = isNew && current.formerTeams?.find((other) => comparable(other) === comparable(to))
  if (former) throw new Refusal('team-name-of-former', { team: former })
  if (current.teamRenames?.length === RENAMES_MAX) {
    throw new Refusal('team-renames-too-many', { max: RENAMES_MAX })
  }
  if (status === 'locked' && reason === null) throw new Refusal('renaming-needs-reason')
  return [{ type: 'RoundTeamRenamed', data: { roundId: current.roundId, from: team, to } }]
}

/** A page that was open sends names that were given up: they are taken as those of now. */
export function listNow(
  current: Renamed & { teams: readonly string[] },
  teams: readonly string[],
): readonly string[] {
  return teams.map((team) => {
    const former = current.teams.includes(team) ? undefined : givenUp(current, team)
    if (former === undefined) return team
    const now = calledNow(current, former)
    if (teams.includes(now)) throw cameBack(current, former, 'teams')
    return now
  })
}

const givenUp = ({ teamRenames = [] }: Renamed, name: string): string | undefined =>
  teamRenames.find(({ from }) => comparable(from) === comparable(name))?.from

/** Picks that were made under it would be those of another team. */
const cameBack = (round: Renamed, former: string, field: string) =>
  new Refusal('team-name-given-up', {
    team: former,
    now: calledNow(round, givenUp(round, former) ?? former),
    field,
  })
