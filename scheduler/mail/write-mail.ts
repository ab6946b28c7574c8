import type { Instant } from '../../domain/event.ts'
import type { PlayerTopic } from '../../domain/mail-topics.ts'
import { comparable } from '../../domain/names.ts'
import { linkedTo, linkGeneration, personGeneration } from '../../domain/picks/pick-links.ts'
import type { PresentPlayer } from '../../domain/players/player.ts'
import { byLock } from '../../domain/rounds/round.ts'
import { isPlain } from '../../domain/seasons/rules.ts'
import type { PublishedSeal } from '../../platform/integrity/hash-chain.ts'
import { type OptOut, oneLine, type Part } from '../../platform/mail/email-content.ts'
import { renderEmail } from '../../platform/mail/email-html.ts'
import type { Mail } from '../../platform/mail/mails.ts'
import type { Services } from '../services.ts'
import type { MailFacts } from './mail-facts.ts'
import { isMadeFrom, isRewritten, templateOf } from './mail-templates.ts'
import { witnessParts } from './mail-witness.ts'
import { greeting } from './mails/parts.ts'
import { namesOf, signedBy } from './mails/reader.ts'
import { TOPICS } from './mails/topics.ts'
import { pageLinks } from './page-links.ts'

/** What a mail tells of one occasion, and to whom. */
export type Section = {
  facts: MailFacts
  players: readonly PresentPlayer[]
  isAgain: boolean
  uselessAt: Instant | null
}

const NAMING_OTHERS = ['deed', 'standings', 'picked'] as const

export type Writing = Pick<Services, 'links' | 'settings' | 'clock'>

/** One mail to those who share an address, as it reads now. */
export function writeMail(
  services: Writing,
  template: string,
  sections: readonly Section[],
  seal: PublishedSeal | null = null,
): Mail {
  const known = templateOf(template)
  if (!known) throw new Error(`No template ${template}`)
  const { appUrl } = services.settings
  const inOrder = sections.toSorted(firstLockFirst)
  const [first, ...others] = inOrder
  if (!first) throw new Error('A mail tells of something')
  const { facts } = first
  const players = playersOf(sections)
  const readersOf = (section: Pick<Section, 'facts' | 'players'>) =>
    section.players.map((player) => readerOf(services, section.facts, player))
  const toldOf = (section: Section) => ({ facts: section.facts, readers: readersOf(section) })
  const readers = readersOf({ facts, players })
  const several = others.length === 0 ? undefined : known.writeSeveral
  const frame = {
    now: services.clock.now(),
    isAgain: first.isAgain,
    standingsUrl: standingsUrl(appUrl, facts),
    recordUrl: `${appUrl}/record?season=${facts.season.seasonId}`,
    receiptUrl: (code: string) => `${appUrl}/receipt/${code}`,
  }
  const {
    parts,
    farewell,
    replyTo = null,
    ...content
  } = several
    ? several([toldOf(first), ...others.map(toldOf)], readers, frame)
    : known.write(facts, readers, frame)
  const told = [facts, ...others.map((section) => section.facts)] as const
  const to = { name: namesOf(players), address: players[0]?.email ?? '' }
  const home = facts.homes.get(comparable(to.address)) ?? []
  const ending = [
    ...pageLinks(services.links, home).map((link): Part => ({ kind: 'link', ...link })),
    ...(isRewritten(template) ? rulesLinks(appUrl, told, template) : []),
    ...(seal ? witnessParts(appUrl, facts, seal) : []),
  ]
  return {
    template,
    to,
    ...renderEmail(
      {
        ...content,
        ...(known.topic && { optOut: optOut(services, known.topic, players) }),
        parts: [greeting(readers), ...parts, ...ending],
        signature: signedBy(told, farewell),
      },
      facts.settings.branding,
    ),
    replyTo,
    // At the first lock the mail is written again, without that round.
    uselessAt: first.uselessAt,
    namesOthers: NAMING_OTHERS.some((fact) => isMadeFrom(template, fact)),
  }
}

function playersOf(sections: readonly Section[]): PresentPlayer[] {
  const byId = new Map(sections.flatMap(({ players }) => players.map((player) => [player.playerId, player])))
  return [...byId.values()].toSorted((one, other) => one.playerId - other.playerId)
}

function firstLockFirst({ facts: one }: Section, { facts: other }: Section): number {
  return one.round && other.round ? byLock(one.round, other.round) : 0
}

function readerOf({ links, settings }: Writing, { round, season }: MailFacts, player: PresentPlayer) {
  const { playerId, name } = player
  const link = round && { seasonId: round.seasonId, roundId: round.roundId, playerId }
  return {
    id: playerId,
    name: oneLine(name),
    storyUrl:
      link && `${settings.appUrl}/seasons/${link.seasonId}/sports/${link.roundId}/players/${playerId}`,
    pickUrl: link && links.pick.urlFor({ ...link, generation: linkGeneration({ round, season, player }) }),
  }
}

function optOut({ links }: Writing, topic: PlayerTopic, players: readonly PresentPlayer[]): OptOut {
  const { sentence, label } = TOPICS[topic]
  return { sentence, label, url: links[topic].urlFor(linkedTo(players, personGeneration)) }
}

function standingsUrl(appUrl: string, { season, round }: MailFacts): string {
  return `${appUrl}/?season=${season.seasonId}${round ? `&sport=${round.roundId}` : ''}`
}

function rulesLinks(appUrl: string, told: readonly MailFacts[], template: string): Part[] {
  const bySeason = new Map(told.map((facts) => [facts.season.seasonId, facts]))
  return [...bySeason.values()].flatMap(({ season, sports, rules }): Part[] => {
    const isOwn = season.rules !== null || season.note !== null || isWeighted(sports) || !isPlain(rules)
    if (template !== 'rules-changed' && !isOwn) return []
    const label = bySeason.size > 1 ? `Rules of ${season.name}` : 'Rules of this season'
    return [{ kind: 'link', label, url: `${appUrl}/rules?season=${season.seasonId}` }]
  })
}

const isWeighted = (sports: MailFacts['sports']) =>
  sports.some(({ weight, deletedAt }) => weight !== 1 && deletedAt === null)
