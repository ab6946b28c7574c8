import { Combobox } from '@base-ui/react/combobox'
import { type Ref, useMemo } from 'react'
import { Field, type FieldProps } from '../../../ui/form/field.tsx'
import inputs from '../../../ui/form/inputs.module.css'
import { Hint } from '../../../ui/layout.tsx'
import menu from '../../../ui/menu.module.css'
import styles from './time-zone-field.module.css'
import { describeTimeZone, type TimeZone, type TimeZoneRegion, timeZoneRegions } from './time-zones.ts'

type TimeZoneFieldProps = FieldProps & {
  value: string
  onChange: (timeZone: string) => void
  readOnly?: boolean
  inputRef?: Ref<HTMLInputElement>
}

/**
 * Finds a zone by city, region, name or offset. The list has a fixed position like the dialog: otherwise scrolling
 * to an option would scroll the page, and move the options away from the pointer.
 */
export function TimeZoneField({
  label,
  hint,
  error,
  value,
  onChange,
  readOnly = false,
  inputRef,
}: TimeZoneFieldProps) {
  const chosen = useMemo(() => (value ? describeTimeZone(value) : null), [value])
  return (
    <Field label={label} hint={hint} error={error}>
      {(tied) => (
        <Combobox.Root<TimeZone>
          items={timeZoneRegions()}
          value={chosen}
          onValueChange={(zone) => onChange(zone?.value ?? '')}
          isItemEqualToValue={(item, selected) => item.value === selected.value}
          filter={matches}
          autoHighlight
          readOnly={readOnly}
        >
          <Combobox.InputGroup className={styles.group}>
            <Combobox.Input
              {...tied}
              ref={inputRef}
              className={inputs.control}
              placeholder="Search a city"
              autoComplete="off"
            />
            <Combobox.Trigger className={styles.trigger} aria-label="Show the whole list" />
          </Combobox.InputGroup>
          <Combobox.Portal>
            <Combobox.Positioner className={menu.positioner} positionMethod="fixed" sideOffset={6}>
              <Combobox.Popup className={`${menu.popup} ${styles.popup}`}>
                <Combobox.Empty>
                  <Hint size="m">No timezone matches.</Hint>
                </Combobox.Empty>
                <Combobox.List className={styles.list}>
                  {(region: TimeZoneRegion) => (
                    <Combobox.Group key={region.value} items={region.items}>
                      <Combobox.GroupLabel className={styles.region}>{region.value}</Combobox.GroupLabel>
                      <Combobox.Collection>
                        {(zone: TimeZone) => (
                          <Combobox.Item key={zone.value} value={zone} className={styles.zone}>
                            {zone.label} <Hint as="span">{zone.offset}</Hint>
                          </Combobox.Item>
                        )}
                      </Combobox.Collection>
                    </Combobox.Group>
                  )}
                </Combobox.List>
              </Combobox.Popup>
            </Combobox.Positioner>
          </Combobox.Portal>
        </Combobox.Root>
      )}
    </Field>
  )
}

const matches = ({ search }: TimeZone, query: string) =>
  query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => search.includes(word))
