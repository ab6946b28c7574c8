import type { Instant } from '../../domain/event.ts'
import { type RewrittenTemplate, TEMPLATES } from '../../domain/mail-templates.ts'
import { listed } from '../../domain/names.ts'
import type { PresentPlayer } from '../../domain/players/player.ts'
import { linkGeneration } from '../../domain/rounds/round.ts'
import { isPlain } from '../../domain/seasons/rules.ts'
import type { PrivateSchema } from '../../platform/database/private-schema.ts'
import type { PublishedSeal } from '../../platform/integrity/hash-chain.ts'
import { oneLine, type Part } from '../../platform/mail/email-content.ts'
import { renderEmail } from '../../platform/mail/email-html.ts'
import type { Mail } from '../../platform/mail/outbox.ts'
import { hasTold, type MailTopic, mailsAbout } from '../../platform/mail/outbox-players.ts'
import type { Services } from '../services.ts'
import type { MailFacts } from './mail-facts.ts'
import { witnessParts } from './mail-witness.ts'
import { MAIL_WRITERS } from './mail-writers.ts'
import type { RoundPart } from './mails/reader.ts'
import { clip, NAME_CHARACTERS_MAX } from './mails/wording.ts'

const RECIPIENT_CHARACTERS_MAX = 120

export type Section = { facts: MailFacts; players: readonly PresentPlayer[] }

/**
 * One mail to those who share an address, as it reads now.
 * @param sections several only for a template that can tell of several rounds.
 * @param told who has had an earlier mail about the same.
 */
export function writePlayerMail(
  services: MailServices,
  template: RewrittenTemplate,
  sections: readonly Section[],
  {
    told,
    uselessAt,
    seal = null,
  }: { told: ReadonlySet<number>; uselessAt: Instant | null; seal?: PublishedSeal | null },
): Mail {
  const { write, writeTogether } = MAIL_WRITERS[template]
  const parts = sections.toSorted(firstLockFirst).map(({ facts, players }) => ({
    facts,
    readers: players.map((player) => readerOf(services, facts, player)),
  }))
  const [first] = parts
  if (!first) throw new Error('A mail tells of something')
  const players = playersOf(sections)
  const readers = players.map((player) => readerOf(services, first.facts, player))
  const content =
    parts.length > 1 && writeTogether
      ? writeTogether(parts, readers)
      : write(first.facts, first.readers, {
          standingsUrl: standingsUrl(services.settings.appUrl, first.facts),
          unsubscribeUrl: services.reminderLinks.urlFor(readers.map(({ id }) => id)),
          isAgain: readers.some(({ id }) => told.has(id)),
        })
  const { appUrl } = services.settings
  const ending = [
    ...storyLinks(appUrl, parts, template),
    ...rulesLink(appUrl, first.facts, template),
    ...(seal ? witnessParts(appUrl, first.facts, seal) : []),
  ]
  return {
    template,
    to: {
      name: clip(listed(readers.map((reader) => reader.name)), RECIPIENT_CHARACTERS_MAX),
      address: players[0]?.email ?? '',
    },
    ...renderEmail({ ...content, parts: [...content.parts, ...ending] }, first.facts.settings.branding),
    // At the first lock the mail is written again, without that round.
    uselessAt: (TEMPLATES[template].asks ? first.facts.round?.locksAt : null) ?? uselessAt,
  }
}

export type MailServices = Pick<Services, 'links' | 'reminderLinks' | 'settings'>

export function playersOf(sections: readonly Section[]): PresentPlayer[] {
  const byId = new Map(sections.flatMap(({ players }) => players.map((player) => [player.playerId, player])))
  return [...byId.values()].toSorted((one, other) => one.playerId - other.playerId)
}

export function sectionsFor<Told extends Section>(
  sections: readonly Told[],
  recipient: readonly PresentPlayer[],
): Told[] {
  const ids = new Set(recipient.map(({ playerId }) => playerId))
  return sections.flatMap((section) => {
    const players = section.players.filter(({ playerId }) => ids.has(playerId))
    return players.length === 0 ? [] : [{ ...section, players }]
  })
}

export function firstLockFirst({ facts: one }: Section, { facts: other }: Section): number {
  const [left, right] = [one.round, other.round]
  if (!left || !right) return 0
  return left.locksAt < right.locksAt ? -1 : left.locksAt > right.locksAt ? 1 : left.roundId - right.roundId
}

function readerOf({ links }: MailServices, { round }: MailFacts, { playerId, name }: PresentPlayer) {
  return {
    id: playerId,
    name: oneLine(name),
    pickUrl:
      round &&
      links.urlFor({
        seasonId: round.seasonId,
        roundId: round.roundId,
        playerId,
        generation: linkGeneration(round.linksReplaced, playerId),
      }),
  }
}

function standingsUrl(appUrl: string, { season, round }: MailFacts): string {
  return `${appUrl}/?season=${season.seasonId}${round ? `&sport=${round.roundId}` : ''}`
}

/** Unlike a pick link it can be passed on. */
function storyLinks(
  appUrl: string,
  [part, ...others]: readonly RoundPart[],
  template: RewrittenTemplate,
): Part[] {
  const { season, round } = part?.facts ?? {}
  if (!part || !season || !round || others.length > 0 || !TEMPLATES[template].story) return []
  return part.readers.map(({ id, name }) => ({
    kind: 'link',
    label: `The whole story of ${part.readers.length === 1 ? 'your' : `${clip(name, NAME_CHARACTERS_MAX)}'s`} pick`,
    url: `${appUrl}/seasons/${season.seasonId}/sports/${round.roundId}/players/${id}`,
  }))
}

function rulesLink(
  appUrl: string,
  { season, isWeighted, rules }: MailFacts,
  template: RewrittenTemplate,
): Part[] {
  const isOwn = season.rules !== null || season.note !== null || isWeighted || !isPlain(rules)
  if (template !== 'rules-changed' && !isOwn) return []
  return [{ kind: 'link', label: 'Rules of this season', url: `${appUrl}/rules?season=${season.seasonId}` }]
}

/**
 * Who has had such a mail about the same.
 * @param mailId a mail that is not counted: the one that is being written.
 */
export async function playersTold(
  privateSchema: PrivateSchema,
  topic: MailTopic,
  mailId: string | null,
): Promise<Set<number>> {
  const mails = await mailsAbout(privateSchema, topic, [topic.template])
  return new Set(mails.flatMap((mail) => (hasTold(mail) && mail.id !== mailId ? mail.player_id : [])))
}
