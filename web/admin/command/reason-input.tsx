import type { ComponentProps } from 'react'
import { TextInput } from '../../ui/form/inputs.tsx'
import { needed } from './field.ts'

type ReasonInputProps = Omit<ComponentProps<typeof TextInput>, 'label'> & {
  optional?: boolean
  readers?: keyof typeof READERS | undefined
}

export const ReasonInput = ({ optional = false, readers = 'everybody', ...field }: ReasonInputProps) => (
  <TextInput
    label="Reason"
    hint={`${optional ? 'Optional. ' : ''}${READERS[readers]}`}
    maxLength={500}
    autoComplete="off"
    {...field}
  />
)

const READERS = {
  everybody: 'It goes into the history, and everybody can read it.',
  admins: 'It goes into the history of the admins.',
}

export const reasonNeeded = needed('Please give a reason')
