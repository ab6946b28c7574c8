import { type Static, Type } from 'typebox'
import { Instant, Nullable } from './schema.ts'

/** A mail as the outbox holds it, newest first. `text` is there only while no SMTP server is set. */
export const OutboxMail = Type.Object({
  id: Type.String(),
  template: Type.String(),
  to: Type.String(),
  subject: Type.String(),
  text: Nullable(Type.String()),
  state: Type.Enum(['queued', 'sent', 'kept', 'failed', 'suppressed', 'skipped']),
  attempts: Type.Integer(),
  /** What the mail server said last. */
  reply: Nullable(Type.String()),
  created_at: Instant,
  sent_at: Nullable(Instant),
})

export const Outbox = Type.Object({
  /** `smtp` when mail really goes out, `dev` when it is only kept here. */
  delivery: Type.Enum(['smtp', 'dev']),
  mails: Type.Array(OutboxMail),
})

export type OutboxMail = Static<typeof OutboxMail>
export type Outbox = Static<typeof Outbox>
