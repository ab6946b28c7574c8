import { useForm } from 'react-hook-form'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { TextInput } from '../../ui/inputs.tsx'
import { useCommand } from '../command.ts'
import styles from '../form.module.css'
import { FormProblem, showProblems } from '../form-problems.tsx'
import { checkEmail, sameAddress } from './account-rules.ts'

const fallback = 'Failed to change email'

type ChangeEmailDialogProps = {
  title: string
  current: string
  send: (newEmail: string) => Promise<unknown>
  onClose: () => void
}

export function ChangeEmailDialog({ title, current, send, onClose }: ChangeEmailDialogProps) {
  const form = useForm({ defaultValues: { newEmail: '', confirmation: '' } })
  const { errors } = form.formState
  const change = useCommand({
    send,
    fallback,
    success: (_, newEmail: string) => `The email address is ${newEmail} now`,
    onDone: onClose,
    onProblem: (error) => showProblems(form, error, fallback),
  })
  return (
    <Dialog
      open
      onClose={onClose}
      busy={change.busy}
      title={title}
      description={`It is ${current} now. Sign-in links go to the new address from then on.`}
    >
      <form
        className={styles.form}
        noValidate
        onSubmit={form.handleSubmit(({ newEmail }) => change.run(newEmail.trim()))}
      >
        <TextInput
          label="New email"
          type="email"
          autoComplete="off"
          error={errors.newEmail?.message}
          {...form.register('newEmail', {
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
          error={errors.confirmation?.message}
          {...form.register('confirmation', {
            validate: (value, { newEmail }) => sameAddress(value, newEmail) || 'Email addresses do not match',
          })}
        />
        <FormProblem text={errors.root?.message} />
        <DialogActions>
          <Button variant="secondary" disabled={change.busy} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={change.busy}>
            Change Email
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
