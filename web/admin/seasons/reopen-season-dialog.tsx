import { useForm } from 'react-hook-form'
import type { Season } from '../../../api/contract/seasons.ts'
import { reopenSeason } from '../../client.ts'
import { shownInPlace, useCommand } from '../command.ts'
import { FormDialog } from '../form-dialog.tsx'
import { ReasonInput, reasonNeeded } from '../reason-input.tsx'

export function ReopenSeasonDialog({ season, onClose }: { season: Season; onClose: () => void }) {
  const form = useForm({ defaultValues: { reason: '' } })
  const { run, busy, problem } = useCommand({
    send: ({ reason }: { reason: string }) => reopenSeason(season.id, { reason: reason.trim() }),
    fallback: 'Failed to reopen season',
    success: () => `${season.name} is open again`,
    onDone: onClose,
    onProblem: shownInPlace,
  })
  return (
    <FormDialog
      title={`Reopen ${season.name}?`}
      description="Its winners are taken back, and its points follow the current settings again. Sports and picks can be changed until you end it once more."
      action="Reopen"
      danger
      busy={busy}
      problem={problem}
      onSubmit={form.handleSubmit(run)}
      onClose={onClose}
    >
      <ReasonInput
        field={form.register('reason', reasonNeeded)}
        error={form.formState.errors.reason?.message}
      />
    </FormDialog>
  )
}
