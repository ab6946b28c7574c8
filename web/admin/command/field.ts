import type { FieldPath, FieldValues, RegisterOptions, UseFormReturn } from 'react-hook-form'

/** What ties an input to its field of the form, with what is wrong with it. */
export const field = <Values extends FieldValues, Name extends FieldPath<Values>>(
  form: UseFormReturn<Values>,
  name: Name,
  rules?: RegisterOptions<Values, Name>,
) => ({
  ...form.register(name, rules),
  error: form.getFieldState(name, form.formState).error?.message,
})

/** For a text in which spaces alone are nothing. */
export const needed = (problem: string) => ({
  validate: (value: string) => value.trim() !== '' || problem,
})
