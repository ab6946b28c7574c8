import type { UseFormRegisterReturn } from 'react-hook-form'
import { TextInput } from '../ui/inputs.tsx'

type ReasonInputProps = {
  field: UseFormRegisterReturn
  error: string | undefined
}

/** Asked for where an admin changes a point, a rank or a deadline. */
export function ReasonInput({ field, error }: ReasonInputProps) {
  return (
    <TextInput
      label="Reason"
      hint="It goes into the history, and everybody can read it."
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
