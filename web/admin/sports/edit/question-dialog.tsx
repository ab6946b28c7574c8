import { useQuery } from '@tanstack/react-query'
import { fieldsOf } from '../../../../api/contract/fields.ts'
import { api, query } from '../../../server/api.ts'
import { Link } from '../../../ui/link.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { CommandDialog } from '../../command/command-dialog.tsx'
import type { SportDialogProps } from '../sport-menu.tsx'

export function QuestionDialog({ round, onClose }: SportDialogProps) {
  const { data } = useQuery(query('GET /admin/seasons/{id}/rules', round.season_id))
  const { question = '', unit } = round.tie_break ?? {}
  return (
    <CommandDialog
      title={`Tie-Break Question for ${round.sport_name}`}
      text="Players can add a guess to their pick. If players are tied, the closest guess wins. Only one sport in a season can have a question. It is fixed once the sport is activated."
      action="Save Question"
      fields={fieldsOf('PUT /admin/rounds/{id}/tie-break')}
      asks={{
        question: {
          label: 'Question',
          hint: 'For example: How many goals will be scored in the final?',
          value: question,
          needed: 'Please enter a question',
        },
        unit: { label: 'Unit', hint: 'Optional. For example: goals', value: unit ?? '' },
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
              action: 'Remove Question',
              send: () => api('DELETE /admin/rounds/{id}/tie-break', round.id),
              fallback,
            }
          : undefined
      }
      onClose={onClose}
    >
      {data && !data.rules.tieBreak.includes('guess') && (
        <Notice tone="warning">
          The season’s rules do not use guesses yet. Change that in <Link to="/admin/seasons">its rules</Link>
          .
        </Notice>
      )}
    </CommandDialog>
  )
}

const fallback = 'Failed to save the question'
