import type { FieldPath, FieldPathValue, FieldValues, RegisterOptions } from 'react-hook-form'
import type { Field } from '../../../api/contract/fields.ts'
import type { Form } from './command-form.ts'

type Facts = Partial<Field> & {
  /** What to say where it is empty, otherwise the contract's sentence. False where it may be empty. */
  needed?: string | false | undefined
}

type Rules<Values extends FieldValues, Name extends FieldPath<Values>> = Pick<
  Facts,
  'needed' | 'sentence'
> & {
  /** Of what keeps its limits: true, or what is wrong with it. */
  check?: ((value: FieldPathValue<Values, Name>, values: Values) => string | true | undefined) | undefined
} & Pick<RegisterOptions<Values, Name>, 'onChange' | 'deps'>

/** What ties an input to its field of the form, with its limits in the contract and what is wrong with it. */
export function field<Values extends FieldValues, Name extends FieldPath<Values>>(
  form: Form<Values>,
  name: Name,
  { needed, sentence, check, ...options }: Rules<Values, Name> = {},
) {
  const known = name.split('.').flatMap((part) => form.fields[part] ?? [])[0]
  const facts: Facts = { ...known, needed, ...(sentence && { sentence }) }
  const validate = (value: FieldPathValue<Values, Name>, values: Values) =>
    problemIn(value, facts) ?? check?.(value, values) ?? true
  return {
    ...form.register(name, { ...options, validate } as RegisterOptions<Values, Name>),
    ...(known?.maxLength && { maxLength: known.maxLength }),
    required: mayNotBeEmpty(facts),
    error: form.getFieldState(name, form.formState).error?.message,
  }
}

/** Of a select: it shows what the form holds, also where its choices come or go after a value was set. */
export const choice = <Values extends FieldValues, Name extends FieldPath<Values>>(
  form: Form<Values>,
  name: Name,
  rules?: Rules<Values, Name>,
) => ({ ...field(form, name, rules), value: form.watch(name) })

/** What is wrong with what was typed, chosen or ticked. */
export function problemIn(value: unknown, facts: Facts): string | undefined {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern = '', sentence } = facts
  const text = `${value || ''}`.trim()
  if (text === '') return mayNotBeEmpty(facts) ? facts.needed || sentence : undefined
  const { length } = [...text]
  if (length > maxLength) return facts.tooLong ?? sentence
  return length < minLength || !RegExp(pattern).test(text) || !isWithin(text, facts) ? sentence : undefined
}

const mayNotBeEmpty = ({ needed, required = false, minLength, minimum }: Facts) =>
  needed === undefined ? (required && minLength !== 0) || minimum !== undefined : needed !== false

const isWithin = (text: string, { minimum, maximum }: Facts) =>
  minimum === undefined ||
  maximum === undefined ||
  (/^-?\d+$/.test(text) && Number(text) >= minimum && Number(text) <= maximum)
