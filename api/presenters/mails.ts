import type { MailRow } from '../../platform/database/private-schema.ts'
import type { NoticeOutcome } from '../../platform/mail/notices.ts'

/** What an admin may read of a mail: nothing where it would show a pick that is sealed from admins. */
export type ShownMail = { text: string | null; html: string | null; withheld: boolean }

export const presentMail = (
  mail: MailRow,
  { text, withheld }: ShownMail,
  roundIds: number[],
  retriable: boolean,
) => ({
  id: mail.id,
  template: mail.template,
  to: mail.recipient_address,
  recipientName: mail.recipient_name,
  roundId: mail.round_id,
  ...(mail.round_id === null && roundIds.length > 0 && { roundIds }),
  subject: mail.subject,
  text,
  ...(withheld && { withheld: true as const }),
  state: mail.state,
  attempts: mail.attempts,
  reply: mail.reply,
  created_at: mail.created_at,
  sent_at: mail.sent_at,
  dueAt: mail.state === 'queued' ? mail.due_at : null,
  retriable,
})

export const presentNotice = ({ mail_id, template, state, reply, sent_at, created_at }: NoticeOutcome) => ({
  ...{ id: mail_id, template, state, reply, at: sent_at ?? created_at },
})
