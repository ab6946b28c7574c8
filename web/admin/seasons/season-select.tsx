import type { SeasonList } from '../../../api/contract/seasons.ts'
import { Select } from '../../ui/form/inputs.tsx'

type SeasonSelectProps = { season: SeasonList[number]; seasons: SeasonList; onSelect: (id: number) => void }

export function SeasonSelect({ season, seasons, onSelect }: SeasonSelectProps) {
  return (
    <Select
      label="Season"
      value={season.id}
      onChange={(event) => onSelect(Number(event.target.value))}
      names={seasons.map(({ id, name, ended_at }) => [id, ended_at ? `${name} (ended)` : name])}
    />
  )
}
