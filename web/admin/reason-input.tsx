import type { UseFormRegisterReturn } from 'react-hook-form'
import { TextInput } from '../ui/inputs.tsx'

type ReasonInputProps = {
  field: UseFormRegisterReturn
  error: string | undefined
  optional?: boolean
}

export function ReasonInput({ field, error, optional = false }: ReasonInputProps) {
  return (
    <TextInput
      label="Reason"
      hint={`${optional ? 'Optional. ' : ''}It goes into the history, and everybody can read it.`}
      maxLength={500}
      autoComplete="off"
      error={error}
      {...field}
    />
  )
}

export const reasonNeeded = {
  validate: (value: string) => value.trim() !== '' || 'Please give a reason',
}
