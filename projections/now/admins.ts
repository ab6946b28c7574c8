import type { PresentAdmin } from '../../domain/admins/admin.ts'
import { comparable } from '../../domain/names.ts'
import { findDocument, listDocuments } from '../read-models/find-documents.ts'
import type { Read } from '../read-models/read-tables.ts'

export async function listAdmins(read: Read): Promise<PresentAdmin[]> {
  const byId = [...(await listDocuments(read, 'admin')).values()]
  const at = ({ createdAt }: PresentAdmin) => Date.parse(createdAt)
  return byId.toReversed().toSorted((one, other) => at(other) - at(one))
}

export function findAdmin(read: Read, adminId: number): Promise<PresentAdmin | null> {
  return findDocument(read, 'admin', adminId)
}

export async function findAdminByEmail(read: Read, email: string): Promise<PresentAdmin | null> {
  const key = comparable(email)
  const all = [...(await listDocuments(read, 'admin')).values()]
  return all.find(({ email: its }) => comparable(its) === key) ?? null
}
