import { listed } from '../../../domain/names.ts'
import type { Part } from '../../../platform/mail/email-content.ts'
import type { MailFacts } from '../mail-facts.ts'
import type { Reader, Row } from './reader.ts'
import { clip, NAME_CHARACTERS_MAX } from './wording.ts'

export const text = (text: string): Part => ({ kind: 'text', text })
export const note = (text: string): Part => ({ kind: 'note', text })
export const button = (label: string, url: string): Part => ({ kind: 'button', label, url })
export const rows = (...rows: readonly Row[]): Part => ({ kind: 'facts', rows })

export const PURGED = 'This was deleted for ever since, with every pick in it.'

export const greeting = (readers: readonly Reader[]) =>
  text(
    `Hi ${listed(
      readers.map(({ name }) => name),
      'there',
    )},`,
  )

/** None in a mail about a whole season: a link opens one sport. */
export function pickButton(
  { round, picks }: MailFacts,
  { id, name, pickUrl }: Reader,
  readers: readonly Reader[],
  verb = picks.has(id) ? 'See' : 'Make',
): Part[] {
  const whose = readers.length === 1 ? 'your' : `${name}'s`
  return pickUrl === null ? [] : [button(`${verb} ${whose} pick for ${round?.sportName}`, pickUrl)]
}

/** Unlike a pick link it can be passed on. */
export const storyLinks = (readers: readonly Reader[]): Part[] =>
  readers.flatMap(({ name, storyUrl }) =>
    storyUrl === null
      ? []
      : [
          {
            kind: 'link' as const,
            label: `History of ${readers.length === 1 ? 'your' : `${clip(name, NAME_CHARACTERS_MAX)}'s`} pick`,
            url: storyUrl,
          },
        ],
  )
