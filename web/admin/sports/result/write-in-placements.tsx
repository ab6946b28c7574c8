import type { ReactNode, RefObject } from 'react'
import type { Placement } from '../../../../api/contract/rounds.ts'
import { Select } from '../../../ui/form/inputs.tsx'
import { Box, Columns, Hint, Row, Stack } from '../../../ui/layout.tsx'
import { Name } from '../../../ui/name.tsx'
import { noPlace, places } from './places.ts'
import type { WriteInGroup } from './write-ins.ts'

type WriteInPlacementsProps = {
  heading: RefObject<HTMLHeadingElement | null>
  groups: WriteInGroup[]
  /** Where write-ins have names: how many of them are right. */
  hitsOf: ((group: WriteInGroup) => number) | undefined
  placementOf: (playerId: number) => Placement
  onPlace: (playerIds: number[], placement: Placement) => void
}

export function WriteInPlacements({ heading, groups, hitsOf, placementOf, onPlace }: WriteInPlacementsProps) {
  const rights = groups.map((group) => hitsOf?.(group))
  return (
    <Stack gap={3}>
      <h3 ref={heading} tabIndex={-1}>
        Players’ places
      </h3>
      <Hint>Several players can share a place.</Hint>
      {groups.map(({ key, writeIns, texts, players }, index) => (
        <Box key={key} framed>
          <Row as="ol" gap={4}>
            {texts.map((text, index) => (
              <li key={text}>
                <strong>
                  {texts.length > 1 && text === writeIns[index] ? `${index + 1}. ${text}` : text}
                </strong>
              </li>
            ))}
          </Row>
          {rights[index] !== undefined && <Hint>{rights[index]} right</Hint>}
          {players.length > 1 && (
            <PlaceSelect
              label={`All ${players.length} with this pick`}
              value={shared(players.map(({ id }) => placementOf(id)))}
              onChoose={(placement) =>
                onPlace(
                  players.map(({ id }) => id),
                  placement,
                )
              }
            />
          )}
          <Columns least={9} align="end">
            {players.map(({ id, name }) => (
              <PlaceSelect
                key={id}
                label={<Name of={name} />}
                value={placementOf(id)}
                onChoose={(placement) => onPlace([id], placement)}
              />
            ))}
          </Columns>
        </Box>
      ))}
    </Stack>
  )
}

type PlaceSelectProps = {
  label: ReactNode
  /** Null when it differs within a group. */
  value: Placement | null
  onChoose: (placement: Placement) => void
}

const PlaceSelect = ({ label, value, onChoose }: PlaceSelectProps) => (
  <Select
    label={label}
    value={value ?? ''}
    onChange={({ target }) => onChoose(options.find(({ value }) => value === target.value)?.value ?? 'none')}
  >
    {value === null && <option value="">Different</option>}
    {options.map(({ value, text }) => (
      <option key={value} value={value}>
        {text}
      </option>
    ))}
  </Select>
)

const options: { value: Placement; text: string }[] = [
  { value: 'none', text: noPlace },
  ...places.map(({ placement, short }) => ({ value: placement, text: `${short} place` })),
]

const shared = (placements: Placement[]) =>
  placements.every((placement) => placement === placements[0]) ? (placements[0] ?? null) : null
