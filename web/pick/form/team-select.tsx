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
    >
      <option value="">Select a team/player…</option>
      {teams.map((team) => (
        <option key={team} value={team} translate="no">
          {team}
        </option>
      ))}
    </Select>
  )
}
