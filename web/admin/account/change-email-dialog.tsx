import { useQuery } from '@tanstack/react-query'
import { FormProvider, useForm } from 'react-hook-form'
import type { ChangeOwnEmailBody } from '../../../api/contract/auth.ts'
import { query } from '../../server/api.ts'
import { TextInput } from '../../ui/form/inputs.tsx'
import { useCommand } from '../command/command.ts'
import { field } from '../command/field.ts'
import { FormDialog } from '../command/form-dialog.tsx'
import { showProblems } from '../command/form-problems.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { noProof, ProofFields, proofOf } from '../second-factor/proof-fields.tsx'
import { sameAddress } from '../visible-text.ts'
import { checkEmail } from './account-rules.ts'

const fallback = 'Failed to change email'

type ChangeEmailDialogProps = {
  title: string
  current: string
  asksProof?: boolean
  note?: string
  send: (body: ChangeOwnEmailBody) => Promise<unknown>
  onClose: () => void
}

export function ChangeEmailDialog({
  title,
  current,
  asksProof = false,
  note = '',
  send,
  onClose,
}: ChangeEmailDialogProps) {
  const form = useForm({ defaultValues: { newEmail: '', confirmation: '', ...noProof } })
  const { errors } = form.formState
  const change = useCommand({
    send,
    fallback,
    success: (_, { newEmail }: ChangeOwnEmailBody) => `The email address is ${newEmail} now`,
    onDone: onClose,
    onProblem: (error) => showProblems(form, error, fallback),
  })
  return (
    <FormDialog
      title={title}
      description={`It is ${current} now. Sign-in links go to the new address from then on.${note}`}
      action="Change Email"
      busy={change.busy}
      problem={errors.root?.message}
      onSubmit={form.handleSubmit(({ newEmail, ...proof }) =>
        change.run({ newEmail: newEmail.trim(), ...proofOf(proof) }),
      )}
      onClose={onClose}
    >
      <TextInput
        label="New email"
        type="email"
        autoComplete="off"
        {...field(form, 'newEmail', {
          validate: (value) => {
            const fits = checkEmail(value)
            if (fits !== true) return fits
            return !sameAddress(value, current) || 'New email must be different from current email'
          },
        })}
      />
      <TextInput
        label="Confirm new email"
        type="email"
        autoComplete="off"
        {...field(form, 'confirmation', {
          validate: (value, { newEmail }) => sameAddress(value, newEmail) || 'Email addresses do not match',
        })}
      />
      {asksProof && (
        <FormProvider {...form}>
          <OwnProof />
        </FormProvider>
      )}
    </FormDialog>
  )
}

function OwnProof() {
  const factor = useQuery(query('GET /auth/second-factor'))
  return (
    <Loaded query={factor} rows={1}>
      {(now) => <ProofFields factor={now} autoFocus={false} both />}
    </Loaded>
  )
}
