import { Checklist } from '../lists/checklist.tsx'
import { hasEmail } from './player-facts.tsx'

type PlayerChecklistProps = {
  label: string
  players: readonly { id: number; name: string; email: string }[]
  chosen: readonly number[]
  onChange: (chosen: number[]) => void
}

export function PlayerChecklist({ label, players, chosen, onChange }: PlayerChecklistProps) {
  const items = players.map((player) => ({
    id: player.id,
    name: player.name,
    hint: hasEmail(player) ? undefined : 'No email',
  }))
  return (
    <Checklist
      label={label}
      items={items}
      noun="players"
      selectAll="Select All Active"
      chosen={chosen}
      onChange={onChange}
    />
  )
}
