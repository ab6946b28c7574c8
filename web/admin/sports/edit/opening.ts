import { fieldsOf } from '../../../../api/contract/fields.ts'
import type { RoundList } from '../../../../api/contract/rounds.ts'
import { api } from '../../../server/api.ts'
import { formatLockTime, ownTime, wallClock } from '../../calendar.ts'
import type { Command } from '../../command/command-dialog.tsx'

export function opening(round: RoundList[number]): Command<unknown, 'opensAt'> {
  const { id, sport_name, lock_time, timezone, opens_at, opening_failed } = round
  return {
    title: `Let ${sport_name} open by itself`,
    text: `At that time it opens for picks, as if you activated it then. It locks on ${formatLockTime(lock_time, timezone)}. A pick from a list needs its teams by then.`,
    action: 'Save',
    fields: fieldsOf('PUT /admin/rounds/{id}/opening'),
    asks: {
      opensAt: {
        label: `Opens at (${timezone})`,
        type: 'datetime-local',
        value: opens_at && !opening_failed ? wallClock(opens_at, timezone) : '',
        hint: (typed) => ownTime(typed, timezone),
        needed: 'Please choose a time',
      },
    },
    send: ({ opensAt }) => api('PUT /admin/rounds/{id}/opening', id, { opensAt }),
    fallback: 'Failed to plan the opening',
    success: `${sport_name} opens by itself`,
    also: opens_at
      ? {
          action: 'Take Back',
          danger: true,
          send: () => api('DELETE /admin/rounds/{id}/opening', id),
          fallback: 'Failed to take the opening back',
          success: `${sport_name} does not open by itself any more`,
        }
      : undefined,
  }
}
