import { type Static, Type } from 'typebox'
import { AdminName, Email, Flag, Id, Instant } from './schema.ts'

export const Admin = Type.Object({
  id: Id,
  name: Type.String(),
  email: Type.String(),
  is_main_admin: Flag,
  created_at: Instant,
})

/** Newest first. */
export const AdminList = Type.Array(Admin)

export const AdminBody = Type.Object({
  name: AdminName,
  email: Email,
})

export const AdminAdded = Type.Object({
  message: Type.String(),
  id: Id,
  name: Type.String(),
  email: Type.String(),
})

export const AdminEmailChanged = Type.Object({
  message: Type.String(),
  name: Type.String(),
  newEmail: Type.String(),
})

export const AdminRenamed = Type.Object({
  message: Type.String(),
  email: Type.String(),
  newName: Type.String(),
})

export type Admin = Static<typeof Admin>
export type AdminList = Static<typeof AdminList>
export type AdminBody = Static<typeof AdminBody>
export type AdminAdded = Static<typeof AdminAdded>
export type AdminEmailChanged = Static<typeof AdminEmailChanged>
export type AdminRenamed = Static<typeof AdminRenamed>
