import { useQuery } from '@tanstack/react-query'
import { useKept } from '../../../draft.ts'
import { api, query } from '../../../server/api.ts'
import { errorText } from '../../../server/request.ts'
import { Select } from '../../../ui/form/inputs.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { CommandDialog } from '../../command/command-dialog.tsx'
import type { SportDialogProps } from '../sport-menu.tsx'

export function WeightDialog({ round, onClose }: SportDialogProps) {
  const rules = useQuery(query('GET /admin/seasons/{id}/rules', round.season_id))
  const [weight, setWeight] = useKept(`weight ${round.id}`, round.weight ?? 1)
  const isShown = rules.data?.frozen === true && weight !== (round.weight ?? 1)
  return (
    <CommandDialog
      title={`Weight of ${round.sport_name}`}
      text="Points in this sport are multiplied by this."
      action="Save Weight"
      disabled={!rules.data}
      {...(isShown && {
        preview: {
          of: ['weight', round.id, weight],
          ask: () => api('POST /admin/previews/rounds/{id}/weight', round.id, { weight }),
        },
        reason: 'needed',
      })}
      send={(given) => api('PUT /admin/rounds/{id}/weight', round.id, { weight, ...given })}
      fallback="Failed to save the weight"
      success={({ message }) => message}
      onClose={onClose}
    >
      {rules.error && (
        <Notice tone="danger">{errorText(rules.error, 'The rules could not be loaded.')}</Notice>
      )}
      <Select label="Weight" value={weight} onChange={({ target }) => setWeight(Number(target.value))}>
        {[1, 2, 3, 4, 5].map((times) => (
          <option key={times} value={times}>
            ×{times}
          </option>
        ))}
      </Select>
    </CommandDialog>
  )
}
