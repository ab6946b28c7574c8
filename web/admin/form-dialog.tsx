import type { FormEventHandler, ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import styles from './form.module.css'
import { FormProblem } from './form-problems.tsx'

type DialogFormProps = {
  /** What the action is called on its button. */
  action: string
  danger?: boolean
  busy: boolean
  /** Why it did not work, where that belongs to no field. */
  problem: string | null | undefined
  onSubmit: FormEventHandler
  onClose: () => void
  /** The fields. */
  children: ReactNode
}

type FormDialogProps = DialogFormProps & { title: string; description?: ReactNode }

/** A dialog that is one form. */
export function FormDialog({ title, description, ...form }: FormDialogProps) {
  return (
    <Dialog open onClose={form.onClose} busy={form.busy} title={title} description={description}>
      <DialogForm {...form} />
    </Dialog>
  )
}

/** The form inside a dialog: its fields, what is wrong as a whole, and the two buttons. */
export function DialogForm({
  action,
  danger = false,
  busy,
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
          Cancel
        </Button>
        <Button type="submit" variant={danger ? 'danger' : 'primary'} busy={busy}>
          {action}
        </Button>
      </DialogActions>
    </form>
  )
}
