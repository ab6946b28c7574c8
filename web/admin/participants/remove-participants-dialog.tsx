import type { Participant, Season } from '../../../api/contract/seasons.ts'
import { removeParticipants } from '../../client.ts'
import { ReasonDialog } from '../reason-dialog.tsx'

type RemoveParticipantsDialogProps = {
  season: Season
  participants: readonly Participant[]
  onDone: () => void
  onClose: () => void
}

export function RemoveParticipantsDialog(props: RemoveParticipantsDialogProps) {
  const { season, participants, onDone, onClose } = props
  const [first] = participants
  const who = participants.length === 1 && first ? first.name : `${participants.length} participants`
  const isOne = participants.length === 1
  return (
    <ReasonDialog
      title={`Remove ${who}?`}
      description={
        <>
          {participants.map(({ name }) => name).join(', ')} no longer {isOne ? 'stands' : 'stand'} in the
          standings of {season.name} and {isOne ? 'gets' : 'get'} no links. While a sport is open, one last
          mail says so. All picks are kept: add {isOne ? who : 'them'} again, and everything is as it was.
        </>
      }
      action="Remove"
      optional
      send={(why) => removeParticipants(season.id, { userIds: participants.map(({ id }) => id), ...why })}
      fallback={isOne ? 'Failed to remove participant' : 'Failed to remove participants'}
      success={`${who} ${isOne ? 'is' : 'are'} out of ${season.name}`}
      onDone={onDone}
      onClose={onClose}
    />
  )
}
