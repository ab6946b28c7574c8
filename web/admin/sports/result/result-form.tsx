import { type ReactNode, useRef } from 'react'
import { flushSync } from 'react-dom'
import type { CompleteBody } from '../../../../api/contract/rounds.ts'
import { Stack } from '../../../ui/layout.tsx'
import type { Form } from '../../command/command-form.ts'
import { DialogForm } from '../../command/form-dialog.tsx'
import { ReasonInput } from '../../command/reason-input.tsx'
import type { FormerResult, Worth } from './places.ts'

export type ResultFormProps = {
  /** The published result, which a correction starts from. */
  former: FormerResult
  scoring: Worth
  steps: ResultSteps
  onSubmit: (result: CompleteBody) => void
}

/** First what is typed, then what it changes. The first stays as it is while the second is shown. */
export type ResultSteps = {
  name: string
  correcting: boolean
  /** Of the second step: what publishes. */
  action: string
  /** Until what is sent has been seen. */
  disabled: boolean
  sending: { busy: boolean; problem: string | null }
  question: ReactNode
  /** Null in the first step. */
  effect: ReactNode
  onBack: () => void
  onPublish: () => void
}

type StepsFormProps<Values extends { reason: string }> = {
  steps: ResultSteps
  form: Form<Values>
  onSubmit: (values: Values) => void
  /** Above what it changes. */
  warning?: ReactNode
  children: ReactNode
}

export function StepsForm<Values extends { reason: string }>({
  steps: { correcting, action, disabled, sending, question, effect, onBack, onPublish },
  form,
  onSubmit,
  warning,
  children,
}: StepsFormProps<Values>) {
  const fields = useRef<HTMLDivElement>(null)
  const back = () => {
    flushSync(onBack)
    fields.current?.querySelector<HTMLElement>('input, select')?.focus()
  }
  const publish = (event: { preventDefault(): void }) => {
    event.preventDefault()
    onPublish()
  }
  return (
    <DialogForm
      action={effect ? action : 'Show What Changes'}
      disabled={disabled}
      onBack={effect ? back : undefined}
      form={{ ...sending, submit: effect ? publish : form.handleSubmit(onSubmit) }}
    >
      <div ref={fields} hidden={effect !== null}>
        <Stack>
          {children}
          {question}
          {correcting && <ReasonInput form={form} />}
        </Stack>
      </div>
      {effect && warning}
      {effect}
    </DialogForm>
  )
}
