import { Button } from '../../../ui/button.tsx'
import { Stack } from '../../../ui/layout.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { counted } from '../../counted.ts'
import { places } from './places.ts'
import type { ProposedPlace } from './write-ins.ts'

type ProposedPlacesProps = { proposed: readonly ProposedPlace[]; onConfirm: () => void }

/** What follows from the result as it is typed. Nobody is placed until the admin says so. */
export function ProposedPlaces({ proposed, onConfirm }: ProposedPlacesProps) {
  if (proposed.length === 0) return null
  return (
    <Notice
      title="These places follow from the result"
      action={
        <Button variant="secondary" size="small" onClick={onConfirm}>
          Set {counted(proposed.flatMap(({ players }) => players).length, 'Place')}
        </Button>
      }
    >
      <Stack as="ul" gap={1} marked>
        {proposed.map(({ writeIn, placement, players }) => (
          <li key={writeIn}>
            {writeIn}: {shortOf(placement) ?? 'no'} place for {counted(players.length)}
          </li>
        ))}
      </Stack>
    </Notice>
  )
}

const shortOf = (placement: ProposedPlace['placement']) =>
  places.find((place) => place.placement === placement)?.short
