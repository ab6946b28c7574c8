import type { Kysely } from 'kysely'

/** What must never be in the log. No rebuild touches it. */
export type VaultTables = {
  keys: { name: string; value: string }
  credentials: { admin_id: number; password_hash: string | null; session_epoch: number }
  reactions: { name: string; position: string }
  outbox: OutboxRow
}

export type OutboxRow = {
  id: string
  template: string
  round_id: number | null
  player_id: number | null
  recipient_name: string
  recipient_address: string
  subject: string
  body_text: string
  body_html: string
  /** `kept` is the end of the way where no mail server is set. */
  state: 'queued' | 'sent' | 'kept' | 'failed' | 'suppressed' | 'skipped'
  attempts: number
  /** What the mail server said last. */
  reply: string | null
  created_at: string
  due_at: string
  /** From this instant on it would only confuse: a pick link after the lock, say. */
  useless_at: string | null
  sent_at: string | null
}

export type Vault = Kysely<VaultTables>

export function openVault(kysely: Kysely<object>): Vault {
  return kysely.withSchema('vault').withTables<VaultTables>()
}
