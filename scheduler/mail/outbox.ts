import { Refusal } from '../../domain/refusal.ts'
import type { MailRow } from '../../platform/database/private-schema.ts'
import { grouped } from '../../platform/grouped.ts'
import {
  countMails,
  findMail,
  LISTED_MAX,
  listMails,
  type Outbox,
  type OutboxMail,
} from '../../platform/mail/mail-list.ts'
import { rewritten } from '../../platform/mail/mails.ts'
import { type NoticeOutcome, noticesAbout, noticesOf, waitingNotices } from '../../platform/mail/notices.ts'
import { refusedAddresses } from '../../platform/mail/refused-addresses.ts'
import type { Services } from '../services.ts'
import { type Checking, checkNotices } from './check-notices.ts'
import { mailsOf } from './form-mails.ts'
import { findMailFacts } from './mail-facts.ts'
import { isMadeFrom, isRewritten } from './mail-templates.ts'
import { writeMail } from './write-mail.ts'

type Uses = Pick<Services, 'links' | 'settings' | 'read' | 'store' | 'privateSchema' | 'clock'>

/** What waits is shown as it would go out now, what went out as it did. */
export function openOutbox(services: Uses): Outbox {
  const { privateSchema, read, clock } = services
  // An admin who reads a preview gets no link of a player.
  const messages = { ...services.links.messages, urlFor: () => services.settings.appUrl }
  const withoutLinks = { ...services, links: { ...services.links, messages } }
  return {
    list: async (state) => {
      // What waits comes first: what is formed between the two is seen twice, and not missed.
      const all = await waitingMails()
      const stored = await withNotices(await listMails(privateSchema, state))
      const ids = new Set(stored.map(({ mail }) => mail.id))
      const waiting = all.filter(({ mail }) => !ids.has(mail.id))
      const counts = await countMails(privateSchema)
      const queued = (counts.queued ?? 0) + waiting.length
      const shown = state === undefined || state === 'queued' ? [...stored, ...waiting] : stored
      return {
        counts: queued === 0 ? counts : { ...counts, queued },
        mails: await asOfNow(shown.toSorted(newestFirst).slice(0, LISTED_MAX)),
      }
    },
    find: async (id) => {
      const mail = await findMail(privateSchema, id)
      const found = mail
        ? await withNotices([mail])
        : (await waitingMails()).filter(({ mail }) => mail.id === id)
      return (await asOfNow(found))[0] ?? null
    },
    tellsOpenPick: (template) => isMadeFrom(template, 'entry'),
    previewMessage: async ({ seasonId, subject, text }, players) => {
      const facts = await findMailFacts(services, { seasonId, roundId: null })
      if (!facts) throw new Refusal('season-not-found')
      const message = { subject, text, replyTo: null, isWithdrawn: false }
      const section = { facts: { ...facts, message }, players, isAgain: false, uselessAt: null }
      return writeMail(withoutLinks, 'message', [section])
    },
  }

  async function waitingMails(): Promise<OutboxMail[]> {
    const refusalOf = await refusedAddresses(privateSchema)
    return (await mailsOf(read, await waitingNotices(privateSchema), refusalOf, clock.now())).formed
  }

  async function withNotices(mails: readonly MailRow[]): Promise<OutboxMail[]> {
    const ids = mails.map(({ id }) => id)
    const byMail = grouped(await noticesOf(privateSchema, ids), ({ mail_id }) => mail_id)
    return mails.map((mail) => ({ mail, notices: byMail.get(mail.id) ?? [] }))
  }

  async function asOfNow(mails: readonly OutboxMail[]): Promise<OutboxMail[]> {
    const checking = ofOneMoment(services)
    const shown: OutboxMail[] = []
    for (const { mail, notices } of mails) {
      const { state, template } = mail
      if (state !== 'queued' || !isRewritten(template)) shown.push({ mail, notices })
      else {
        const { sections, over } = await checkNotices(checking, mail, notices)
        const shownMail =
          sections.length === 0
            ? { ...mail, reply: over?.reply ?? mail.reply }
            : rewritten(mail, writeMail(services, template, sections))
        shown.push({ notices, mail: shownMail })
      }
    }
    return shown
  }
}

/** Each question is asked once, for all mails that are looked at. */
function ofOneMoment(services: Uses): Checking {
  const facts = new Map<string, ReturnType<typeof findMailFacts>>()
  const others = new Map<string, Promise<Map<number, NoticeOutcome[]>>>()
  return {
    ...services,
    factsOf: (...asked) => {
      const key = JSON.stringify(asked)
      const found = facts.get(key) ?? findMailFacts(services, ...asked)
      facts.set(key, found)
      return found
    },
    othersOf: async (topic, templates, playerIds) => {
      const key = JSON.stringify([topic, templates])
      const found = others.get(key) ?? noticesAbout(services.privateSchema, topic, templates).then(byPlayer)
      others.set(key, found)
      const ofPlayer = await found
      return playerIds.flatMap((id) => ofPlayer.get(id) ?? [])
    },
  }
}

const byPlayer = (notices: readonly NoticeOutcome[]) => grouped(notices, ({ player_id }) => player_id)

const byAge = (one: string, other: string) => (one < other ? 1 : one > other ? -1 : 0)

const newestFirst = ({ mail: one }: OutboxMail, { mail: other }: OutboxMail) =>
  byAge(one.created_at, other.created_at) || -byAge(one.id, other.id)
