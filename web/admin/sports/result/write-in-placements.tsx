import { type RefObject, useId } from 'react'
import type { Placement } from '../../../../api/contract/rounds.ts'
import inputs from '../../../ui/form/inputs.module.css'
import { Box, Hint, Row, Stack } from '../../../ui/layout.tsx'
import styles from './complete-multiple-form.module.css'
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
            <PlacementRow
              everyone
              name={`All ${players.length} with this pick`}
              value={shared(players.map(({ id }) => placementOf(id)))}
              onChange={(placement) =>
                onPlace(
                  players.map(({ id }) => id),
                  placement,
                )
              }
            />
          )}
          {players.map(({ id, name }) => (
            <PlacementRow
              key={id}
              name={name}
              value={placementOf(id)}
              onChange={(placement) => onPlace([id], placement)}
            />
          ))}
        </Box>
      ))}
    </Stack>
  )
}

type PlacementRowProps = {
  name: string
  /** Null when it differs within a group. */
  value: Placement | null
  everyone?: boolean
  onChange: (placement: Placement) => void
}

function PlacementRow({ name, value, everyone = false, onChange }: PlacementRowProps) {
  const id = useId()
  const choose = (chosen: string) => onChange(options.find(({ value }) => value === chosen)?.value ?? 'none')
  return (
    <Row>
      <label className={styles.placed} htmlFor={id}>
        {everyone ? <Hint as="span">{name}</Hint> : name}
      </label>
      <span className={inputs.select}>
        <select
          id={id}
          className={inputs.control}
          value={value ?? ''}
          onChange={(event) => choose(event.target.value)}
        >
          {value === null && <option value="">Different</option>}
          {options.map(({ value, text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      </span>
    </Row>
  )
}

const options: { value: Placement; text: string }[] = [
  { value: 'none', text: noPlace },
  ...places.map(({ placement, short }) => ({ value: placement, text: `${short} place` })),
]

const shared = (placements: Placement[]) =>
  placements.every((placement) => placement === placements[0]) ? (placements[0] ?? null) : null
