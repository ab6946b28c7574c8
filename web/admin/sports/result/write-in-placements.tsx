import { useId } from 'react'
import type { Placement } from '../../../../api/contract/rounds.ts'
import { Hint, Stack } from '../../../ui/layout.tsx'
import styles from './complete-multiple-form.module.css'
import { otherPick, places } from './places.ts'
import type { WriteInGroup } from './write-ins.ts'

type WriteInPlacementsProps = {
  groups: WriteInGroup[]
  placementOf: (playerId: number) => Placement
  onPlace: (playerIds: number[], placement: Placement) => void
}

export function WriteInPlacements({ groups, placementOf, onPlace }: WriteInPlacementsProps) {
  return (
    <Stack gap={3}>
      <h3 className={styles.title}>Places of the players</h3>
      <Hint>Several players may share a place.</Hint>
      {groups.map(({ key, writeIns, texts, players }) => (
        <div key={key} className={styles.group}>
          <ol className={styles.writeIns}>
            {texts.map((text, index) => (
              <li key={text}>
                {texts.length > 1 && text === writeIns[index] ? `${index + 1}. ${text}` : text}
              </li>
            ))}
          </ol>
          {players.length > 1 && (
            <PlacementRow
              everyone
              name={`All ${players.length} who wrote this`}
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
        </div>
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
    <div className={everyone ? `${styles.player} ${styles.everyone}` : styles.player}>
      <label className={styles.name} htmlFor={id}>
        {name}
      </label>
      <span className={styles.select}>
        <select id={id} value={value ?? ''} onChange={(event) => choose(event.target.value)}>
          {value === null && <option value="">Different</option>}
          {options.map(({ value, text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      </span>
    </div>
  )
}

const options: { value: Placement; text: string }[] = [
  { value: 'none', text: otherPick },
  ...places.map(({ placement, short }) => ({ value: placement, text: `${short} place` })),
]

const shared = (placements: Placement[]) =>
  placements.every((placement) => placement === placements[0]) ? (placements[0] ?? null) : null
