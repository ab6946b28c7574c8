import { useForm } from 'react-hook-form'
import type { SecondFactor } from '../../../api/contract/second-factor.ts'
import { api } from '../../server/api.ts'
import { Button } from '../../ui/button.tsx'
import { Row, Stack } from '../../ui/layout.tsx'
import { useCommand } from '../command/command.ts'
import { field } from '../command/field.ts'
import { FormProblem, showProblems } from '../command/form-problems.tsx'
import { CodeInput, codeNeeded } from './code-input.tsx'

type FactorOnProps = {
  factor: SecondFactor
  onCodes: (codes: string[]) => void
  onReplace: () => void
  onClose: () => void
}

export function FactorOn({ factor, onCodes, onReplace, onClose }: FactorOnProps) {
  const { isRequired, recoveryCodesLeft } = factor
  const form = useForm({ defaultValues: { code: '' } })
  const { errors } = form.formState
  const onProblem = (fallback: string) => (error: Error) => showProblems(form, error, fallback)
  const renew = useCommand({
    send: async (code: string) =>
      onCodes((await api('POST /auth/second-factor/recovery-codes', { code })).recoveryCodes),
    fallback: RENEW_FAILED,
    onProblem: onProblem(RENEW_FAILED),
  })
  const turnOff = useCommand({
    send: (code: string) => api('DELETE /auth/second-factor', { code }),
    fallback: TURN_OFF_FAILED,
    success: () => 'Your second factor is off',
    onDone: onClose,
    onProblem: onProblem(TURN_OFF_FAILED),
  })
  const withCode = (run: (code: string) => void) => form.handleSubmit(({ code }) => run(code))
  return (
    <Stack as="form" noValidate onSubmit={withCode(renew.run)}>
      <p>
        Your second factor is on. Recovery codes left: <strong>{recoveryCodesLeft}</strong>
      </p>
      <CodeInput {...field(form, 'code', codeNeeded)} />
      <FormProblem text={errors.root?.message} />
      <Row>
        <Button type="submit" variant="secondary" size="small" busy={renew.busy}>
          New Recovery Codes
        </Button>
        {!isRequired && (
          <Button variant="danger" size="small" busy={turnOff.busy} onClick={withCode(turnOff.run)}>
            Turn Off
          </Button>
        )}
        <Button variant="quiet" size="small" onClick={onReplace}>
          Use Another Phone
        </Button>
      </Row>
      {isRequired && <p>The main admin asks a second factor of every admin: it cannot be turned off.</p>}
    </Stack>
  )
}

const RENEW_FAILED = 'Failed to replace the recovery codes'
const TURN_OFF_FAILED = 'Failed to turn off the second factor'
