import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { shownInPlace, useCommand } from './command.ts'
import { FormDialog } from './form-dialog.tsx'
import { ReasonInput, reasonNeeded } from './reason-input.tsx'

type ReasonDialogProps = {
  title: string
  description: string
  action: string
  dismiss?: string
  send: (body: { reason: string }) => Promise<unknown>
  /** Shown when it failed and the server gave no reason. */
  fallback: string
  success: string
  onClose: () => void
  children?: ReactNode
}

/** For what takes nothing but a reason, and is not to be pressed by mistake. */
export function ReasonDialog({ send, fallback, success, children, ...dialog }: ReasonDialogProps) {
  const form = useForm({ defaultValues: { reason: '' } })
  const { run, busy, problem } = useCommand({
    send: ({ reason }: { reason: string }) => send({ reason: reason.trim() }),
    fallback,
    success: () => success,
    onDone: dialog.onClose,
    onProblem: shownInPlace,
  })
  return (
    <FormDialog {...dialog} danger busy={busy} problem={problem} onSubmit={form.handleSubmit(run)}>
      {children}
      <ReasonInput
        field={form.register('reason', reasonNeeded)}
        error={form.formState.errors.reason?.message}
      />
    </FormDialog>
  )
}
