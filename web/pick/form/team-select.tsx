import { Select } from '../../ui/form/inputs.tsx'

type TeamSelectProps = {
  teams: string[]
  pick: string
  error: string | undefined
  onEdit: (pick: string) => void
}

export function TeamSelect({ teams, pick, error, onEdit }: TeamSelectProps) {
  return (
    <Select
      label="Your pick"
      hint="Choose one. You can change it until the lock time."
      error={error}
      value={pick}
      required
      onChange={(event) => onEdit(event.target.value)}
      names={teams.map((team) => [team, team])}
    >
      <option value="">Select a team/player…</option>
    </Select>
  )
}
