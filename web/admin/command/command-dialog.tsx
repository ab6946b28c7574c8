import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import type { Preview } from '../../../api/contract/previews.ts'
import { Checkbox, TextInput } from '../../ui/form/inputs.tsx'
import { changesStandings } from '../preview/effect-list.tsx'
import { asSeen, isOutdated, usePreview } from '../preview/preview.ts'
import { PreviewPanel } from '../preview/preview-panel.tsx'
import { visible } from '../visible-text.ts'
import { useCommand } from './command.ts'
import { field } from './field.ts'
import styles from './form.module.css'
import { FormDialog } from './form-dialog.tsx'
import { showProblems } from './form-problems.tsx'
import { ReasonInput, reasonNeeded } from './reason-input.tsx'

/** What the person gave: why, and which preview they saw. */
export type Given = { reason?: string; seenPosition?: string }

/** Methods, so that commands with other answers fit into one list. */
type Heard<Answer> = { success(answer: Answer): string; onDone(answer: Answer): void }

/** A command that asks before it is sent. */
export type Command<Answer = unknown> = {
  title: string
  text?: ReactNode
  action: string
  /** Where 'Cancel' would say something else. */
  dismiss?: string
  danger?: boolean
  disabled?: boolean
  reason?: 'needed' | 'optional' | 'if standings change'
  /** Everybody, if it is missing. */
  reasonReaders?: 'admins'
  /** The exact text to type, and what to agree to. */
  typed?: { expected: string; mismatch: string; consent: string }
  /** What it does to the standings. It cannot be sent before this is seen. */
  preview?: { of: readonly unknown[]; ask: () => Promise<Preview> } | undefined
  send: (given: Given) => Promise<Answer>
  /** Shown when it failed and the server gave no reason. */
  fallback: string
  /** Missing where the screen itself shows the result. */
  success?: string | Heard<Answer>['success']
  onDone?: Heard<Answer>['onDone']
  /** False where something follows in its place. */
  closes?: boolean
  /** Besides showing why. */
  onRefused?: (error: Error) => void
}

type CommandDialogProps<Answer> = Command<Answer> & { onClose: () => void; children?: ReactNode }

export function CommandDialog<Answer>({ children, ...command }: CommandDialogProps<Answer>) {
  const { success, typed, onClose } = command
  const form = useForm({ defaultValues: { typed: '', agreed: false, reason: '' } })
  const { errors } = form.formState
  const preview = usePreview(command.preview?.of ?? [], command.preview?.ask)
  const isSeen = !command.preview || (preview.data && !preview.isPlaceholderData)
  const { run, busy } = useCommand<{ reason: string }, Answer>({
    send: ({ reason }) =>
      command.send({ ...asSeen(preview.data), ...(reason.trim() && { reason: reason.trim() }) }),
    fallback: command.fallback,
    ...(success && { success: (answer) => (typeof success === 'string' ? success : success(answer)) }),
    onDone: (answer) => {
      if (command.closes !== false) onClose()
      command.onDone?.(answer)
    },
    onProblem: (error) => {
      if (isOutdated(error) && command.preview) void preview.refetch()
      showProblems(form, error, command.fallback)
      command.onRefused?.(error)
    },
  })
  const asksReason =
    command.reason === 'if standings change'
      ? preview.data?.seasons.some(changesStandings)
      : command.reason !== undefined
  const isOptional = command.reason === 'optional'
  return (
    <FormDialog
      {...command}
      description={command.text}
      busy={busy}
      disabled={command.disabled || !isSeen}
      problem={errors.root?.message}
      onSubmit={form.handleSubmit(run)}
    >
      {children}
      {typed && (
        <TextInput
          label={
            <>
              Type <mark className={styles.expected}>{typed.expected}</mark> to confirm
            </>
          }
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          {...field(form, 'typed', {
            validate: (value) => visible(value) === visible(typed.expected) || typed.mismatch,
          })}
        />
      )}
      {command.preview && <PreviewPanel query={preview} />}
      {asksReason && (
        <ReasonInput
          optional={isOptional}
          readers={command.reasonReaders}
          {...field(form, 'reason', isOptional ? {} : reasonNeeded)}
        />
      )}
      {typed && (
        <Checkbox
          label={typed.consent}
          {...field(form, 'agreed', { required: 'Please confirm by checking the box' })}
        />
      )}
    </FormDialog>
  )
}
