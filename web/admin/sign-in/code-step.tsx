import { useForm } from 'react-hook-form'
import type { SignedIn } from '../../../api/contract/auth.ts'
import { api } from '../../server/api.ts'
import { ClientError, errorText } from '../../server/request.ts'
import { Button } from '../../ui/button.tsx'
import { Stack } from '../../ui/layout.tsx'
import { useCommand } from '../command/command.ts'
import { field } from '../command/field.ts'
import { FormProblem, showProblems } from '../command/form-problems.tsx'
import { CodeInput, codeNeeded } from '../second-factor/code-input.tsx'

const fallback = 'Login failed. Please check your code.'

type CodeStepProps = {
  challenge: string
  onSignedIn: (signedIn: SignedIn) => void
  /** The challenge has ended, so signing in begins again. */
  onRefused: (problem: string) => void
}

export function CodeStep({ challenge, onSignedIn, onRefused }: CodeStepProps) {
  const form = useForm({ defaultValues: { code: '' } })
  const { errors } = form.formState
  const verify = useCommand({
    send: (code: string) => api('POST /auth/verify-second-factor', { challenge, code }),
    fallback,
    onDone: onSignedIn,
    onProblem: (error) => {
      if (isOver(error)) onRefused(errorText(error, fallback))
      else showProblems(form, error, fallback)
    },
  })
  return (
    <Stack as="form" noValidate onSubmit={form.handleSubmit(({ code }) => verify.run(code))}>
      <CodeInput {...field(form, 'code', codeNeeded)} />
      <FormProblem text={errors.root?.message} />
      <Button type="submit" wide busy={verify.busy}>
        Log In
      </Button>
    </Stack>
  )
}

/** A wrong code names its field, and another attempt may follow. */
const isOver = (error: Error) =>
  error instanceof ClientError && error.status === 401 && error.details === null
