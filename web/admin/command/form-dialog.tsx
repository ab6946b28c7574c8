import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions, DialogDismiss } from '../../ui/dialog/dialog.tsx'
import { Stack } from '../../ui/layout.tsx'
import type { Submission } from './command-form.ts'
import { FormProblem } from './form-problems.tsx'

type DialogFormProps = {
  form: Submission
  action: string
  danger?: boolean | undefined
  /** Buttons between Cancel and the action. */
  otherActions?: ReactNode
  disabled?: boolean | undefined
  /** Where 'Cancel' would say something else. */
  dismiss?: string | undefined
  /** To the step before, in place of a way out. */
  onBack?: (() => void) | undefined
  children: ReactNode
}

type FormDialogProps = DialogFormProps & { title: string; description?: ReactNode; onClose: () => void }

export function FormDialog({ title, description, onClose, ...rest }: FormDialogProps) {
  return (
    <Dialog onClose={onClose} busy={rest.form.busy} title={title} description={description}>
      <DialogForm {...rest} />
    </Dialog>
  )
}

export function DialogForm({
  form: { busy, problem, submit },
  action,
  danger = false,
  otherActions,
  disabled = false,
  dismiss = 'Cancel',
  onBack,
  children,
}: DialogFormProps) {
  return (
    <Stack as="form" noValidate onSubmit={submit}>
      {children}
      <FormProblem text={problem} />
      <DialogActions>
        {onBack ? (
          <Button variant="secondary" disabled={busy} onClick={onBack}>
            Back
          </Button>
        ) : (
          <DialogDismiss busy={busy}>{dismiss}</DialogDismiss>
        )}
        {otherActions}
        <Button
          type="submit"
          variant={danger ? 'danger' : 'primary'}
          busy={busy}
          disabled={disabled}
          // A double click is one: the first may have turned the button into what comes next.
          onClick={(event) => event.detail > 1 && event.preventDefault()}
        >
          {action}
        </Button>
      </DialogActions>
    </Stack>
  )
}

type PlainFormProps = Pick<DialogFormProps, 'form' | 'action' | 'children'> & { gap?: 4 | 5 }

export function PlainForm({ form, action, gap = 4, children }: PlainFormProps) {
  return (
    <Stack as="form" gap={gap} noValidate onSubmit={form.submit}>
      {children}
      <FormProblem text={form.problem} />
      <Button type="submit" wide busy={form.busy}>
        {action}
      </Button>
    </Stack>
  )
}
