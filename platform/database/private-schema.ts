import type { Generated, Kysely } from 'kysely'
import type { CLOSED_REFUSALS } from '../../domain/refusals/picks.ts'
import type { Checkpoint } from '../event-store/checkpoint.ts'
import type { Position } from '../event-store/event-store.ts'

/** What must never be in the log. No rebuild touches it. */
export type PrivateTables = {
  keys: { name: string; value: string }
  credentials: { admin_id: number; password_hash: string | null; session_epoch: number }
  link_tokens: { admin_id: number; kind: string; token_hash: string; expires_at: string; epoch: number }
  sessions: SessionRow
  /** By keyed hash: nobody learns who tried, and unknown addresses count like known ones. */
  login_failures: { address_key: string; failures: number; last_failed_at: string }
  failed_sign_ins: { admin_id: number; failures: number; wrong_codes: Generated<number> }
  second_factors: {
    admin_id: number
    encrypted_secret: Buffer | null
    pending_secret: Buffer | null
    last_step: Generated<number>
  }
  recovery_codes: { admin_id: number; code_hash: string }
  /** Holds neither a key nor a request, and the answer only for those who know the key. */
  idempotency_keys: {
    key_hash: string
    request_hash: string
    created_at: string
    leased_until: string
    drawn_id: Generated<number | null>
    status: Generated<number | null>
    sealed_body: Generated<Buffer | null>
  }
  checkpoints: Checkpoint & { name: string }
  sample_data: { kind: 'player' | 'season' | 'round'; id: number }
  mails: MailRow
  notices: NoticeRow
  refused_picks: RefusedPickRow
  join_requests: JoinRequestRow
}

export type SessionRow = {
  id: string
  admin_id: number
  epoch: number
  device: string
  network: string
  created_at: string
  proven_at: string | null
  last_used_at: string
  expires_at: string
}

export type MailRow = {
  id: string
  template: string
  round_id: number | null
  season_id: number | null
  position: Position | null
  sender_name: string
  recipient_name: string
  recipient_address: string
  subject: string
  body_text: string
  body_html: string
  unsubscribe_url: string | null
  /** `kept` where no mail server is set, `unconfirmed` where it may have arrived. */
  state: 'queued' | 'sent' | 'kept' | 'failed' | 'unconfirmed' | 'suppressed' | 'skipped'
  attempts: number
  unanswered: number
  reply: string | null
  created_at: string
  due_at: string
  useless_at: string | null
  sent_at: string | null
  confidential: boolean
  /** People other than its readers: an erasure takes its text. */
  names_others: boolean
}

/** What one player is to be told, once for each occasion. */
export type NoticeRow = {
  occasion: string
  player_id: number
  template: string
  season_id: number
  round_id: number | null
  /** Of the event that asks for it. */
  position: Position
  /** The local date of a daily reminder. */
  day: string | null
  created_at: string
  due_at: string
  useless_at: string | null
  /** The mail that tells it; null while it waits. */
  mail_id: string | null
  /** Null while it waits, and where its mail knows. */
  state: 'skipped' | null
  reply: string | null
}

/** Somebody who asked to join a season, and of whom the log says nothing yet. */
export type JoinRequestRow = {
  id: string
  season_id: number
  /** Of the link that they came by. */
  generation: number
  name: string
  email: string
  /** Name and address as they are compared. */
  person: string
  /** Of the link that confirms; null where no mail went out. */
  token_hash: string | null
  /** `waiting` for an admin; `joining` where the confirmed address is enough. */
  state: 'unconfirmed' | 'waiting' | 'joining'
  /** Once they take part. */
  player_id: number | null
  asked_at: string
  expires_at: string
}

export type RefusedPickRow = {
  round_id: number
  player_id: number
  late: boolean
  number: number
  refused_at: string
  locks_at: string
  because: RefusedBecause | null
}

export type RefusedBecause = keyof typeof CLOSED_REFUSALS | 'invalid' | 'too_many'

export type PrivateSchema = Kysely<PrivateTables>

export function openPrivateSchema(kysely: Kysely<object>): PrivateSchema {
  return kysely.withSchema('private').withTables<PrivateTables>()
}
