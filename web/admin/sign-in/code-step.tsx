import type { SignedIn } from '../../../api/contract/auth.ts'
import { api } from '../../server/api.ts'
import { ClientError, errorText } from '../../server/request.ts'
import { useCommandForm } from '../command/command-form.ts'
import { PlainForm } from '../command/form-dialog.tsx'
import { CodeInput } from '../second-factor/code-input.tsx'

const fallback = 'Sign-in failed. Please check your code.'

type CodeStepProps = {
  challenge: string
  onSignedIn: (signedIn: SignedIn) => void
  /** The challenge has ended, so signing in begins again. */
  onRefused: (problem: string) => void
}

export function CodeStep({ challenge, onSignedIn, onRefused }: CodeStepProps) {
  const form = useCommandForm({
    defaultValues: { code: '' },
    send: ({ code }) => api('POST /auth/verify-second-factor', { challenge, code }),
    fallback,
    onDone: onSignedIn,
    onProblem: (error) => {
      if (isOver(error)) onRefused(errorText(error, fallback))
      return isOver(error)
    },
  })
  return (
    <PlainForm form={form} action="Sign In">
      <CodeInput form={form} />
    </PlainForm>
  )
}

/** A wrong code names its field, and another attempt may follow. */
const isOver = (error: Error) =>
  error instanceof ClientError && error.status === 401 && error.details === null
