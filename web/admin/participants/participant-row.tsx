import type { Participant } from '../../../api/contract/seasons.ts'
import { Button } from '../../ui/button.tsx'
import { Cell, RowHead } from '../../ui/table.tsx'
import { Day } from '../area/moment.tsx'
import { PlayerBadge, PlayerEmail } from '../players/player-facts.tsx'

type ParticipantRowProps = {
  participant: Participant
  /** Missing when the season takes no changes. */
  onRemove: (() => void) | undefined
}

export function ParticipantRow({ participant, onRemove }: ParticipantRowProps) {
  return (
    <tr>
      <RowHead>{participant.name}</RowHead>
      <Cell label="Email">
        <PlayerEmail player={participant} />
      </Cell>
      <Cell label="Status">
        <PlayerBadge active={participant.is_active === 1} />
      </Cell>
      <Cell label="Joined">
        <Day of={participant.added_at} />
      </Cell>
      {onRemove && (
        <Cell label="Actions" actions>
          <Button variant="quiet" size="small" aria-label={`Remove ${participant.name}`} onClick={onRemove}>
            Remove
          </Button>
        </Cell>
      )}
    </tr>
  )
}
