import { useQuery } from '@tanstack/react-query'
import { dequal } from 'dequal/lite'
import { query } from '../../../server/api.ts'
import { Select } from '../../../ui/form/inputs.tsx'
import mlb from './mlb.json'
import mls from './mls.json'
import nba from './nba.json'
import nfl from './nfl.json'
import nhl from './nhl.json'
import wnba from './wnba.json'

/** Closed leagues, which change rarely. */
export const leagues = [nfl, nba, mlb, nhl, wnba, mls]

type TeamListSelectProps = { teams: readonly string[]; onChoose: (teams: readonly string[]) => void }

export function TeamListSelect({ teams, onChoose }: TeamListSelectProps) {
  const { data: own = [] } = useQuery(query('GET /admin/team-lists'))
  const ofSports = own.map(({ roundId, sportName, seasonName, teams }) => ({
    id: `sport ${roundId}`,
    text: `${sportName}, ${seasonName}`,
    teams,
  }))
  const ofLeagues = leagues.map(({ name, asOf, teams }) => ({
    id: name,
    text: `${name}, as of ${asOf}`,
    teams,
  }))
  const lists = [...ofSports, ...ofLeagues]
  const choose = (id: string) => {
    const chosen = lists.find((list) => list.id === id)
    if (chosen) onChoose(chosen.teams)
  }
  return (
    <Select
      label="List of teams"
      hint="It replaces the teams above, and you can change it there."
      value={lists.find((list) => dequal(list.teams, teams))?.id ?? ''}
      onChange={({ target }) => choose(target.value)}
    >
      <option value="">Choose a list</option>
      {ofSports.length > 0 && <Group label="Your earlier sports" lists={ofSports} />}
      <Group label="Leagues" lists={ofLeagues} />
    </Select>
  )
}

type TeamList = { id: string; text: string; teams: readonly string[] }

const Group = ({ label, lists }: { label: string; lists: readonly TeamList[] }) => (
  <optgroup label={label}>
    {lists.map(({ id, text, teams }) => (
      <option key={id} value={id} translate="no">
        {text} ({teams.length})
      </option>
    ))}
  </optgroup>
)
