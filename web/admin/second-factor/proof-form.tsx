import { useForm } from 'react-hook-form'
import type { SecondFactor, SetupBegun, SetupBody } from '#api/contract/second-factor'
import { beginSecondFactor } from '../../client.ts'
import { Button } from '../../ui/button.tsx'
import { TextInput } from '../../ui/inputs.tsx'
import { useCommand } from '../command.ts'
import { FormProblem, showProblems } from '../form-problems.tsx'
import { CodeInput, codeNeeded } from './code-input.tsx'
import styles from './second-factor.module.css'

const fallback = 'Failed to begin the setup'

type ProofFormProps = { factor: SecondFactor; onBegun: (begun: SetupBegun) => void }

/** What the account has so far: a code, a password, or neither. */
export function ProofForm({ factor: { isOn, asksPassword }, onBegun }: ProofFormProps) {
  const form = useForm({ defaultValues: { code: '', currentPassword: '' } })
  const { errors } = form.formState
  const begin = useCommand({
    send: (body: SetupBody) => beginSecondFactor(body),
    fallback,
    onDone: onBegun,
    onProblem: (error) => showProblems(form, error, fallback),
  })
  const submit = form.handleSubmit(({ code, currentPassword }) =>
    begin.run(isOn ? { code } : asksPassword ? { currentPassword } : {}),
  )
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <p>
        You need an authenticator app on your phone, such as Aegis, Google Authenticator or the one in your
        password manager.
      </p>
      {isOn && <CodeInput field={form.register('code', codeNeeded)} error={errors.code?.message} />}
      {!isOn && asksPassword && (
        <TextInput
          label="Current password"
          type="password"
          autoComplete="current-password"
          error={errors.currentPassword?.message}
          {...form.register('currentPassword', { required: 'Password is required' })}
        />
      )}
      <FormProblem text={errors.root?.message} />
      <Button type="submit" wide busy={begin.busy}>
        Continue
      </Button>
    </form>
  )
}
