import type { UseFormRegisterReturn } from 'react-hook-form'
import { TextInput } from '../ui/inputs.tsx'

type ReasonInputProps = {
  field: UseFormRegisterReturn
  error: string | undefined
  /** Where players can still answer to it, and the standings do not show it. */
  optional?: boolean
}

/** Asked for where an admin does something that players can no longer answer to. */
export function ReasonInput({ field, error, optional = false }: ReasonInputProps) {
  return (
    <TextInput
      label={optional ? 'Reason (optional)' : 'Reason'}
      hint={
        optional
          ? 'It goes into the history.'
          : 'It goes into the history, and everybody can read it in the standings.'
      }
      maxLength={500}
      autoComplete="off"
      error={error}
      {...field}
    />
  )
}

/** Rules of the field. */
export const reasonNeeded = {
  validate: (value: string) => value.trim() !== '' || 'Please give a reason',
}
