import type { Round } from '../../../api/contract/rounds.ts'

/** As they were entered, such as by seed. The answer has them by name. */
export const teamNames = (teams: Round['teams']): string[] =>
  teams.toSorted((one, other) => one.id - other.id).map(({ team_name }) => team_name)
