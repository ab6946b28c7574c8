import type { Aggregate } from '../event.ts'
import { Refusal } from '../refusal.ts'

/**
 * Who administers, and that no two share an address: addresses stand here as keyed hashes only.
 * Stored for ever: what was published is never changed, only joined by new types.
 */
export type AdminsEvent =
  | { type: 'AdminEnlisted'; data: { adminId: number; addressKey: string } }
  | { type: 'AdminAddressChanged'; data: { adminId: number; addressKey: string } }
  | { type: 'AdminDelisted'; data: { adminId: number } }

/** Address key by admin id. */
export type Admins = ReadonlyMap<number, string>

export const admins: Aggregate<Admins, AdminsEvent, []> = {
  stream: () => 'admins',
  initial: new Map(),
  evolve,
}

function evolve(state: Admins, event: AdminsEvent): Admins {
  const next = new Map(state)
  switch (event.type) {
    case 'AdminEnlisted':
    case 'AdminAddressChanged':
      return next.set(event.data.adminId, event.data.addressKey)
    case 'AdminDelisted':
      next.delete(event.data.adminId)
      return next
  }
}

/** The first main admin: only while there is no admin at all. */
export function enlistFirstAdmin(state: Admins, adminId: number, addressKey: string): AdminsEvent[] {
  return state.size > 0 ? [] : [{ type: 'AdminEnlisted', data: { adminId, addressKey } }]
}

export function enlistAdmin(state: Admins, adminId: number, addressKey: string): AdminsEvent[] {
  if (state.has(adminId)) return []
  refuseTaken(state, adminId, addressKey)
  return [{ type: 'AdminEnlisted', data: { adminId, addressKey } }]
}

export function changeAdminAddress(state: Admins, adminId: number, addressKey: string): AdminsEvent[] {
  if (!state.has(adminId)) throw new Refusal('not_found', 'Admin not found')
  if (state.get(adminId) === addressKey) return []
  refuseTaken(state, adminId, addressKey)
  return [{ type: 'AdminAddressChanged', data: { adminId, addressKey } }]
}

export function delistAdmin(state: Admins, adminId: number): AdminsEvent[] {
  return state.has(adminId) ? [{ type: 'AdminDelisted', data: { adminId } }] : []
}

/** Who has this address, null when it is free. */
export function holderOf(state: Admins, addressKey: string): number | null {
  const [adminId = null] = [...state].find(([, key]) => key === addressKey) ?? []
  return adminId
}

function refuseTaken(state: Admins, adminId: number, addressKey: string) {
  const holder = holderOf(state, addressKey)
  if (holder !== null && holder !== adminId) {
    throw new Refusal('taken', 'This email address is already in use')
  }
}
