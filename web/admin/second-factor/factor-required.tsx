import { useState } from 'react'
import { query } from '../../server/api.ts'
import { Asked } from '../../ui/waiting/loaded.tsx'
import { SetupFrame } from '../setup/setup-frame.tsx'
import { FactorSetup } from './factor-setup.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

type FactorRequiredProps = {
  /** Called before the recovery codes are read. */
  onTurnedOn: () => void
  onDone: () => void
}

export function FactorRequired({ onTurnedOn, onDone }: FactorRequiredProps) {
  const [codes, setCodes] = useState<string[] | null>(null)
  const show = (recoveryCodes: string[]) => {
    onTurnedOn()
    setCodes(recoveryCodes)
  }
  return (
    <SetupFrame
      title="Two-step sign-in"
      heading="Two-step sign-in"
      text="The main admin requires a code from your phone when you sign in. Set it up to go on."
    >
      {codes ? (
        <RecoveryCodes codes={codes} onDone={onDone} />
      ) : (
        <Asked of={query('GET /auth/second-factor')} rows={2}>
          {(now) => <FactorSetup factor={now} onCodes={show} />}
        </Asked>
      )}
    </SetupFrame>
  )
}
