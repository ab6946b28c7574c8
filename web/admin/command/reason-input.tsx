import type { FieldValues, Path } from 'react-hook-form'
import { fieldsOf } from '../../../api/contract/fields.ts'
import { TextInput } from '../../ui/form/inputs.tsx'
import type { Form } from './command-form.ts'
import { field } from './field.ts'

type ReasonInputProps<Values extends FieldValues> = {
  form: Form<Values>
  optional?: boolean
  readers?: keyof typeof READERS | undefined
}

export function ReasonInput<Values extends FieldValues & { reason?: string }>({
  form,
  optional = false,
  readers = 'everybody',
}: ReasonInputProps<Values>) {
  const asked = { ...form, fields: { reason: fieldsOf('POST /admin/rounds/{id}/cancel').reason } }
  return (
    <TextInput
      label="Reason"
      hint={`${optional ? 'Optional. ' : ''}${READERS[readers]}`}
      autoComplete="off"
      {...field(asked, 'reason' as Path<Values>, { needed: !optional && 'Please give a reason' })}
    />
  )
}

const READERS = {
  everybody: 'Everyone can read it in the history.',
  admins: 'Only admins can read it, in the history.',
}
