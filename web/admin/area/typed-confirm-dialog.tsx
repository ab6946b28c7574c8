import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { Checkbox, TextInput } from '../../ui/inputs.tsx'
import styles from '../form.module.css'
import { FormDialog } from '../form-dialog.tsx'
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
  onConfirm: () => void
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
  onConfirm,
  onClose,
  children,
}: TypedConfirmDialogProps) {
  const form = useForm({ defaultValues: { typed: '', agreed: false } })
  const { errors } = form.formState
  return (
    <FormDialog
      title={title}
      description={children}
      action={action}
      danger
      busy={busy}
      problem={problem}
      onSubmit={form.handleSubmit(() => onConfirm())}
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
      <Checkbox
        label={consent}
        error={errors.agreed?.message}
        {...form.register('agreed', { required: 'Please confirm by checking the box' })}
      />
    </FormDialog>
  )
}
