import type { FormEventHandler } from 'react'
import {
  type DefaultValues,
  type FieldValues,
  type UseFormProps,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'
import type { Fields } from '../../../api/contract/fields.ts'
import { type CommandOptions, useCommand } from './command.ts'
import { showProblems } from './form-problems.tsx'

export type Form<Values extends FieldValues> = UseFormReturn<Values> & {
  /** What the contract says of them. */
  fields: Partial<Fields>
}

/** What the frame of a form needs to know. */
export type Submission = { busy: boolean; problem: string | null | undefined; submit: FormEventHandler }

type Options<Values extends FieldValues, Answer> = Omit<UseFormProps<Values>, 'context'> &
  Omit<CommandOptions<Values, Answer>, 'onProblem'> & {
    fields?: Partial<Fields> | undefined
    /** True where it says what is wrong in another way than at the fields. */
    onProblem?: ((error: Error, form: UseFormReturn<Values>) => unknown) | undefined
  }

/** A form that somebody else sends. */
export const useFieldsForm = <Values extends FieldValues>(
  fields: Partial<Fields>,
  defaultValues: DefaultValues<Values>,
): Form<Values> => ({ ...useForm<Values>({ defaultValues }), fields })

/** A form that is sent as a command. What the server refuses is said at its field, or under the form. */
export function useCommandForm<Values extends FieldValues, Answer>({
  fields = {},
  send,
  fallback,
  success,
  onDone,
  onProblem,
  ...options
}: Options<Values, Answer>) {
  const form = useForm<Values>(options)
  const { run, busy, answer } = useCommand<Values, Answer>({
    ...{ send, fallback, success, onDone },
    onProblem: (error) => onProblem?.(error, form) || showProblems(form, error, fallback),
  })
  const problem = form.formState.errors.root?.message
  return { ...form, ...{ fields, run, busy, answer, problem }, submit: form.handleSubmit(run) }
}
