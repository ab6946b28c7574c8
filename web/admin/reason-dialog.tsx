import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { shownInPlace, useCommand } from './command.ts'
import { FormDialog } from './form-dialog.tsx'
import { ReasonInput, reasonNeeded } from './reason-input.tsx'

type ReasonDialogProps<Answer> = {
  title: string
  description: ReactNode
  action: string
  dismiss?: string
  danger?: boolean
  send: (body: { reason?: string }) => Promise<Answer>
  /** Shown when it failed and the server gave no reason. */
  fallback: string
  success: string | ((answer: Answer) => string)
  /** Whether it may be done without a reason. */
  optional?: boolean
  onDone?: () => void
  onClose: () => void
  children?: ReactNode
}

/** For what takes nothing but a reason, and is not to be pressed by mistake. */
export function ReasonDialog<Answer>({
  send,
  fallback,
  success,
  optional = false,
  danger = true,
  onDone,
  children,
  ...dialog
}: ReasonDialogProps<Answer>) {
  const form = useForm({ defaultValues: { reason: '' } })
  const { run, busy, problem } = useCommand({
    send: ({ reason }: { reason: string }) => send(reason.trim() ? { reason: reason.trim() } : {}),
    fallback,
    success: (answer) => (typeof success === 'string' ? success : success(answer)),
    onDone: () => {
      onDone?.()
      dialog.onClose()
    },
    onProblem: shownInPlace,
  })
  return (
    <FormDialog {...dialog} danger={danger} busy={busy} problem={problem} onSubmit={form.handleSubmit(run)}>
      {children}
      <ReasonInput
        field={form.register('reason', optional ? {} : reasonNeeded)}
        optional={optional}
        error={form.formState.errors.reason?.message}
      />
    </FormDialog>
  )
}
