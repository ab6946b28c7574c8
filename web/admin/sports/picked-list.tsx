import type { RoundList } from '../../../api/contract/rounds.ts'
import { Box, Hint } from '../../ui/layout.tsx'
import { Name } from '../../ui/name.tsx'
import styles from './sports.module.css'

export function PickedList({
  round: { status, participants, pickedCount, totalParticipants },
}: {
  round: RoundList[number]
}) {
  const picked = participants.filter(({ hasPicked }) => hasPicked)
  const missing = participants.filter(({ hasPicked }) => !hasPicked)
  return (
    <Box>
      <details>
        <summary className={styles.picked}>
          <span>
            <strong>{pickedCount}</strong> of {totalParticipants} picked
          </span>
          <progress
            className={styles.bar}
            value={pickedCount}
            max={totalParticipants || 1}
            aria-hidden="true"
          />
        </summary>
        <Hint as="dl">
          <Names title="Picked" people={picked} nobody="Nobody yet" />
          <Names title={status === 'active' ? 'Not yet' : 'No pick'} people={missing} nobody="Nobody" />
        </Hint>
      </details>
    </Box>
  )
}

type NamesProps = { title: string; people: { id: number; name: string }[]; nobody: string }

function Names({ title, people, nobody }: NamesProps) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>
        <strong>
          {people.length > 0 ? <Name of={people.map(({ name }) => name).join(', ')} /> : nobody}
        </strong>
      </dd>
    </div>
  )
}
