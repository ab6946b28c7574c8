import { Button } from '../../ui/button.tsx'
import { Cell, RowHead } from '../../ui/table.tsx'
import { PlayerEmail } from '../players/player-facts.tsx'
import type { PlayerPick } from './round-picks.tsx'
import styles from './season-picks.module.css'

type PickRowProps = {
  player: PlayerPick
  /** Missing when no pick can be entered. */
  onEnter: (() => void) | undefined
}

export function PickRow({ player, onEnter }: PickRowProps) {
  const { name, active, picks } = player
  const verb = picks.length > 0 ? 'Edit Pick' : 'Enter Pick'
  return (
    <tr>
      <RowHead>{name}</RowHead>
      <Cell label="Email">
        <PlayerEmail player={player} />
      </Cell>
      <Cell label="Pick">
        {picks.length > 0 ? (
          <ol className={styles.values} data-several={picks.length > 1}>
            {picks.map((pick) => (
              <li key={pick}>{pick}</li>
            ))}
          </ol>
        ) : (
          <span className={styles.none}>No pick</span>
        )}
      </Cell>
      {onEnter && (
        <Cell label="Actions" actions>
          {active ? (
            <Button variant="quiet" size="small" aria-label={`${verb}: ${name}`} onClick={onEnter}>
              {verb}
            </Button>
          ) : (
            <span className={styles.none}>Deactivated</span>
          )}
        </Cell>
      )}
    </tr>
  )
}
