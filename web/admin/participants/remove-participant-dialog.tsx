import type { Participant, Season } from '../../../api/contract/seasons.ts'
import { removeParticipant } from '../../client.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { shownInPlace, useCommand } from '../command.ts'

type RemoveParticipantDialogProps = { season: Season; participant: Participant; onClose: () => void }

export function RemoveParticipantDialog({ season, participant, onClose }: RemoveParticipantDialogProps) {
  const { run, busy, problem } = useCommand({
    send: () => removeParticipant(season.id, participant.id),
    fallback: 'Failed to remove participant',
    success: () => `${participant.name} is out of ${season.name}`,
    onDone: onClose,
    onProblem: shownInPlace,
  })
  return (
    <ConfirmDialog
      title={`Remove ${participant.name}?`}
      action="Remove"
      danger
      busy={busy}
      problem={problem}
      onConfirm={run}
      onClose={onClose}
    >
      {participant.name} no longer stands in the standings of {season.name} and gets no links. All picks are
      kept: add {participant.name} again, and everything is as it was.
    </ConfirmDialog>
  )
}
