import { memo } from 'react'
import type { Participant } from '../../../api/contract/seasons.ts'
import { Button } from '../../ui/button.tsx'
import { Cell } from '../../ui/table/table.tsx'
import type { Selection } from '../lists/item-list.tsx'
import { SelectableName } from '../lists/selectable-name.tsx'
import { Day } from '../parts/moment.tsx'
import { PlayerBadge, PlayerEmail } from '../players/player-facts.tsx'

type ParticipantRowProps = Selection & {
  participant: Participant
  /** Missing when the season takes no changes. */
  onRemove: ((participants: Participant[]) => void) | undefined
}

export const ParticipantRow = memo(function ParticipantRow(props: ParticipantRowProps) {
  const { participant, onRemove, ...selection } = props
  const isActive = participant.is_active === 1
  return (
    <tr>
      <SelectableName name={participant.name} id={participant.id} {...selection} />
      <Cell label="Email" narrow="below">
        <PlayerEmail player={participant} />
      </Cell>
      <Cell label="Status" narrow={isActive ? 'hidden' : 'beside'}>
        <PlayerBadge active={isActive} />
      </Cell>
      <Cell label="Joined" narrow="hidden">
        <Day of={participant.added_at} />
      </Cell>
      {onRemove && (
        <Cell label="Actions" actions narrow="beside">
          <Button
            variant="quiet-danger"
            size="small"
            aria-label={`Remove ${participant.name}`}
            onClick={() => onRemove([participant])}
          >
            Remove
          </Button>
        </Cell>
      )}
    </tr>
  )
})
