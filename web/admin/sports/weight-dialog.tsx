import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { previewWeight, saveWeight } from '../../client.ts'
import { errorText } from '../../request.ts'
import { Select } from '../../ui/inputs.tsx'
import { Notice } from '../../ui/notice.tsx'
import { rulesQuery } from '../admin-queries.ts'
import { shownInPlace, useCommand } from '../command.ts'
import { FormDialog } from '../form-dialog.tsx'
import { asSeen, isOutdated, usePreview } from '../preview/preview.ts'
import { PreviewPanel } from '../preview/preview-panel.tsx'
import { ReasonInput, reasonNeeded } from '../reason-input.tsx'
import type { SportDialogProps } from './sport-dialog.tsx'

export function WeightDialog({ round, onClose }: SportDialogProps) {
  const rules = useQuery(rulesQuery(round.season_id))
  const form = useForm({ defaultValues: { weight: `${round.weight ?? 1}`, reason: '' } })
  const weight = Number(form.watch('weight'))
  const isShown = rules.data?.frozen === true && weight !== (round.weight ?? 1)
  const preview = usePreview(['weight', round.id, weight], () => previewWeight(round.id, { weight }), {
    enabled: isShown,
  })
  const { run, busy, problem } = useCommand({
    send: ({ reason }: { reason: string }) =>
      saveWeight(round.id, { weight, ...(isShown && { reason: reason.trim(), ...asSeen(preview.data) }) }),
    fallback: 'Failed to save the weight',
    success: ({ message }) => message,
    onDone: onClose,
    onProblem: (error) => (isOutdated(error) ? void preview.refetch() : shownInPlace()),
  })
  return (
    <FormDialog
      title={`Weight of ${round.sport_name}`}
      description="How many times its points count."
      action="Save Weight"
      busy={busy}
      disabled={!rules.data || (isShown && !preview.data)}
      problem={problem}
      onSubmit={form.handleSubmit(run)}
      onClose={onClose}
    >
      {rules.error && (
        <Notice tone="danger">{errorText(rules.error, 'The rules could not be loaded.')}</Notice>
      )}
      <Select label="Weight" {...form.register('weight')}>
        {[1, 2, 3, 4, 5].map((times) => (
          <option key={times} value={times}>
            ×{times}
          </option>
        ))}
      </Select>
      {isShown && (
        <>
          <PreviewPanel query={preview} />
          <ReasonInput
            field={form.register('reason', reasonNeeded)}
            error={form.formState.errors.reason?.message}
          />
        </>
      )}
    </FormDialog>
  )
}
