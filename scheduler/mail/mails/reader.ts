import type { Instant } from '../../../domain/event.ts'
import { listed } from '../../../domain/names.ts'
import { inUnit } from '../../../domain/rounds/tie-break-question.ts'
import { worthText } from '../../../domain/seasons/rule-sentences.ts'
import type { NotEmpty } from '../../../platform/grouped.ts'
import { type EmailContent, oneLine, type Part } from '../../../platform/mail/email-content.ts'
import { formatTime } from '../../../platform/time/time-zone.ts'
import type { MailFacts } from '../mail-facts.ts'
import { clip, NAME_CHARACTERS_MAX, pickOf, was } from './wording.ts'

export type Row = readonly [label: string, value: string]

export type Reader = {
  id: number
  name: string
  pickUrl: string | null
  storyUrl: string | null
}

/** What differs between mails. The frame has the greeting, the signature and links that any mail may have. Without a farewell the name alone signs, or that of the season. */
export type MailContent = Omit<EmailContent, 'signature' | 'optOut'> & {
  farewell: string | null
  replyTo?: string | null
}

export const namesOf = (players: readonly { name: string }[]) =>
  clip(listed(players.map(({ name }) => oneLine(name))), RECIPIENT_CHARACTERS_MAX)

const RECIPIENT_CHARACTERS_MAX = 120

export type WriteMail = (facts: MailFacts, readers: readonly Reader[], frame: Frame) => MailContent

export type Frame = {
  now: Instant
  /** Its readers had such a mail about the same before. */
  isAgain: boolean
  standingsUrl: string
  recordUrl: string
  receiptUrl: (code: string) => string
}

/** The first lock first. */
export type Told = NotEmpty<{ facts: MailFacts; readers: readonly Reader[] }>

export type WriteSeveral = (sections: Told, readers: readonly Reader[], frame: Frame) => MailContent

export const forEach = (
  readers: readonly Reader[],
  heading: string | null,
  tell: (reader: Reader) => readonly Part[],
): Part[] =>
  readers.flatMap((reader) => {
    const title = readers.length === 1 ? heading : reader.name
    return [...(title === null ? [] : [{ kind: 'subheading' as const, text: title }]), ...tell(reader)]
  })

/** `Reds (now called Blues FC)`. */
export function pickText(facts: MailFacts, playerId: number): string {
  const round = roundOf(facts)
  const picks = facts.picks.get(playerId)
  const { pickedAs = picks } = facts.versions.get(playerId) ?? {}
  const now =
    pickedAs?.[0] === picks?.[0] ? '' : ` (now called ${clip(picks?.[0] ?? '', NAME_CHARACTERS_MAX)})`
  return `${pickOf(pickedAs, round)}${now}`
}

export function guessRows(facts: MailFacts, playerId: number): Row[] {
  const { tieBreak } = roundOf(facts)
  if (tieBreak === null) return []
  const textOf = (guess: number | null = null) => (guess === null ? 'No guess' : inUnit(guess, tieBreak.unit))
  const former = facts.formerGuesses && textOf(facts.formerGuesses.get(playerId))
  return [['Your guess', was(textOf(facts.guesses.get(playerId)), former)]]
}

export const worthRow = (facts: MailFacts): Row => ['Worth', worthText(facts.rules, roundOf(facts).weight)]

export const reasonRows = ({ reason }: MailFacts['deed']): Row[] =>
  reason === null ? [] : [['Reason', reason]]

export const deedRows = ({ deed }: MailFacts): Row[] => [['Changed by', deed.by], ...reasonRows(deed)]

/** By the commissioner, unless it tells of several seasons. */
export function signedBy(told: readonly [MailFacts, ...MailFacts[]], farewell: string | null): string {
  const [{ season, settings }] = told
  const { commissioner } = isOfSeveralSeasons(told) ? { commissioner: null } : season
  if (farewell === null) return commissioner ?? season.name
  return `${farewell}\n${commissioner ?? settings.branding.title}`
}

export const isOfSeveralSeasons = (told: readonly MailFacts[]): boolean =>
  new Set(told.map(({ season }) => season.seasonId)).size > 1

export const NO_REASON = 'no reason given'

/** `Picks lock` or, once they have, `Locked`. */
export function lockRow(facts: MailFacts): Row {
  const { locksAt, timeZone, status } = roundOf(facts)
  return [status === 'active' ? 'Picks lock' : 'Locked', formatTime(locksAt, timeZone)]
}

export function roundOf({ round }: MailFacts) {
  if (round === null) throw new Error('This mail is about a round')
  return round
}
