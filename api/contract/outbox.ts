import { type Static, Type } from 'typebox'
import { Id, Instant, Nullable } from './schema.ts'

/**
 * - `queued`: goes out as soon as it can, or is tried again
 * - `sent`: the mail server has taken it; `kept`: there is none, and the mail is only kept here
 * - `failed`: refused for good; `unconfirmed`: handed over twice and never answered, so it may have arrived
 * - `skipped`: it had become pointless; `suppressed`: email notifications are off
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
  state: MailState,
  attempts: Type.Integer(),
  /** What the mail server said last, or why nothing was sent. */
  reply: Nullable(Type.String()),
  created_at: Instant,
  sent_at: Nullable(Instant),
  /** Whether it was given up and may be tried again. */
  retriable: Type.Boolean(),
}

/** A mail as the outbox holds it. `text` is there only while no SMTP server is set. */
export const OutboxMail = Type.Object(outboxMail)

export const OutboxQuery = Type.Object({ state: Type.Optional(MailState) })

export const Outbox = Type.Object({
  /** `smtp` when mail really goes out, `dev` when it is only kept here. */
  delivery: Type.Enum(['smtp', 'dev']),
  /** Of all mails, whatever was asked for; a state without any is missing. */
  counts: Type.Partial(Type.Record(MailState, Type.Integer())),
  /** Newest first, at most 500. */
  mails: Type.Array(OutboxMail),
})

export const MailParams = Type.Object({
  id: Type.String({
    pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$',
    'x-sentence': 'There is no such mail',
  }),
})

export const PreviewParams = Type.Object({ token: Type.String() })

export const MailDetails = Type.Object({
  ...outboxMail,
  /** Of everybody whom it is for. */
  recipientName: Type.String(),
  roundId: Nullable(Id),
  playerIds: Type.Array(Id),
  dueAt: Nullable(Instant),
  /**
   * A page of this server, good for ten minutes, that shows the mail as it looks; for a frame. Null where mail really goes
   * out, and for a mail whose text is gone.
   */
  previewUrl: Nullable(Type.String()),
})

export type MailState = Static<typeof MailState>
export type OutboxMail = Static<typeof OutboxMail>
export type Outbox = Static<typeof Outbox>
export type MailDetails = Static<typeof MailDetails>
