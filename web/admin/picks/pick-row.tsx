import type { MarkKind } from '../../../api/contract/leaderboards.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Cell, RowHead } from '../../ui/table.tsx'
import { HistoryLink } from '../area/history-link.tsx'
import { PlayerEmail } from '../players/player-facts.tsx'
import type { PlayerPick } from './round-picks.tsx'
import styles from './season-picks.module.css'

const MARKS: Record<MarkKind, string> = {
  entered_by_admin: 'Entered by an admin',
  entered_after_lock: 'Entered after the lock',
  result_corrected: 'Result corrected',
}

type PickRowProps = {
  player: PlayerPick
  roundId: number
  /** Missing when no pick can be entered. */
  onEnter: (() => void) | undefined
}

export function PickRow({ player, roundId, onEnter }: PickRowProps) {
  const { id, name, active, picks, marks } = player
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
        {marks.map((mark) => (
          <Badge key={mark} tone="warning">
            {MARKS[mark]}
          </Badge>
        ))}
      </Cell>
      <Cell label="Actions" actions>
        {onEnter && active && (
          <Button variant="quiet" size="small" aria-label={`${verb}: ${name}`} onClick={onEnter}>
            {verb}
          </Button>
        )}
        {onEnter && !active && <span className={styles.none}>Deactivated</span>}
        <HistoryLink of={{ round: roundId, player: id }} name={name} />
      </Cell>
    </tr>
  )
}
