import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { api, query } from '../../../server/api.ts'
import { Button } from '../../../ui/button.tsx'
import { TextInput } from '../../../ui/form/inputs.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useCommand } from '../../command/command.ts'
import { field, needed } from '../../command/field.ts'
import { FormDialog } from '../../command/form-dialog.tsx'
import { showProblems } from '../../command/form-problems.tsx'
import type { SportDialogProps } from '../sport-menu.tsx'

const fallback = 'Failed to save the question'

type Question = { question: string; unit: string }

/** Null takes it away. */
type Wish = Question | null

export function QuestionDialog({ round, onClose }: SportDialogProps) {
  const { data } = useQuery(query('GET /admin/seasons/{id}/rules', round.season_id))
  const { question = '', unit } = round.tie_break ?? {}
  const form = useForm<Question>({ defaultValues: { question, unit: unit ?? '' } })
  const { errors } = form.formState
  const save = useCommand<Wish, { message: string }>({
    send: (wish) =>
      wish
        ? api('PUT /admin/rounds/{id}/tie-break', round.id, {
            question: wish.question.trim(),
            unit: wish.unit.trim() || null,
          })
        : api('DELETE /admin/rounds/{id}/tie-break', round.id),
    fallback,
    success: ({ message }) => message,
    onDone: onClose,
    onProblem: (error) => showProblems(form, error, fallback),
  })
  return (
    <FormDialog
      title={`Tie-break question with ${round.sport_name}`}
      description="Who picks may guess a number. The nearer guess decides between players with as many points. One sport of a season can ask."
      action="Save Question"
      busy={save.busy}
      problem={errors.root?.message}
      otherActions={
        question !== '' && (
          <Button variant="secondary" disabled={save.busy} onClick={() => save.run(null)}>
            Take It Away
          </Button>
        )
      }
      onSubmit={form.handleSubmit(save.run)}
      onClose={onClose}
    >
      {data && !data.rules.tieBreak.includes('guess') && (
        <Notice tone="warning">The rules of the season do not let a guess decide yet.</Notice>
      )}
      <TextInput
        label="Question"
        hint="Such as: How many goals fall in the final?"
        maxLength={200}
        autoComplete="off"
        {...field(form, 'question', needed('Please enter a question'))}
      />
      <TextInput
        label="Unit"
        hint="Optional. Such as: goals"
        maxLength={30}
        autoComplete="off"
        {...field(form, 'unit')}
      />
    </FormDialog>
  )
}
