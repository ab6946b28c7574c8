import { fieldsOf } from '../../../../api/contract/fields.ts'
import type { RoundList } from '../../../../api/contract/rounds.ts'
import { api } from '../../../server/api.ts'
import { formatLockTime, ownTime, wallClock } from '../../calendar.ts'
import type { Command } from '../../command/command-dialog.tsx'

export function opening(round: RoundList[number]): Command<unknown, 'opensAt'> {
  const { id, sport_name, lock_time, timezone, opens_at, opening_failed } = round
  return {
    title: `Schedule ${sport_name}`,
    text: `It opens at this time and players get their links. It locks on ${formatLockTime(lock_time, timezone)}. If players pick from a list, add the teams by then.`,
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
    fallback: 'Failed to schedule the opening',
    success: `${sport_name} is scheduled to open`,
    also: opens_at
      ? {
          action: 'Remove Schedule',
          send: () => api('DELETE /admin/rounds/{id}/opening', id),
          fallback: 'Failed to remove the schedule',
          success: `${sport_name} is no longer scheduled to open`,
        }
      : undefined,
  }
}
