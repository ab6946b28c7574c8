import { useState } from 'react'
import type { SecondFactor } from '../../../api/contract/second-factor.ts'
import { api, query } from '../../server/api.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Asked } from '../../ui/waiting/loaded.tsx'
import { useCommand } from '../command/command.ts'
import { useCommandForm } from '../command/command-form.ts'
import { DialogForm } from '../command/form-dialog.tsx'
import { showProblems } from '../command/form-problems.tsx'
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
    <DialogForm
      form={form}
      action="New Recovery Codes"
      otherActions={
        <>
          <Button variant="secondary" onClick={onReplace}>
            Use Another Phone
          </Button>
          {!isRequired && (
            <Button variant="secondary" busy={turnOff.busy} onClick={form.handleSubmit(turnOff.run)}>
              Turn Off
            </Button>
          )}
        </>
      }
    >
      <p>
        Two-step sign-in is on. Recovery codes left: <strong>{recoveryCodesLeft}</strong>
      </p>
      <CodeInput form={form} />
      {isRequired && <p>The main admin requires two-step sign-in, so you cannot turn it off.</p>}
    </DialogForm>
  )
}

const TURN_OFF_FAILED = 'Failed to turn off two-step sign-in'
