import { useState } from 'react'
import { FormProvider } from 'react-hook-form'
import type { SecondFactor, SetupBegun, SetupBody } from '../../../api/contract/second-factor.ts'
import { api } from '../../server/api.ts'
import { useSession } from '../../session.ts'
import { useCommandForm } from '../command/command-form.ts'
import { PlainForm } from '../command/form-dialog.tsx'
import { QrCode } from '../parts/qr-code.tsx'
import { AppCodeInput } from './code-input.tsx'
import { ProofFields, proofOf } from './proof-fields.tsx'

type FactorSetupProps = { factor: SecondFactor; onCodes: (codes: string[]) => void }

export function FactorSetup({ factor, onCodes }: FactorSetupProps) {
  const [begun, setBegun] = useState<SetupBegun | null>(null)
  return begun ? (
    <ScanForm begun={begun} onCodes={onCodes} />
  ) : (
    <ProofForm factor={factor} onBegun={setBegun} />
  )
}

type ProofFormProps = { factor: SecondFactor; onBegun: (begun: SetupBegun) => void }

function ProofForm({ factor, onBegun }: ProofFormProps) {
  const form = useCommandForm({
    defaultValues: { code: '', currentPassword: '' },
    send: (proof: Required<SetupBody>) => api('POST /auth/second-factor/setup', proofOf(proof)),
    fallback: 'Failed to start the setup',
    onDone: onBegun,
  })
  return (
    <PlainForm form={form} action="Continue">
      <p>
        You need an authenticator app on your phone, such as Aegis, Google Authenticator or the one in your
        password manager.
      </p>
      <FormProvider {...form}>
        <ProofFields factor={factor} />
      </FormProvider>
    </PlainForm>
  )
}

type ScanFormProps = { begun: SetupBegun; onCodes: (codes: string[]) => void }

function ScanForm({ begun: { secret, qrCode }, onCodes }: ScanFormProps) {
  const form = useCommandForm({
    defaultValues: { code: '' },
    send: async ({ code }) => {
      const { token, recoveryCodes } = await api('POST /auth/second-factor/confirm', { code })
      // Now, because the old token no longer works.
      onCodes(recoveryCodes)
      useSession.getState().renew(token, {})
    },
    fallback: 'Failed to turn on two-step sign-in',
  })
  return (
    <PlainForm form={form} action="Turn On">
      <p>Scan this with the app, or type in the text below it. Then enter the code from the app.</p>
      <QrCode svg={qrCode} of="text" text={secret} copy="Copy">
        {secret.match(/.{1,4}/g)?.join(' ')}
      </QrCode>
      <AppCodeInput form={form} />
    </PlainForm>
  )
}
