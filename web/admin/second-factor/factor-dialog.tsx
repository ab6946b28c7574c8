import { useState } from 'react'
import type { SecondFactor } from '../../../api/contract/second-factor.ts'
import { query } from '../../server/api.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Asked } from '../parts/loaded.tsx'
import { FactorOn } from './factor-on.tsx'
import { FactorSetup } from './factor-setup.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

export function FactorDialog({ onClose }: { onClose: () => void }) {
  const [codes, setCodes] = useState<string[] | null>(null)
  return (
    <Dialog
      title="Second Factor"
      description="With it, signing in asks for a code from your phone as well."
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
