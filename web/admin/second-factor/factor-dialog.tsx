import { useState } from 'react'
import type { SecondFactor } from '../../../api/contract/second-factor.ts'
import { api, query } from '../../server/api.ts'
import { SmallButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Row, Stack } from '../../ui/layout.tsx'
import { Asked } from '../../ui/waiting/loaded.tsx'
import { useCommand } from '../command/command.ts'
import { useCommandForm } from '../command/command-form.ts'
import { FormProblem, showProblems } from '../command/form-problems.tsx'
import { CodeInput } from './code-input.tsx'
import { FactorSetup } from './factor-setup.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

export function FactorDialog({ onClose }: { onClose: () => void }) {
  const [codes, setCodes] = useState<string[] | null>(null)
  return (
    <Dialog
      title="Two-Step Sign-In"
      description="When you sign in, you also enter a code from your phone."
      busy={codes !== null}
      onClose={onClose}
    >
      {codes ? (
        <RecoveryCodes codes={codes} onDone={onClose} />
      ) : (
        <Asked of={query('GET /auth/second-factor')} rows={2}>
          {(now) => <OwnFactor factor={now} onCodes={setCodes} onClose={onClose} />}
        </Asked>
      )}
    </Dialog>
  )
}

type OwnFactorProps = { factor: SecondFactor; onCodes: (codes: string[]) => void; onClose: () => void }

function OwnFactor({ factor, onCodes, onClose }: OwnFactorProps) {
  const [isReplacing, setReplacing] = useState(false)
  return factor.isOn && !isReplacing ? (
    <FactorOn factor={factor} onCodes={onCodes} onReplace={() => setReplacing(true)} onClose={onClose} />
  ) : (
    <FactorSetup factor={factor} onCodes={onCodes} />
  )
}

type FactorOnProps = {
  factor: SecondFactor
  onCodes: (codes: string[]) => void
  onReplace: () => void
  onClose: () => void
}

function FactorOn({ factor, onCodes, onReplace, onClose }: FactorOnProps) {
  const { isRequired, recoveryCodesLeft } = factor
  const form = useCommandForm({
    defaultValues: { code: '' },
    send: async ({ code }) =>
      onCodes((await api('POST /auth/second-factor/recovery-codes', { code })).recoveryCodes),
    fallback: 'Failed to replace the recovery codes',
  })
  const turnOff = useCommand({
    send: (body: { code: string }) => api('DELETE /auth/second-factor', body),
    fallback: TURN_OFF_FAILED,
    success: () => 'Two-step sign-in is off',
    onDone: onClose,
    onProblem: (error) => showProblems(form, error, TURN_OFF_FAILED),
  })
  return (
    <Stack as="form" noValidate onSubmit={form.submit}>
      <p>
        Two-step sign-in is on. Recovery codes left: <strong>{recoveryCodesLeft}</strong>
      </p>
      <CodeInput form={form} />
      <FormProblem text={form.problem} />
      <Row>
        <SmallButton type="submit" busy={form.busy}>
          New Recovery Codes
        </SmallButton>
        {!isRequired && (
          <SmallButton variant="danger" busy={turnOff.busy} onClick={form.handleSubmit(turnOff.run)}>
            Turn Off
          </SmallButton>
        )}
        <SmallButton variant="quiet" onClick={onReplace}>
          Use Another Phone
        </SmallButton>
      </Row>
      {isRequired && <p>The main admin requires two-step sign-in, so you cannot turn it off.</p>}
    </Stack>
  )
}

const TURN_OFF_FAILED = 'Failed to turn off two-step sign-in'
