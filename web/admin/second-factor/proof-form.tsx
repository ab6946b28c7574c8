import { FormProvider } from 'react-hook-form'
import type { SecondFactor, SetupBegun, SetupBody } from '../../../api/contract/second-factor.ts'
import { api } from '../../server/api.ts'
import { useCommandForm } from '../command/command-form.ts'
import { PlainForm } from '../command/form-dialog.tsx'
import { ProofFields, proofOf } from './proof-fields.tsx'

type ProofFormProps = { factor: SecondFactor; onBegun: (begun: SetupBegun) => void }

export function ProofForm({ factor, onBegun }: ProofFormProps) {
  const form = useCommandForm({
    defaultValues: { code: '', currentPassword: '' },
    send: (proof: Required<SetupBody>) => api('POST /auth/second-factor/setup', proofOf(proof)),
    fallback: 'Failed to begin the setup',
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
