import { fieldsOf } from '../../../api/contract/fields.ts'
import { api } from '../../server/api.ts'
import { TextInput } from '../../ui/form/inputs.tsx'
import { checkEmail } from '../account/account-rules.ts'
import { useCommandForm } from '../command/command-form.ts'
import { field } from '../command/field.ts'
import { PlainForm } from '../command/form-dialog.tsx'
import { linkProblem, mailLink } from './link-request.ts'

type EmailStepProps = {
  email: string
  problem: string | undefined
  onPassword: (email: string) => void
  onLinkSent: (email: string, message: string) => void
}

export function EmailStep({ email, problem, onPassword, onLinkSent }: EmailStepProps) {
  const form = useCommandForm({
    fields: fieldsOf('POST /auth/request-login'),
    defaultValues: { email },
    send: async (entered) => {
      const address = entered.email.trim()
      const { requiresPassword } = await api('POST /auth/request-login', { email: address })
      return { address, message: requiresPassword ? null : await mailLink(address) }
    },
    fallback: '',
    onDone: ({ address, message }) => (message === null ? onPassword(address) : onLinkSent(address, message)),
    onProblem: (error, { setError }) => {
      setError('root', { type: 'server', message: linkProblem(error) })
      return true
    },
  })
  const shown = form.problem ?? (form.formState.isSubmitted ? undefined : problem)
  return (
    <PlainForm form={{ ...form, problem: shown }} action="Continue">
      <TextInput
        label="Email"
        type="email"
        autoComplete="username"
        autoFocus
        {...field(form, 'email', { check: checkEmail })}
      />
    </PlainForm>
  )
}
