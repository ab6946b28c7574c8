import { FormProvider, useForm } from 'react-hook-form'
import type { SecondFactor, SetupBegun, SetupBody } from '../../../api/contract/second-factor.ts'
import { api } from '../../server/api.ts'
import { Button } from '../../ui/button.tsx'
import { Stack } from '../../ui/layout.tsx'
import { useCommand } from '../command/command.ts'
import { FormProblem, showProblems } from '../command/form-problems.tsx'
import { noProof, ProofFields, proofOf } from './proof-fields.tsx'

const fallback = 'Failed to begin the setup'

type ProofFormProps = { factor: SecondFactor; onBegun: (begun: SetupBegun) => void }

export function ProofForm({ factor, onBegun }: ProofFormProps) {
  const form = useForm({ defaultValues: noProof })
  const { errors } = form.formState
  const begin = useCommand({
    send: (body: SetupBody) => api('POST /auth/second-factor/setup', body),
    fallback,
    onDone: onBegun,
    onProblem: (error) => showProblems(form, error, fallback),
  })
  return (
    <Stack as="form" noValidate onSubmit={form.handleSubmit((proof) => begin.run(proofOf(proof)))}>
      <p>
        You need an authenticator app on your phone, such as Aegis, Google Authenticator or the one in your
        password manager.
      </p>
      <FormProvider {...form}>
        <ProofFields factor={factor} />
      </FormProvider>
      <FormProblem text={errors.root?.message} />
      <Button type="submit" wide busy={begin.busy}>
        Continue
      </Button>
    </Stack>
  )
}
