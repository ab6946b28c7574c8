import { comparable } from '../../domain/names.ts'
import type { AdminDocument } from '../documents/admin-document.ts'
import { findDocument, listDocuments } from '../documents/find-documents.ts'
import type { Read } from '../engine/read-model.ts'

export async function listAdmins(read: Read): Promise<AdminDocument[]> {
  const byId = [...(await listDocuments(read, 'admin')).values()]
  const at = ({ createdAt }: AdminDocument) => Date.parse(createdAt)
  return byId.toReversed().toSorted((one, other) => at(other) - at(one))
}

export function findAdmin(read: Read, adminId: number): Promise<AdminDocument | null> {
  return findDocument(read, 'admin', adminId)
}

export async function findAdminByEmail(read: Read, email: string): Promise<AdminDocument | null> {
  const key = comparable(email)
  const all = [...(await listDocuments(read, 'admin')).values()]
  return all.find(({ admin }) => comparable(admin.email) === key) ?? null
}
