import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { ClientError, errorText } from '../../server/request.ts'
import { Notice } from '../../ui/notice.tsx'

/**
 * Shows each refusal at its field, because forms use the server's field names. Other problems belong to the whole
 * form.
 */
export function showProblems<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  error: unknown,
  fallback: string,
) {
  const details = error instanceof ClientError && Array.isArray(error.details) ? error.details : []
  const names = Object.keys(form.getValues())
  const isField = (name: string): name is Path<Values> => names.includes(name)
  const tied = details.flatMap(({ field, message }) => (isField(field) ? [{ field, message }] : []))
  const others = details.filter(({ field }) => !isField(field)).map(({ message }) => message)
  for (const [index, { field, message }] of tied.entries()) {
    form.setError(field, { type: 'server', message }, { shouldFocus: index === 0 })
  }
  const message = tied.length > 0 ? others.join('. ') : errorText(error, fallback)
  if (message) form.setError('root', { type: 'server', message })
}

export function FormProblem({ text }: { text: string | null | undefined }) {
  return text ? <Notice tone="danger">{text}</Notice> : null
}
