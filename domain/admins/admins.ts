import type { Aggregate } from '../event.ts'
import { Refusal } from '../refusal.ts'

/** Keeps two admins from sharing an address, known only by keyed hashes. */
export type AdminsEvent =
  | { type: 'AdminEnlisted'; data: { adminId: number; addressKey: string } }
  | { type: 'AdminAddressChanged'; data: { adminId: number; addressKey: string } }
  | { type: 'AdminDelisted'; data: { adminId: number } }

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

export function enlistFirstAdmin(state: Admins, adminId: number, addressKey: string): AdminsEvent[] {
  return state.size > 0 ? [] : [{ type: 'AdminEnlisted', data: { adminId, addressKey } }]
}

export function enlistAdmin(state: Admins, adminId: number, addressKey: string): AdminsEvent[] {
  if (state.has(adminId)) throw new Refusal('id-in-use', { kind: 'admin', id: adminId })
  refuseTaken(state, adminId, addressKey)
  return [{ type: 'AdminEnlisted', data: { adminId, addressKey } }]
}

export function changeAdminAddress(state: Admins, adminId: number, addressKey: string): AdminsEvent[] {
  if (!state.has(adminId)) throw new Refusal('admin-not-found')
  if (state.get(adminId) === addressKey) return []
  refuseTaken(state, adminId, addressKey)
  return [{ type: 'AdminAddressChanged', data: { adminId, addressKey } }]
}

export function delistAdmin(state: Admins, adminId: number): AdminsEvent[] {
  return state.has(adminId) ? [{ type: 'AdminDelisted', data: { adminId } }] : []
}

export function holderOf(state: Admins, addressKey: string): number | null {
  const [adminId = null] = [...state].find(([, key]) => key === addressKey) ?? []
  return adminId
}

function refuseTaken(state: Admins, adminId: number, addressKey: string) {
  const holder = holderOf(state, addressKey)
  if (holder !== null && holder !== adminId) throw new Refusal('email-taken')
}
