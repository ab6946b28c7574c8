import type { Instant } from '../../domain/event.ts'
import { linkGeneration } from '../../domain/picks/pick-links.ts'
import type { PresentPlayer } from '../../domain/players/player.ts'
import { byLock } from '../../domain/rounds/round.ts'
import { isPlain } from '../../domain/seasons/rules.ts'
import type { PublishedSeal } from '../../platform/integrity/hash-chain.ts'
import { oneLine, type Part } from '../../platform/mail/email-content.ts'
import { renderEmail } from '../../platform/mail/email-html.ts'
import type { Mail } from '../../platform/mail/mails.ts'
import type { Services } from '../services.ts'
import type { MailFacts } from './mail-facts.ts'
import { isMadeFrom, templateOf } from './mail-templates.ts'
import { witnessParts } from './mail-witness.ts'
import { namesOf, type RoundPart } from './mails/reader.ts'
import { clip, NAME_CHARACTERS_MAX } from './mails/wording.ts'

/** What a mail tells of one occasion, and to whom. */
export type Section = {
  facts: MailFacts
  players: readonly PresentPlayer[]
  isAgain: boolean
  uselessAt: Instant | null
}

export type Writing = Pick<Services, 'links' | 'reminderLinks' | 'settings'>

/**
 * One mail to those who share an address, as it reads now.
 * @param sections several only for a template that can tell of several rounds.
 */
export function writeMail(
  services: Writing,
  template: string,
  sections: readonly Section[],
  seal: PublishedSeal | null = null,
): Mail {
  const known = templateOf(template)
  if (!known) throw new Error(`No template ${template}`)
  const { write, writeTogether, story } = known
  const { appUrl } = services.settings
  const inOrder = sections.toSorted(firstLockFirst)
  const parts = inOrder.map(({ facts, players }) => ({
    facts,
    readers: players.map((player) => readerOf(services, facts, player)),
  }))
  const [first] = inOrder
  const [part] = parts
  if (!first || !part) throw new Error('A mail tells of something')
  const { facts } = first
  const players = playersOf(sections)
  const content =
    parts.length > 1 && writeTogether
      ? writeTogether(
          parts,
          players.map((player) => readerOf(services, facts, player)),
        )
      : write(facts, part.readers, {
          standingsUrl: standingsUrl(appUrl, facts),
          unsubscribeUrl: services.reminderLinks.urlFor(players.map(({ playerId }) => playerId)),
          isAgain: first.isAgain,
        })
  const ending = [
    ...(story ? storyLinks(appUrl, parts) : []),
    ...rulesLink(appUrl, facts, template),
    ...(seal ? witnessParts(appUrl, facts, seal) : []),
  ]
  return {
    template,
    to: { name: namesOf(players), address: players[0]?.email ?? '' },
    ...renderEmail({ ...content, parts: [...content.parts, ...ending] }, facts.settings.branding),
    // At the first lock the mail is written again, without that round.
    uselessAt: first.uselessAt,
    namesOthers: isMadeFrom(template, 'deed') || isMadeFrom(template, 'standings'),
  }
}

function playersOf(sections: readonly Section[]): PresentPlayer[] {
  const byId = new Map(sections.flatMap(({ players }) => players.map((player) => [player.playerId, player])))
  return [...byId.values()].toSorted((one, other) => one.playerId - other.playerId)
}

function firstLockFirst({ facts: one }: Section, { facts: other }: Section): number {
  return one.round && other.round ? byLock(one.round, other.round) : 0
}

function readerOf({ links }: Writing, { round, season }: MailFacts, player: PresentPlayer) {
  const { playerId, name } = player
  const link = round && { seasonId: round.seasonId, roundId: round.roundId, playerId }
  return {
    id: playerId,
    name: oneLine(name),
    pickUrl: link && links.urlFor({ ...link, generation: linkGeneration({ round, season, player }) }),
  }
}

function standingsUrl(appUrl: string, { season, round }: MailFacts): string {
  return `${appUrl}/?season=${season.seasonId}${round ? `&sport=${round.roundId}` : ''}`
}

/** Unlike a pick link it can be passed on. */
function storyLinks(appUrl: string, [part, ...others]: readonly RoundPart[]): Part[] {
  const { season, round } = part?.facts ?? {}
  if (!part || !season || !round || others.length > 0) return []
  return part.readers.map(({ id, name }) => ({
    kind: 'link',
    label: `History of ${part.readers.length === 1 ? 'your' : `${clip(name, NAME_CHARACTERS_MAX)}'s`} pick`,
    url: `${appUrl}/seasons/${season.seasonId}/sports/${round.roundId}/players/${id}`,
  }))
}

function rulesLink(appUrl: string, { season, isWeighted, rules }: MailFacts, template: string): Part[] {
  const isOwn = season.rules !== null || season.note !== null || isWeighted || !isPlain(rules)
  if (template !== 'rules-changed' && !isOwn) return []
  return [{ kind: 'link', label: 'Rules of this season', url: `${appUrl}/rules?season=${season.seasonId}` }]
}
