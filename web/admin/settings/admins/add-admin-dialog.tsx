import { useForm } from 'react-hook-form'
import type { BodyOf } from '../../../../api/contract/endpoints.ts'
import { api } from '../../../server/api.ts'
import { TextInput } from '../../../ui/form/inputs.tsx'
import { checkEmail, checkName } from '../../account/account-rules.ts'
import { useCommand } from '../../command/command.ts'
import { field } from '../../command/field.ts'
import { FormDialog } from '../../command/form-dialog.tsx'
import { showProblems } from '../../command/form-problems.tsx'

const fallback = 'Failed to create admin'

export function AddAdminDialog({ onClose }: { onClose: () => void }) {
  const form = useForm({ defaultValues: { name: '', email: '' } })
  const { errors } = form.formState
  const add = useCommand({
    send: (admin: BodyOf<'POST /admin/admins'>) => api('POST /admin/admins', admin),
    fallback,
    success: ({ name }) => `${name} can sign in now, by a link to their address`,
    onDone: onClose,
    onProblem: (error) => showProblems(form, error, fallback),
  })
  return (
    <FormDialog
      title="Add Admin"
      description="Admins manage players, seasons, sports and picks. They need no password: a link by mail signs them in."
      action="Add Admin"
      busy={add.busy}
      problem={errors.root?.message}
      onSubmit={form.handleSubmit(({ name, email }) => add.run({ name: name.trim(), email: email.trim() }))}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        maxLength={100}
        autoComplete="off"
        {...field(form, 'name', { validate: checkName })}
      />
      <TextInput
        label="Email"
        type="email"
        autoComplete="off"
        {...field(form, 'email', { validate: checkEmail })}
      />
    </FormDialog>
  )
}
