import { type Static, Type } from 'typebox'
import { refused } from '../../domain/refusal.ts'
import { command, read, section } from './endpoint.ts'
import { Id, Instant, Nullable, Uuid } from './schema.ts'

/**
 * - `queued`: goes out as soon as it can, or is tried again
 * - `sent`: the mail server has taken it; `kept`: there is none, and the mail is only kept here
 * - `failed`: refused for good; `unconfirmed`: handed over twice and never answered, so it may have arrived
 * - `skipped`: it had become pointless, or waits for what its reply says; `suppressed`: waits for email notifications
 */
export const MailState = Type.Enum([
  'queued',
  'sent',
  'kept',
  'failed',
  'unconfirmed',
  'suppressed',
  'skipped',
])

const outboxMail = {
  id: Type.String(),
  template: Type.String(),
  to: Type.String(),
  subject: Type.String(),
  text: Nullable(Type.String()),
  /** Picks that are sealed from admins, or links that open them, are left out of the text. Missing otherwise. */
  withheld: Type.Optional(Type.Literal(true)),
  state: MailState,
  attempts: Type.Integer(),
  reply: Nullable(Type.String()),
  created_at: Instant,
  sent_at: Nullable(Instant),
  /** When it goes out, or is tried again. Null where it does not wait. */
  dueAt: Nullable(Instant),
  retriable: Type.Boolean(),
  recipientName: Type.String(),
  roundId: Nullable(Id),
  roundIds: Type.Optional(Type.Array(Id)),
}

export const OutboxMail = Type.Object(outboxMail)

const OutboxQuery = Type.Object({ state: Type.Optional(MailState) })

const Outbox = Type.Object({
  /** `smtp` when mail really goes out, `dev` when it is only kept here. */
  delivery: Type.Enum(['smtp', 'dev']),
  /** Of all mails, whatever was asked for; a state without any is missing. */
  counts: Type.Partial(Type.Record(MailState, Type.Integer())),
  /** Newest first, at most 500. */
  mails: Type.Array(OutboxMail),
})

const MailServer = Type.Object({
  delivery: Outbox.properties.delivery,
  /** Null while mail goes out. */
  trouble: Nullable(
    Type.Object({
      sentence: Type.String({ examples: ['The mail server does not answer: 9 mails wait'] }),
      mails: Type.Integer(),
      nextTryAt: Instant,
    }),
  ),
})

const MailParams = Type.Object({ id: Uuid(refused('mail-not-found')) })

export const PreviewParams = Type.Object({ token: Type.String() })

const MailDetails = Type.Object({
  ...outboxMail,
  playerIds: Type.Array(Id),
  /** A page of this server, good for ten minutes, that shows the mail. Null where mail goes out, or its text is gone. */
  previewUrl: Nullable(Type.String()),
})

export const outboxEndpoints = section('Outbox', 'main_admin', {
  'GET /admin/mail-server': read(
    MailServer,
    'Read whether mail goes out. Says why none does, how many mails wait, and when the next one is tried.',
    { access: 'admin' },
  ),
  'GET /admin/outbox': read(
    Outbox,
    'List the mail. Returns the newest 500 mails and how many there are in each state. A waiting mail is shown as it would go out now. The text is included only while no mail server is set.',
    { querystring: OutboxQuery },
  ),
  'GET /admin/outbox/{id}': read(
    MailDetails,
    'Read one mail. Returns one mail with its recipients. Without a mail server it also returns the address of a page that shows it.',
    { params: MailParams },
  ),
  'POST /admin/outbox/{id}/retry': command(
    'Send a failed mail again. Queues one failed mail again. It is refused when the mail is no longer useful, or while email notifications are off.',
    { params: MailParams, refuses: ['wrongState'] },
  ),
  'POST /admin/outbox/retry': command(
    'Send all failed mail again. Queues every failed mail that is still useful. It is refused while email notifications are off.',
    { refuses: ['wrongState'] },
  ),
})

export type MailState = Static<typeof MailState>
export type OutboxMail = Static<typeof OutboxMail>
export type Outbox = Static<typeof Outbox>
export type MailServer = Static<typeof MailServer>
export type MailDetails = Static<typeof MailDetails>
