import { type Static, Type } from 'typebox'
import { Email, Flag, Id, Text } from './schema.ts'

const Password = Type.String({ minLength: 1, maxLength: 1024, 'x-sentence': 'Password is required' })

export const LoginBody = Type.Object({ email: Email, password: Password })

export const SignedIn = Type.Object({
  /** Bearer token. Claims: adminId, email, isMainAdmin. */
  token: Type.String(),
  admin: Type.Object({
    id: Id,
    name: Type.String(),
    email: Type.String(),
    isMainAdmin: Type.Boolean(),
    mustChangePassword: Type.Boolean(),
  }),
})

export const InitialSetupBody = Type.Object({
  newName: Text('Name', 2, 100, 'Name must be at least 2 characters'),
  newEmail: Email,
  newPassword: Password,
})

export const InitialSetupDone = Type.Object({
  message: Type.String(),
  token: Type.String(),
  name: Type.String(),
  email: Type.String(),
})

export const Me = Type.Object({
  id: Id,
  name: Type.String(),
  email: Type.String(),
  is_main_admin: Flag,
  isMainAdmin: Type.Boolean(),
  must_change_password: Flag,
})

export type LoginBody = Static<typeof LoginBody>
export type SignedIn = Static<typeof SignedIn>
export type InitialSetupBody = Static<typeof InitialSetupBody>
export type InitialSetupDone = Static<typeof InitialSetupDone>
export type Me = Static<typeof Me>
