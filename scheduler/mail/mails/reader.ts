import { listed } from '../../../domain/names.ts'
import { inUnit } from '../../../domain/rounds/tie-break-question.ts'
import type { EmailContent, Part } from '../../../platform/mail/email-content.ts'
import { formatTimeShort } from '../../../platform/time/time-zone.ts'
import type { MailFacts } from '../mail-facts.ts'

/** One of those who read a mail together, because they share an address. */
export type Reader = {
  id: number
  name: string
  /** Opens the round for this player's pick; null in a mail about the season as a whole. */
  pickUrl: string | null
}

export type LetterWriter = (
  facts: MailFacts,
  readers: readonly Reader[],
  links: { standingsUrl: string; unsubscribeUrl: string; isAgain: boolean },
) => EmailContent

/** What is told of one of several rounds, and to which of the readers. */
export type RoundPart = { facts: MailFacts; readers: readonly Reader[] }

/** Of several rounds of one season, the first to lock first. */
export type TogetherWriter = (rounds: readonly RoundPart[], readers: readonly Reader[]) => EmailContent

export const greeting = (readers: readonly Reader[]): Part => ({
  kind: 'text',
  text: `Hi ${listed(readers.map(({ name }) => name))},`,
})

/** What is told of each reader, under that reader's name where there are several. `heading` is for one alone. */
export const forEach = (
  readers: readonly Reader[],
  heading: string | null,
  tell: (reader: Reader) => readonly Part[],
): Part[] =>
  readers.flatMap((reader) => {
    const title = readers.length === 1 ? heading : reader.name
    return [...(title === null ? [] : [{ kind: 'subheading' as const, text: title }]), ...tell(reader)]
  })

/** What the reader guessed, where the round carries a tie-break question. */
export function guessRows(facts: MailFacts, playerId: number): [string, string][] {
  const { tieBreak } = roundOf(facts)
  if (tieBreak === null) return []
  const guess = facts.guesses.get(playerId) ?? null
  return [['Your guess', guess === null ? 'No guess' : inUnit(guess, tieBreak.unit)]]
}

/** Who did it and why, for the end of a list of facts. */
export const deedRows = ({ deed }: MailFacts): [string, string][] => [
  ['Changed by', deed.by],
  ...(deed.reason === null ? [] : [['Reason', deed.reason] satisfies [string, string]]),
]

/** The commissioner signs, or the app itself. */
export const signedBy = ({ season, settings }: MailFacts, farewell: string) =>
  `${farewell}\n${season.commissioner ?? settings.branding.title}`

/** How the subject of a mail about a pick begins: `Football: pick by Wed, Jan 20, 1:00 PM EST`. */
export function deadlineOf(facts: MailFacts): string {
  const { sportName, locksAt, timeZone, status, cancelledAt } = roundOf(facts)
  if (cancelledAt !== null) return `${sportName}: cancelled`
  return `${sportName}: ${status === 'active' ? 'pick by' : 'locked'} ${formatTimeShort(locksAt, timeZone)}`
}

/** The round that a mail of this kind is always about. */
export function roundOf({ round }: MailFacts) {
  if (round === null) throw new Error('This mail is about a round')
  return round
}
