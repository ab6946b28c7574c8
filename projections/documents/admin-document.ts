import { type AdminEvent, admin, type PresentAdmin } from '../../domain/admins/admin.ts'
import type { Instant } from '../../domain/event.ts'
import type { LoggedEvent } from '../engine/logged-event.ts'

export type AdminDocument = {
  admin: PresentAdmin
  createdAt: Instant
  emailChangedAt: Instant | null
}

export function evolveAdmin(
  document: AdminDocument | null,
  event: LoggedEvent & AdminEvent,
): AdminDocument | null {
  const at = event.metadata.occurredAt
  const state = admin.evolve(document?.admin ?? admin.initial, event)
  if (state.status === 'missing' || state.status === 'removed') return null
  if (document === null) return { admin: state, createdAt: at, emailChangedAt: null }
  const emailChangedAt = event.type === 'AdminEmailChanged' ? at : document.emailChangedAt
  return { ...document, admin: state, emailChangedAt }
}
