import type { ComponentProps } from 'react'
import { Checkbox, TextInput } from '../../ui/form/inputs.tsx'

type OpeningFieldsProps = {
  opens: Omit<ComponentProps<typeof Checkbox>, 'label' | 'hint'>
  days: Omit<ComponentProps<typeof TextInput>, 'label' | 'hint'>
  isOn: boolean
}

export function OpeningFields({ opens, days, isOn }: OpeningFieldsProps) {
  return (
    <>
      <Checkbox
        label="Each sport opens by itself"
        hint="Players get their links then. Otherwise you activate each draft."
        {...opens}
      />
      {isOn && (
        <TextInput
          label="Days before its lock"
          hint="A sport whose time to open has passed stays a draft."
          inputMode="numeric"
          autoComplete="off"
          maxLength={2}
          {...days}
        />
      )}
    </>
  )
}

/** The contract's own words. */
export const checkDays = (typed: string | undefined) =>
  (/^\d+$/.test(typed ?? '') && Number(typed) >= 1 && Number(typed) <= 60) ||
  'Days before the lock must be between 1 and 60'
