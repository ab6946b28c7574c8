import type { Instant } from '../../domain/event.ts'
import type { PrivateSchema } from '../../platform/database/private-schema.ts'
import { oneLine } from '../../platform/mail/email-content.ts'
import { renderEmail } from '../../platform/mail/email-html.ts'
import type { Mail } from '../../platform/mail/outbox.ts'
import { type MailTopic, toldAlready } from '../../platform/mail/outbox-players.ts'
import type { Services } from '../services.ts'
import type { MailFacts, Participant } from './mail-facts.ts'
import { type MailTemplate, templateOf } from './mail-templates.ts'
import { clip, listOf } from './mails/wording.ts'

const RECIPIENT_CHARACTERS_MAX = 120

/** What a mail needs to know beside what it tells. */
export type Postscript = {
  /** The players who have had an earlier mail about the same. */
  told: ReadonlySet<number>
  /** For a mail that tells news: from when on it would be stale. */
  uselessAt: Instant | null
}

/** One mail to those who share an address, as it reads now. */
export function writePlayerMail(
  { links, reminderLinks, settings }: Pick<Services, 'links' | 'reminderLinks' | 'settings'>,
  topic: MailTopic,
  facts: MailFacts,
  players: readonly Participant[],
  { told, uselessAt }: Postscript,
): Mail {
  const template = requireTemplate(topic)
  const readers = players.map(({ id, name }) => ({
    id,
    name: oneLine(name),
    pickUrl:
      facts.round && links.urlFor({ seasonId: facts.season.id, roundId: facts.round.id, playerId: id }),
  }))
  const content = template.write(facts, readers, {
    standingsUrl: standingsUrl(settings.appUrl, facts),
    unsubscribeUrl: reminderLinks.urlFor(readers.map(({ id }) => id)),
    isAgain: readers.some(({ id }) => told.has(id)),
  })
  return {
    template: topic.template,
    to: {
      name: clip(listOf(readers.map(({ name }) => name)), RECIPIENT_CHARACTERS_MAX),
      address: players[0]?.email ?? '',
    },
    ...renderEmail(content, facts.settings.branding),
    uselessAt: template.asksForPick ? (facts.round?.locks_at ?? null) : uselessAt,
  }
}

/** The standings open on the sport that the mail speaks of. */
function standingsUrl(appUrl: string, { season, round }: MailFacts): string {
  return `${appUrl}/?season=${season.id}${round ? `&sport=${round.id}` : ''}`
}

/** @param mailId a mail that is not counted: the one that is being written. */
export async function playersTold(
  privateSchema: PrivateSchema,
  topic: MailTopic,
  mailId: string | null,
): Promise<Set<number>> {
  const told = await toldAlready(privateSchema, topic, ['sent', 'kept', 'unconfirmed'])
  return new Set(told.filter((mail) => mail.mailId !== mailId).map(({ playerId }) => playerId))
}

export function requireTemplate({ template }: Pick<MailTopic, 'template'>): MailTemplate {
  const found = templateOf(template)
  if (!found) throw new Error(`There is no template ${template}`)
  return found
}
