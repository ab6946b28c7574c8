import type { Part } from '../../../platform/mail/email-content.ts'
import { formatTime } from '../../../platform/time/time-zone.ts'
import type { MailFacts } from '../mail-facts.ts'
import { deedRows, greeting, type LetterWriter, type Reader, signedBy } from './reader.ts'

/** That nobody can pick, or these readers cannot, and who brought that about. */
export const picksPausedLetter: LetterWriter = (facts, readers, { standingsUrl }) => {
  const name = facts.round?.sport_name ?? facts.season.name
  return {
    subject: `${name}: you cannot pick at the moment`,
    heading: `You cannot pick at the moment: ${name}`,
    parts: [
      greeting(readers),
      { kind: 'text', text: `${facts.deed.by} ${deedOf(facts, readers)} while picks were open.` },
      { kind: 'facts', rows: deedRows(facts) },
      {
        kind: 'note',
        text: 'Your links do not change a pick until this is taken back. Picks that were made are kept. You get a mail if you can pick again.',
      },
      { kind: 'button', label: 'See the standings', url: standingsUrl },
    ],
    signature: signedBy(facts, 'Until then!'),
  }
}

/** That links work as before. */
export const picksResumedLetter: LetterWriter = (facts, readers) => {
  const { round, season, picks } = facts
  const name = round?.sport_name ?? season.name
  const lock: [string, string][] = round ? [['Picks lock', formatTime(round.locks_at, round.time_zone)]] : []
  return {
    subject: `${name}: you can pick again`,
    heading: `You can pick again: ${name}`,
    parts: [
      greeting(readers),
      {
        kind: 'text',
        text: `${facts.deed.by} made it possible to pick in ${name} again. Your links work as before.`,
      },
      { kind: 'facts', rows: [...lock, ...deedRows(facts)] },
      ...readers.flatMap(({ id, name: reader, pickUrl: url }): Part[] => {
        const label = `${picks.has(id) ? 'See' : 'Make'} ${readers.length === 1 ? 'your' : `${reader}'s`} pick for ${name}`
        return url === null ? [] : [{ kind: 'button', label, url }]
      }),
    ],
    signature: signedBy(facts, 'Good luck!'),
  }
}

function deedOf({ season, round, participants }: MailFacts, [reader]: readonly Reader[]): string {
  if (round !== null) return `deleted ${round.sport_name} in ${season.name}`
  if (reader && participants.get(reader.id)?.is_active === 0) return `took you out of ${season.name}`
  return `${season.deleted_at === null ? 'deactivated' : 'deleted'} ${season.name}`
}
