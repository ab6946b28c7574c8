import { isRewritten } from '../../domain/mail-templates.ts'
import type { MailRow } from '../../platform/database/private-schema.ts'
import {
  countMails,
  findMail,
  LISTED_MAX,
  listMails,
  type Outbox,
  type OutboxMail,
} from '../../platform/mail/mail-list.ts'
import { rewritten } from '../../platform/mail/mails.ts'
import { noticesOf, waitingNotices } from '../../platform/mail/notices.ts'
import type { Services } from '../services.ts'
import { checkNotices } from './check-notices.ts'
import { mailsOf } from './form-mails.ts'
import { keepMailFacts } from './mail-facts.ts'
import { groupedBy } from './recipients.ts'
import { writeMail } from './write-mail.ts'

/** What waits is shown as it would go out now, what went out as it did. */
export function openOutbox(
  services: Pick<
    Services,
    'links' | 'reminderLinks' | 'settings' | 'read' | 'store' | 'privateSchema' | 'clock'
  >,
): Outbox {
  const { privateSchema, read } = services
  return {
    list: async (state) => {
      const [stored, waiting] = [
        await withNotices(await listMails(privateSchema, state)),
        await waitingMails(),
      ]
      const counts = await countMails(privateSchema)
      const queued = (counts.queued ?? 0) + waiting.length
      const all = state === undefined || state === 'queued' ? [...stored, ...waiting] : stored
      return {
        counts: queued === 0 ? counts : { ...counts, queued },
        mails: await asOfNow(all.toSorted(newestFirst).slice(0, LISTED_MAX)),
      }
    },
    find: async (id) => {
      const mail = await findMail(privateSchema, id)
      const found = mail
        ? await withNotices([mail])
        : (await waitingMails()).filter(({ mail }) => mail.id === id)
      return (await asOfNow(found))[0] ?? null
    },
  }

  async function waitingMails(): Promise<OutboxMail[]> {
    return (await mailsOf(read, await waitingNotices(privateSchema))).formed
  }

  async function withNotices(mails: readonly MailRow[]): Promise<OutboxMail[]> {
    const ids = mails.map(({ id }) => id)
    const groups = groupedBy(await noticesOf(privateSchema, ids), ({ mail_id }) => mail_id)
    const byMail = new Map(groups.map((notices) => [notices[0].mail_id, notices]))
    return mails.map((mail) => ({ mail, notices: byMail.get(mail.id) ?? [] }))
  }

  async function asOfNow(mails: readonly OutboxMail[]): Promise<OutboxMail[]> {
    const checking = { ...services, factsOf: keepMailFacts(services) }
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

const newestFirst = ({ mail: one }: OutboxMail, { mail: other }: OutboxMail) =>
  one.created_at === other.created_at
    ? one.id < other.id
      ? -1
      : 1
    : one.created_at < other.created_at
      ? 1
      : -1
