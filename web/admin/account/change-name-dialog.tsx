import { useForm } from 'react-hook-form'
import { TextInput } from '../../ui/form/inputs.tsx'
import { useCommand } from '../command/command.ts'
import { field } from '../command/field.ts'
import { FormDialog } from '../command/form-dialog.tsx'
import { showProblems } from '../command/form-problems.tsx'
import { checkName } from './account-rules.ts'

const fallback = 'Failed to change name'

type ChangeNameDialogProps = {
  title: string
  current: string
  send: (newName: string) => Promise<unknown>
  onClose: () => void
}

export function ChangeNameDialog({ title, current, send, onClose }: ChangeNameDialogProps) {
  const form = useForm({ defaultValues: { newName: current } })
  const { errors } = form.formState
  const change = useCommand({
    send,
    fallback,
    success: (_, newName: string) => `The name is ${newName} now`,
    onDone: onClose,
    onProblem: (error) => showProblems(form, error, fallback),
  })
  return (
    <FormDialog
      title={title}
      action="Change Name"
      busy={change.busy}
      problem={errors.root?.message}
      onSubmit={form.handleSubmit(({ newName }) => change.run(newName.trim()))}
      onClose={onClose}
    >
      <TextInput
        label="New name"
        maxLength={100}
        autoComplete="off"
        {...field(form, 'newName', {
          validate: (value) => {
            const fits = checkName(value)
            if (fits !== true) return fits
            return value.trim() !== current || 'New name must be different from current name'
          },
        })}
      />
    </FormDialog>
  )
}
