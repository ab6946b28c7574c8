import { type Admin, type AdminEvent, admin } from '../../domain/admins/admin.ts'
import type { Instant } from '../../domain/event.ts'
import type { LoggedEvent } from '../engine/read-model.ts'

/** An admin, and what only the read side asks about one. */
export type AdminDocument = {
  admin: Admin
  createdAt: Instant
  /** Null while the address is the first one. */
  emailChangedAt: Instant | null
}

/** Null before the admin is added, and once they are removed. */
export function evolveAdmin(
  document: AdminDocument | null,
  event: LoggedEvent & AdminEvent,
): AdminDocument | null {
  const at = event.metadata.occurredAt
  if (event.type === 'AdminAdded') {
    return { admin: admin.evolve(admin.initial, event), createdAt: at, emailChangedAt: null }
  }
  if (document === null || event.type === 'AdminRemoved') return null
  const emailChangedAt = event.type === 'AdminEmailChanged' ? at : document.emailChangedAt
  return { ...document, admin: admin.evolve(document.admin, event), emailChangedAt }
}
