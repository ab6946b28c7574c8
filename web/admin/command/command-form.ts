import { dequal } from 'dequal/lite'
import { type FormEventHandler, useEffect, useState } from 'react'
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type UseFormProps,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'
import type { Fields } from '../../../api/contract/fields.ts'
import { keepPart, useKeptPart } from '../../draft.ts'
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
    /** Tells it apart from others with the same fields. */
    name?: string
    /** True where it says what is wrong in another way than at the fields. */
    onProblem?: ((error: Error, form: UseFormReturn<Values>) => unknown) | undefined
  }

/** A form that somebody else sends. */
export const useFieldsForm = <Values extends FieldValues>(
  name: string,
  fields: Partial<Fields>,
  defaultValues: DefaultValues<Values>,
): Form<Values> => ({ ...useKeptForm<Values>({ defaultValues }, name).form, fields })

/** A form that asks for one of these keeps nothing. */
const secret = /password|code|token/i
/** A yes to what cannot be undone is given anew. */
const consent = /typed|agreed/

/** What was typed outlives a reload of the page and the end of the session. */
function useKeptForm<Values extends FieldValues>(options: UseFormProps<Values>, name = '') {
  const form = useForm<Values>(options)
  const { setValue, subscribe, formState } = form
  const [part] = useState(() => `${name} ${Object.keys(form.getValues())}`)
  const kept = useKeptPart<Partial<Values>>(part)
  useEffect(() => {
    for (const [field, value] of Object.entries(kept ?? {}))
      setValue(field as Path<Values>, value, { shouldDirty: true })
  }, [kept, setValue])
  useEffect(() =>
    subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        const typed = Object.entries(values).filter(
          ([field, value]) => !consent.test(field) && !dequal(value, formState.defaultValues?.[field]),
        )
        // Some fields come later than the form.
        const isSecret = Object.keys(values).some((field) => secret.test(field))
        keepPart(part, typed.length > 0 && !isSecret ? Object.fromEntries(typed) : undefined)
      },
    }),
  )
  return { form, forget: () => keepPart(part, undefined) }
}

/** A form that is sent as a command. What the server refuses is said at its field, or under the form. */
export function useCommandForm<Values extends FieldValues, Answer>({
  fields = {},
  name,
  send,
  fallback,
  success,
  onDone,
  onProblem,
  ...options
}: Options<Values, Answer>) {
  const { form, forget } = useKeptForm<Values>(options, name)
  const { run, busy, answer } = useCommand<Values, Answer>({
    ...{ send, fallback, success },
    onDone: (answer, values) => {
      forget()
      onDone?.(answer, values)
    },
    onProblem: (error) => onProblem?.(error, form) || showProblems(form, error, fallback),
  })
  const problem = form.formState.errors.root?.message
  return { ...form, ...{ fields, run, busy, answer, problem, forget }, submit: form.handleSubmit(run) }
}
