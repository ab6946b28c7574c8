import { fieldsOf } from '../../../../api/contract/fields.ts'
import type { RoundList } from '../../../../api/contract/rounds.ts'
import { formatInZone } from '../../../pick/moment.ts'
import { api } from '../../../server/api.ts'
import { wallClock } from '../../calendar.ts'
import type { Command } from '../../command/command-dialog.tsx'
import { fixedWords } from '../activate/who-gets-links.tsx'
import { ownTime } from './time-zones.ts'

export function opening(round: RoundList[number]): Command<unknown, 'opensAt'> {
  const { id, sport_name, lock_time, timezone, offsets, opens_at, opening_failed } = round
  return {
    title: `Schedule ${sport_name}`,
    text: `It opens at this time and players get their links. It locks on ${formatInZone(lock_time, offsets)}. If players pick from a list, add the teams by then. ${fixedWords(round, 'once it opens')}`,
    action: 'Save',
    fields: fieldsOf('PUT /admin/rounds/{id}/opening'),
    asks: {
      opensAt: {
        label: `Opens at (${timezone})`,
        type: 'datetime-local',
        value: opens_at && !opening_failed ? wallClock(opens_at, offsets) : '',
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
