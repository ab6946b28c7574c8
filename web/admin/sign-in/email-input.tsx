import { TextInput } from '../../ui/form/inputs.tsx'
import { checkEmail } from '../account/account-rules.ts'
import type { Form } from '../command/command-form.ts'
import { field } from '../command/field.ts'

export const EmailInput = ({ form }: { form: Form<{ email: string }> }) => (
  <TextInput
    label="Email"
    type="email"
    autoComplete="username"
    autoFocus
    {...field(form, 'email', { check: checkEmail })}
  />
)
