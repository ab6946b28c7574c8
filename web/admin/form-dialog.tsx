import type { FormEventHandler, ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import styles from './form.module.css'
import { FormProblem } from './form-problems.tsx'

type DialogFormProps = {
  action: string
  danger?: boolean
  busy: boolean
  /** Buttons between Cancel and the action. */
  otherActions?: ReactNode
  disabled?: boolean
  /** Where 'Cancel' would say something else. */
  dismiss?: string
  /** A problem that belongs to no field. */
  problem: string | null | undefined
  onSubmit: FormEventHandler
  onClose: () => void
  children: ReactNode
}

type FormDialogProps = DialogFormProps & { title: string; description?: ReactNode }

export function FormDialog({ title, description, ...form }: FormDialogProps) {
  return (
    <Dialog open onClose={form.onClose} busy={form.busy} title={title} description={description}>
      <DialogForm {...form} />
    </Dialog>
  )
}

export function DialogForm({
  action,
  danger = false,
  busy,
  otherActions,
  disabled = false,
  dismiss = 'Cancel',
  problem,
  onSubmit,
  onClose,
  children,
}: DialogFormProps) {
  return (
    <form className={styles.form} noValidate onSubmit={onSubmit}>
      {children}
      <FormProblem text={problem} />
      <DialogActions>
        <Button variant="secondary" disabled={busy} onClick={onClose}>
          {dismiss}
        </Button>
        {otherActions}
        <Button type="submit" variant={danger ? 'danger' : 'primary'} busy={busy} disabled={disabled}>
          {action}
        </Button>
      </DialogActions>
    </form>
  )
}
