import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { Checkbox, TextInput } from '../../ui/inputs.tsx'
import styles from '../form.module.css'
import { FormDialog } from '../form-dialog.tsx'
import { ReasonInput } from '../reason-input.tsx'
import { visible } from '../visible-text.ts'

type TypedConfirmDialogProps = {
  title: string
  /** The exact text to type. */
  expected: string
  mismatch: string
  consent: string
  action: string
  busy: boolean
  problem: string | null
  /** Whether a reason may be given. */
  asksWhy?: boolean
  onConfirm: (why: { reason?: string }) => void
  onClose: () => void
  children: ReactNode
}

export function TypedConfirmDialog({
  title,
  expected,
  mismatch,
  consent,
  action,
  busy,
  problem,
  asksWhy = false,
  onConfirm,
  onClose,
  children,
}: TypedConfirmDialogProps) {
  const form = useForm({ defaultValues: { typed: '', agreed: false, reason: '' } })
  const { errors } = form.formState
  return (
    <FormDialog
      title={title}
      description={children}
      action={action}
      danger
      busy={busy}
      problem={problem}
      onSubmit={form.handleSubmit(({ reason }) => onConfirm(reason.trim() ? { reason: reason.trim() } : {}))}
      onClose={onClose}
    >
      <TextInput
        label={
          <>
            Type <mark className={styles.expected}>{expected}</mark> to confirm
          </>
        }
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        error={errors.typed?.message}
        {...form.register('typed', { validate: (value) => visible(value) === visible(expected) || mismatch })}
      />
      {asksWhy && <ReasonInput optional field={form.register('reason')} error={errors.reason?.message} />}
      <Checkbox
        label={consent}
        error={errors.agreed?.message}
        {...form.register('agreed', { required: 'Please confirm by checking the box' })}
      />
    </FormDialog>
  )
}
