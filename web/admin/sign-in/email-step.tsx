import { useForm } from 'react-hook-form'
import { api } from '../../server/api.ts'
import { Button } from '../../ui/button.tsx'
import { TextInput } from '../../ui/form/inputs.tsx'
import { Stack } from '../../ui/layout.tsx'
import { checkEmail } from '../account/account-rules.ts'
import { useCommand } from '../command/command.ts'
import { field } from '../command/field.ts'
import { FormProblem } from '../command/form-problems.tsx'
import { linkProblem, mailLink } from './link-request.ts'

type EmailStepProps = {
  email: string
  problem: string | undefined
  onPassword: (email: string) => void
  onLinkSent: (email: string, message: string) => void
}

export function EmailStep({ email, problem, onPassword, onLinkSent }: EmailStepProps) {
  const form = useForm({ defaultValues: { email } })
  const { errors, isSubmitted } = form.formState
  const next = useCommand({
    send: async (entered: string) => {
      const { requiresPassword } = await api('POST /auth/request-login', { email: entered })
      return requiresPassword ? null : mailLink(entered)
    },
    fallback: 'An error occurred. Please try again.',
    onDone: (message, entered) => (message === null ? onPassword(entered) : onLinkSent(entered, message)),
    onProblem: (error) => form.setError('root', { type: 'server', message: linkProblem(error) }),
  })
  return (
    <Stack as="form" noValidate onSubmit={form.handleSubmit((values) => next.run(values.email.trim()))}>
      <TextInput
        label="Email"
        type="email"
        autoComplete="username"
        autoFocus
        {...field(form, 'email', {
          validate: checkEmail,
        })}
      />
      <FormProblem text={errors.root?.message ?? (isSubmitted ? undefined : problem)} />
      <Button type="submit" wide busy={next.busy}>
        Continue
      </Button>
    </Stack>
  )
}
