import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { Checkbox, TextInput } from '../../ui/inputs.tsx'
import styles from '../form.module.css'
import { FormDialog } from '../form-dialog.tsx'

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

/** As a page shows it, which is all that somebody can type. */
const spaced = (text: string) => text.replace(/\s+/g, ' ').trim()

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
        {...form.register('typed', { validate: (value) => spaced(value) === spaced(expected) || mismatch })}
      />
      <Checkbox
        label={consent}
        error={errors.agreed?.message}
        {...form.register('agreed', { required: 'Please confirm by checking the box' })}
      />
    </FormDialog>
  )
}
