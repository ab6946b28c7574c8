import type { Participant, Season } from '../../../api/contract/seasons.ts'
import { api } from '../../server/api.ts'
import type { Command } from '../command/command-dialog.tsx'

export function removal(season: Season, participants: readonly Participant[]): Command {
  const isOne = participants.length === 1
  const who = isOne ? `${participants[0]?.name}` : `${participants.length} participants`
  return {
    title: `Remove ${who}?`,
    text: `${participants.map(({ name }) => name).join(', ')} ${isOne ? 'is' : 'are'} no longer in the standings of ${season.name} and ${isOne ? 'gets' : 'get'} no links. While a sport is open, one last mail says so. All picks are kept: add ${isOne ? who : 'them'} again, and everything is as it was.`,
    action: 'Remove',
    danger: true,
    reason: 'optional',
    send: (why) =>
      api('POST /admin/season-participants/{seasonId}/participants/bulk/remove', season.id, {
        userIds: participants.map(({ id }) => id),
        ...why,
      }),
    fallback: isOne ? 'Failed to remove participant' : 'Failed to remove participants',
    success: `${who} ${isOne ? 'is' : 'are'} out of ${season.name}`,
  }
}
