import type { Instant } from '../../domain/event.ts'
import { TEMPLATES, type TemplateName } from '../../domain/mail-templates.ts'
import type { Player, PresentPlayer } from '../../domain/players/player.ts'
import { type EmailContent, oneLine } from '../../platform/mail/email-content.ts'
import { renderEmail } from '../../platform/mail/email-html.ts'
import {
  mailedPlayers,
  occasionOf,
  type PlayerMail,
  queuePlayerMails,
} from '../../platform/mail/outbox-players.ts'
import { type CausingEvent, causeOf } from './mail-cause.ts'
import { findMailFacts, type MailFacts } from './mail-facts.ts'
import {
  firstLockFirst,
  type MailServices,
  playersOf,
  playersTold,
  type Section,
  sectionsFor,
  writePlayerMail,
} from './player-mail.ts'
import type { EventOf, MailToPlayers, PolicyContext } from './policy.ts'
import { inParts, recipients } from './recipients.ts'

type Cause = CausingEvent & { id: string }

type Ordered = Section & { mail: MailToPlayers; occasion: string; told: ReadonlySet<number> }

/**
 * One mail for each address, and one of each occasion for each player, however often this is called. While mail
 * is off it is kept.
 */
export async function queueMailsToPlayers(
  services: MailServices,
  context: PolicyContext,
  cause: Cause,
  mails: readonly MailToPlayers[],
): Promise<void> {
  for (const together of inOneMail(mails)) {
    const ordered: Ordered[] = []
    for (const mail of together) ordered.push(...(await orderedBy(context, cause, mail)))
    const messages: PlayerMail[] = []
    for (const recipient of recipients(playersOf(ordered))) {
      for (const sections of inMails(sectionsFor(ordered, recipient), recipient)) {
        messages.push(messageOf(services, cause, sections))
      }
    }
    const isOn = ordered[0]?.facts.settings.notificationsOn
    await queuePlayerMails(context.privateSchema, messages, context.now, isOn ? 'queued' : 'suppressed')
  }
}

function inOneMail(mails: readonly MailToPlayers[]): MailToPlayers[][] {
  const groups = new Map<string, MailToPlayers[]>()
  for (const [index, mail] of mails.entries()) {
    const { together } = TEMPLATES[mail.template]
    const key = together === null ? `${index}` : `${together} ${mail.seasonId}`
    groups.set(key, [...(groups.get(key) ?? []), mail])
  }
  return [...groups.values()]
}

async function orderedBy(context: PolicyContext, cause: Cause, mail: MailToPlayers): Promise<Ordered[]> {
  const facts = await findMailFacts(context, mail, causeOf(cause))
  if (!facts) return []
  const occasion = occasionOf(mail.causeId ?? cause.id, mail)
  const mailed = await mailedPlayers(context.privateSchema, occasion)
  const players = [...facts.participants.values()].filter(
    ({ playerId, status }) =>
      (status === 'active' || TEMPLATES[mail.template].absent) &&
      mail.playerIds.includes(playerId) &&
      !mailed.has(playerId),
  )
  return [{ facts, players, mail, occasion, told: await playersTold(context.privateSchema, mail, null) }]
}

/** Mail programs cut a mail with too many links. */
const LINKS_MAX = 36

const inMails = (sections: readonly Ordered[], { length: readers }: readonly PresentPlayer[]): Ordered[][] =>
  inParts(sections.toSorted(firstLockFirst), Math.floor(LINKS_MAX / readers))

function messageOf(services: MailServices, { position }: Cause, sections: readonly Ordered[]): PlayerMail {
  const [first] = sections
  if (!first) throw new Error('A mail tells of something')
  const { seasonId, roundId, uselessAt, dueAt } = first.mail
  const isOne = sections.length === 1
  const template = isOne
    ? first.mail.template
    : (TEMPLATES[first.mail.template].together ?? first.mail.template)
  const topic = { template, seasonId, roundId: isOne ? roundId : null }
  return {
    ...topic,
    ...writePlayerMail(services, template, sections, { told: first.told, uselessAt }),
    position,
    ...(dueAt && { dueAt }),
    occasions: sections.flatMap(({ occasion, players, mail }) =>
      players.map(({ playerId }) => ({ occasion, playerId, roundId: isOne ? null : mail.roundId })),
    ),
  }
}

type MailFromLog = {
  template: TemplateName
  seasonId: number
  playerId: number
  was: Player
  uselessAt: Instant | null
}

/** What is written here is sent as it is, so it must name no admin. */
export async function queueAsWritten(
  { privateSchema, now }: PolicyContext,
  { id, position }: EventOf,
  { playerId, was, ...mail }: MailFromLog,
  { settings }: MailFacts,
  write: (name: string) => EmailContent,
): Promise<void> {
  if (!('email' in was) || was.email === null) return
  const name = oneLine(was.name)
  const topic = { ...mail, roundId: null }
  const written = {
    ...{ ...topic, position, to: { name, address: was.email } },
    ...renderEmail(write(name), settings.branding),
    occasions: [{ occasion: occasionOf(id, topic), playerId, roundId: null }],
  }
  await queuePlayerMails(privateSchema, [written], now, settings.notificationsOn ? 'queued' : 'suppressed')
}
