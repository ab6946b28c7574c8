import { completeRound, previewCompletion } from '../../client.ts'
import { ResultDialog } from './result-dialog.tsx'
import type { SportDialogProps } from './sport-dialog.tsx'

export function CompleteDialog({ round, onClose }: SportDialogProps) {
  return (
    <ResultDialog
      round={round}
      title={`Complete ${round.sport_name}`}
      description={
        round.pick_type === 'single'
          ? 'Say how the teams finished. Everyone who picked one of them gets the points of its place.'
          : 'Say how it ended, then give each player the place that their picks earned.'
      }
      action="Complete & Score"
      correcting={round.completed_before === true}
      show={(result) => previewCompletion(round.id, result)}
      send={(result) => completeRound(round.id, result)}
      fallback="Failed to complete round"
      success={() => `${round.sport_name} is completed, and the standings are up to date`}
      onClose={onClose}
    />
  )
}
