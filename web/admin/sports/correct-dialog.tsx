import { correctResult, previewCorrection } from '../../client.ts'
import { ResultDialog } from './result-dialog.tsx'
import type { SportDialogProps } from './sport-dialog.tsx'

export function CorrectDialog({ round, onClose }: SportDialogProps) {
  return (
    <ResultDialog
      round={round}
      title={`Correct the result of ${round.sport_name}`}
      description="This is the published result. Change what is wrong: points and ranks follow at once."
      action="Correct Result"
      correcting
      show={(result) => previewCorrection(round.id, result)}
      send={({ reason = '', ...result }) => correctResult(round.id, { ...result, reason })}
      fallback="Failed to correct the result"
      success={({ message }) => `${round.sport_name}: ${message}`}
      onClose={onClose}
    />
  )
}
