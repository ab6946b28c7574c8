import type { ComponentProps, ReactNode } from 'react'
import { type FieldValues, FormProvider } from 'react-hook-form'
import type { Fields } from '../../../api/contract/fields.ts'
import type { Preview } from '../../../api/contract/previews.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox, TextInput } from '../../ui/form/inputs.tsx'
import { changesStandings } from '../preview/effect-list.tsx'
import { asSeen, isOutdated, isSeen, usePreview } from '../preview/preview.ts'
import { PreviewPanel } from '../preview/preview-panel.tsx'
import { visible } from '../visible-text.ts'
import { useCommand } from './command.ts'
import { useCommandForm } from './command-form.ts'
import { field } from './field.ts'
import { FormDialog } from './form-dialog.tsx'
import { showProblems } from './form-problems.tsx'
import { ReasonInput } from './reason-input.tsx'

/** What the person gave: why, and which preview they saw. */
type Given = { reason?: string; seenPosition?: string }

/** A text that is asked for, sent without the blanks around it. */
type Ask = Omit<ComponentProps<typeof TextInput>, 'hint' | 'value' | 'name'> & {
  value?: string
  hint?: ReactNode | ((typed: string) => ReactNode)
  needed?: string | false | undefined
  check?: (value: string, values: Record<string, string>) => string | true | undefined
}

/** Methods, so that commands with other answers fit into one list. */
type Heard<Answer, Name extends string> = {
  send(given: Given & Record<Name, string>): Promise<Answer>
  success(answer: Answer, given: Record<Name, string>): string
  onDone(answer: Answer): void
}

type Another = {
  action: string
  send: () => Promise<{ message: string }>
  fallback: string
  success?: string
}

export type Command<Answer = unknown, Name extends string = never> = {
  title: string
  text?: ReactNode
  action: string
  /** Where 'Cancel' would say something else. */
  dismiss?: string
  danger?: boolean
  disabled?: boolean
  /** By their names in the contract, whose `fields` say what they may hold. */
  asks?: Partial<Record<Name, Ask>>
  fields?: Partial<Fields>
  /** More of the form, below what it asks. */
  below?: ReactNode
  reason?: 'needed' | 'optional' | 'if standings change'
  /** Everybody, if it is missing. */
  reasonReaders?: 'admins'
  /** The exact text to type, and what to agree to. */
  typed?: { expected: string; mismatch: string; consent: string }
  /** What it does to the standings. It cannot be sent before this is seen. */
  preview?: { of: readonly unknown[]; ask: () => Promise<Preview> } | undefined
  send: Heard<Answer, Name>['send']
  /** Shown when it failed and the server gave no reason. */
  fallback: string
  /** Missing where the screen itself shows the result. */
  success?: string | Heard<Answer, Name>['success']
  onDone?: Heard<Answer, Name>['onDone']
  /** Another command that the dialog offers. */
  also?: Another | undefined
  /** False where something follows in its place. */
  closes?: boolean
  /** Besides showing why. */
  onRefused?: (error: Error) => void
}

type CommandDialogProps<Answer, Name extends string> = Command<Answer, Name> & {
  onClose: () => void
  children?: ReactNode
}

export function CommandDialog<Answer, Name extends string = never>({
  children,
  ...command
}: CommandDialogProps<Answer, Name>) {
  const { success, below, typed, also, fallback, onClose } = command
  const asks = Object.entries<Ask | undefined>(command.asks ?? {}).flatMap(([name, ask]) =>
    ask ? [{ name, ...ask }] : [],
  )
  const preview = usePreview(command.preview?.of ?? [], command.preview?.ask)
  const hasSeen = !command.preview || isSeen(preview)
  const form = useCommandForm<FieldValues, Answer>({
    name: command.title,
    fields: command.fields,
    defaultValues: {
      ...{ typed: '', agreed: false, reason: '' },
      ...Object.fromEntries(asks.map(({ name, value = '' }) => [name, value])),
    },
    send: (values) => command.send({ ...asSeen(preview.data), ...givenIn(values) }),
    fallback,
    ...(success && {
      success: (answer, values) =>
        typeof success === 'string' ? success : success(answer, givenIn<Name>(values)),
    }),
    onDone: (answer) => {
      if (command.closes !== false) onClose()
      command.onDone?.(answer)
    },
    onProblem: (error) => {
      if (isOutdated(error) && command.preview) void preview.refetch()
      command.onRefused?.(error)
    },
  })
  const another = useCommand({
    send: async () => also?.send(),
    fallback: also?.fallback ?? '',
    success: (answer) => also?.success ?? answer?.message ?? '',
    onDone: onClose,
    onProblem: (error) => showProblems(form, error, also?.fallback ?? ''),
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
      form={{ ...form, busy: form.busy || another.busy }}
      disabled={command.disabled || !hasSeen}
      otherActions={
        also && (
          <Button variant="secondary" busy={another.busy} onClick={() => another.run()}>
            {also.action}
          </Button>
        )
      }
    >
      {children}
      {asks.map(({ name, value, hint, needed, check, ...input }) => (
        <TextInput
          key={name}
          autoComplete="off"
          {...input}
          hint={typeof hint === 'function' ? hint(form.watch(name)) : hint}
          {...field(form, name, { needed, check })}
        />
      ))}
      {below && <FormProvider {...form}>{below}</FormProvider>}
      {typed && (
        <TextInput
          label={
            <>
              Type <mark>{typed.expected}</mark> to confirm
            </>
          }
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          {...field(form, 'typed', {
            needed: typed.mismatch,
            check: (value) => visible(value) === visible(typed.expected) || typed.mismatch,
          })}
        />
      )}
      {command.preview && <PreviewPanel query={preview} />}
      {asksReason && <ReasonInput form={form} optional={isOptional} readers={command.reasonReaders} />}
      {typed && (
        <Checkbox
          label={typed.consent}
          {...field(form, 'agreed', { needed: 'Please confirm by checking the box' })}
        />
      )}
    </FormDialog>
  )
}

/** Fields have the names that were asked for. Blanks belong to passwords alone. */
function givenIn<Name extends string>({ typed, agreed, reason, ...values }: FieldValues) {
  const texts = Object.entries<string>({ ...values, ...(reason.trim() && { reason }) })
  return Object.fromEntries(
    texts.map(([name, text]) => [name, /password/i.test(name) ? text : text.trim()]),
  ) as Given & Record<Name, string>
}
