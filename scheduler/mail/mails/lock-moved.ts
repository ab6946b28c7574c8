import type { Part } from '../../../platform/mail/email-content.ts'
import { formatTime, formatTimeShort } from '../../../platform/time/time-zone.ts'
import { greeting, type LetterWriter, roundOf, signedBy } from './reader.ts'

/** Until when picks are taken now. */
export const lockMovedLetter: LetterWriter = (facts, readers) => {
  const { sport_name, locks_at, time_zone, lock_moved_from, lock_move_reason } = roundOf(facts)
  const reason: [string, string][] = lock_move_reason ? [['Reason', lock_move_reason]] : []
  return {
    subject: `${sport_name}: pick by ${formatTimeShort(locks_at, time_zone)} now`,
    heading: `The lock time has moved: ${sport_name}`,
    parts: [
      greeting(readers),
      {
        kind: 'text',
        text: `${facts.deed.by} moved the lock time of ${sport_name} in ${facts.season.name}.`,
      },
      {
        kind: 'facts',
        rows: [
          ['Picks lock', formatTime(locks_at, time_zone)],
          ['It was', formatTime(lock_moved_from ?? locks_at, time_zone)],
          ...reason,
        ],
      },
      ...readers.map(
        ({ id, name, pickUrl }): Part => ({
          kind: 'button',
          label: `${facts.picks.has(id) ? 'See' : 'Make'} ${readers.length === 1 ? 'your' : `${name}'s`} pick for ${sport_name}`,
          url: pickUrl ?? '',
        }),
      ),
    ],
    signature: signedBy(facts, 'Good luck!'),
  }
}
