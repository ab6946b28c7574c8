import type { FormEventHandler, ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions, DialogDismiss } from '../../ui/dialog/dialog.tsx'
import { Stack } from '../../ui/layout.tsx'
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
  children: ReactNode
}

type FormDialogProps = DialogFormProps & { title: string; description?: ReactNode; onClose: () => void }

export function FormDialog({ title, description, onClose, ...form }: FormDialogProps) {
  return (
    <Dialog open onClose={onClose} busy={form.busy} title={title} description={description}>
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
  children,
}: DialogFormProps) {
  return (
    <Stack as="form" noValidate onSubmit={onSubmit}>
      {children}
      <FormProblem text={problem} />
      <DialogActions>
        <DialogDismiss busy={busy}>{dismiss}</DialogDismiss>
        {otherActions}
        <Button type="submit" variant={danger ? 'danger' : 'primary'} busy={busy} disabled={disabled}>
          {action}
        </Button>
      </DialogActions>
    </Stack>
  )
}
