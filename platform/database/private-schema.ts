import type { Generated, Kysely } from 'kysely'
import type { ClosedBecause } from '../../domain/refusal.ts'
import type { Checkpoint } from '../event-store/checkpoint.ts'
import type { Position } from '../event-store/event-store.ts'

/** What must never be in the log. No rebuild touches it. */
export type PrivateTables = {
  keys: { name: string; value: string }
  credentials: { admin_id: number; password_hash: string | null; session_epoch: number }
  link_tokens: { admin_id: number; kind: string; token_hash: string; expires_at: string; epoch: number }
  /** A session lasts as long as its row. The epoch is that of the admin's credentials when it began. */
  sessions: SessionRow
  /** By keyed hash, so that nobody learns who tried, and unknown addresses count like known ones. */
  login_failures: { address_key: string; failures: number; last_failed_at: string }
  /** Since an admin's last sign-in, for the history. Those for unknown addresses count under 0. */
  failed_sign_ins: { admin_id: number; failures: number; wrong_codes: Generated<number> }
  second_factors: SecondFactorRow
  /** Each works once: its row goes. */
  recovery_codes: { admin_id: number; code_hash: string }
  idempotency_keys: IdempotencyRow
  checkpoints: Checkpoint & { name: string }
  sample_data: { kind: 'player' | 'season' | 'round'; id: number }
  outbox: OutboxRow
  outbox_players: OutboxPlayerRow
  refused_picks: RefusedPickRow
}

export type SecondFactorRow = {
  admin_id: number
  /** Null until a first code has proven that the app knows it. */
  encrypted_secret: Buffer | null
  pending_secret: Buffer | null
  /** The time step of the last code that was taken: that one and all before are spent. */
  last_step: Generated<number>
}

export type SessionRow = {
  id: string
  admin_id: number
  epoch: number
  device: string
  /** Only its first half. */
  network: string
  created_at: string
  /** When the sign-in showed the password, and a code where a second factor was on. Null for a sign-in by a link. */
  proven_at: string | null
  last_used_at: string
  expires_at: string
}

/** Holds neither a key nor a request, and the answer only for those who know the key. */
export type IdempotencyRow = {
  key_hash: string
  request_hash: string
  created_at: string
  /** Until then no other request with the key may run. */
  leased_until: string
  drawn_id: Generated<number | null>
  /** Null while it is under way. */
  status: Generated<number | null>
  sealed_body: Generated<Buffer | null>
}

export type OutboxRow = {
  id: string
  template: string
  round_id: number | null
  season_id: number | null
  /** Of the event that asks for it, where one does. */
  position: Position | null
  sender_name: string
  recipient_name: string
  recipient_address: string
  subject: string
  body_text: string
  body_html: string
  /** Where mails like this one are turned off. */
  unsubscribe_url: string | null
  /** `kept` is the end of the way where no mail server is set, `unconfirmed` where it may have arrived. */
  state: 'queued' | 'sent' | 'kept' | 'failed' | 'unconfirmed' | 'suppressed' | 'skipped'
  attempts: number
  /** How often it was handed over to a mail server that never said whether it took it. */
  unanswered: number
  reply: string | null
  created_at: string
  due_at: string
  /** From this instant on it would only confuse: a pick link after the lock, say. */
  useless_at: string | null
  sent_at: string | null
  /** It holds a secret: its text goes once it has been sent, or never will be. */
  confidential: boolean
}

/** Whom a mail is for. Of each occasion a player gets one mail, whatever becomes of their address. */
export type OutboxPlayerRow = {
  mail_id: string
  occasion: string
  player_id: number
  /** Set in a mail about several rounds, which names none itself. */
  round_id: Generated<number | null>
}

/** `locks_at` is the lock in force when it was refused. */
export type RefusedPickRow = {
  round_id: number
  player_id: number
  late: boolean
  number: number
  refused_at: string
  locks_at: string
  /** Null where it was not noted yet. */
  because: RefusedBecause | null
}

export type RefusedBecause = ClosedBecause | 'locked' | 'invalid' | 'too_many' | 'outdated'

export type PrivateSchema = Kysely<PrivateTables>

export function openPrivateSchema(kysely: Kysely<object>): PrivateSchema {
  return kysely.withSchema('private').withTables<PrivateTables>()
}
