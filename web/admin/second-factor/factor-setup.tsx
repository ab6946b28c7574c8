import { useState } from 'react'
import type { SecondFactor, SetupBegun } from '../../../api/contract/second-factor.ts'
import { ProofForm } from './proof-form.tsx'
import { ScanForm } from './scan-form.tsx'

type FactorSetupProps = { factor: SecondFactor; onCodes: (codes: string[]) => void }

export function FactorSetup({ factor, onCodes }: FactorSetupProps) {
  const [begun, setBegun] = useState<SetupBegun | null>(null)
  return begun ? (
    <ScanForm begun={begun} onCodes={onCodes} />
  ) : (
    <ProofForm factor={factor} onBegun={setBegun} />
  )
}
