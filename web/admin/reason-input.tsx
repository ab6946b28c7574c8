import type { UseFormRegisterReturn } from 'react-hook-form'
import { TextInput } from '../ui/inputs.tsx'

type ReasonInputProps = {
  field: UseFormRegisterReturn
  error: string | undefined
  optional?: boolean
  readers?: 'everybody' | 'admins' | undefined
}

export function ReasonInput({ field, error, optional = false, readers = 'everybody' }: ReasonInputProps) {
  return (
    <TextInput
      label="Reason"
      hint={`${optional ? 'Optional. ' : ''}${READERS[readers]}`}
      maxLength={500}
      autoComplete="off"
      error={error}
      {...field}
    />
  )
}

const READERS = {
  everybody: 'It goes into the history, and everybody can read it.',
  admins: 'It goes into the history of the admins.',
}

export const reasonNeeded = {
  validate: (value: string) => value.trim() !== '' || 'Please give a reason',
}
