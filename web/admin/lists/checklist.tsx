import { useId } from 'react'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/inputs.tsx'
import styles from './player-checklist.module.css'
import { hasEmail } from './player-facts.tsx'

type PlayerChecklistProps = {
  label: string
  players: { id: number; name: string; email: string }[]
  chosen: readonly number[]
  onChange: (chosen: number[]) => void
}

export function PlayerChecklist({ label, players, chosen, onChange }: PlayerChecklistProps) {
  const id = useId()
  const all = chosen.length === players.length
  const toggle = (playerId: number) =>
    onChange(chosen.includes(playerId) ? chosen.filter((other) => other !== playerId) : [...chosen, playerId])
  return (
    <fieldset className={styles.list} aria-labelledby={id}>
      <div className={styles.head}>
        <span className={styles.label} id={id}>
          {label}{' '}
          <span className={styles.count}>
            {chosen.length} of {players.length}
          </span>
        </span>
        <Button
          variant="quiet"
          size="small"
          onClick={() => onChange(all ? [] : players.map((player) => player.id))}
        >
          {all ? 'Select none' : 'Select all active'}
        </Button>
      </div>
      <div className={styles.boxes}>
        {players.map((player) => (
          <Checkbox
            key={player.id}
            label={player.name}
            hint={hasEmail(player) ? undefined : 'No email'}
            checked={chosen.includes(player.id)}
            onChange={() => toggle(player.id)}
          />
        ))}
      </div>
    </fieldset>
  )
}
