import { useQuery } from '@tanstack/react-query'
import { fieldsOf } from '../../../../api/contract/fields.ts'
import { api, query } from '../../../server/api.ts'
import { Notice } from '../../../ui/notice.tsx'
import { CommandDialog } from '../../command/command-dialog.tsx'
import type { SportDialogProps } from '../sport-menu.tsx'

export function QuestionDialog({ round, onClose }: SportDialogProps) {
  const { data } = useQuery(query('GET /admin/seasons/{id}/rules', round.season_id))
  const { question = '', unit } = round.tie_break ?? {}
  return (
    <CommandDialog
      title={`Tie-break question with ${round.sport_name}`}
      text="Who picks may guess a number. The nearer guess decides between players with as many points. One sport of a season can ask."
      action="Save Question"
      fields={fieldsOf('PUT /admin/rounds/{id}/tie-break')}
      asks={{
        question: {
          label: 'Question',
          hint: 'Such as: How many goals fall in the final?',
          value: question,
          needed: 'Please enter a question',
        },
        unit: { label: 'Unit', hint: 'Optional. Such as: goals', value: unit ?? '' },
      }}
      send={(asked) =>
        api('PUT /admin/rounds/{id}/tie-break', round.id, {
          question: asked.question,
          unit: asked.unit || null,
        })
      }
      fallback={fallback}
      success={({ message }) => message}
      also={
        question
          ? {
              action: 'Take It Away',
              send: () => api('DELETE /admin/rounds/{id}/tie-break', round.id),
              fallback,
            }
          : undefined
      }
      onClose={onClose}
    >
      {data && !data.rules.tieBreak.includes('guess') && (
        <Notice tone="warning">The rules of the season do not let a guess decide yet.</Notice>
      )}
    </CommandDialog>
  )
}

const fallback = 'Failed to save the question'
