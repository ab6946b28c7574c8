import { type Kysely, sql } from 'kysely'
import { v5 as uuidv5 } from 'uuid'
import { migratorOf } from '../../platform/database/migrations.ts'
import type { RecordedEvent } from '../../platform/event-store/event-store.ts'

/** Makes log and private schema anew, empty, as version 0.1.1 has them. */
export async function migrateTo006(kysely: Kysely<object>): Promise<void> {
  await sql`drop schema private cascade`.execute(kysely)
  await sql`drop schema log cascade`.execute(kysely)
  const { error } = await migratorOf(kysely).migrateTo('006-proven-sessions')
  if (error) throw error
}

/** One mail, in the state in which the outbox of version 006 has it. */
export type OldMail = {
  template: string
  to: [name: string, address: string]
  state: string
  /** Why the players are told it. Several rounds share a mail; a mail to an admin has none. */
  about: readonly { event: RecordedEvent; seasonId: number; roundId: number | null }[]
  playerIds: readonly number[]
  attempts?: number
  unanswered?: number
  dueInMs?: number
  confidential?: boolean
}

const MAILS = 'b1f0a8de-6f0e-4f43-9a55-0b3c0f1d7c21'

/** Puts a mail into the tables as that version did, and answers with its id. */
export async function insertOldMail(
  kysely: Kysely<object>,
  { template, to, state, about, playerIds, ...mail }: OldMail,
  now: string,
): Promise<string> {
  const id = uuidv5(`${template} ${to} ${about.map(({ roundId }) => roundId)}`, MAILS)
  const [first] = about
  const isOne = about.length === 1
  const isOver = state !== 'queued'
  const dueAt = new Date(Date.parse(now) + (mail.dueInMs ?? 0)).toISOString()
  await sql`insert into private.outbox ${columns({
    id,
    template,
    round_id: isOne ? (first?.roundId ?? null) : null,
    season_id: first?.seasonId ?? null,
    position: first?.event.position ?? null,
    recipient_name: to[0],
    recipient_address: to[1],
    subject: `As written: ${template}`,
    body_text: mail.confidential && isOver ? '' : `As written to ${to[0]}`,
    body_html: mail.confidential && isOver ? '' : `<p>As written to ${to[0]}</p>`,
    state,
    attempts: mail.attempts ?? (isOver ? 1 : 0),
    unanswered: mail.unanswered ?? 0,
    reply: isOver ? 'As the mail server said' : null,
    created_at: now,
    due_at: dueAt,
    sent_at: state === 'sent' || state === 'kept' ? now : null,
    confidential: mail.confidential ?? false,
  })}`.execute(kysely)
  for (const { event, seasonId, roundId } of about) {
    // Of a mail about several rounds the occasions are those of each.
    const named = template === 'pick-links' ? 'pick-link' : template
    const occasion = uuidv5(`${named}/${seasonId}/${roundId ?? ''}`, event.id)
    for (const player_id of playerIds) {
      const row = { mail_id: id, occasion, player_id, round_id: isOne ? null : roundId }
      await sql`insert into private.outbox_players ${columns(row)}`.execute(kysely)
    }
  }
  return id
}

const columns = (row: Record<string, unknown>) =>
  sql`(${sql.join(Object.keys(row).map((name) => sql.ref(name)))}) values (${sql.join(Object.values(row))})`
