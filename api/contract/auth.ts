import { type Static, Type } from 'typebox'
import { AdminName, Email, Flag, Id } from './schema.ts'

/** Somebody who signs in need not have a valid address, only one that could be. */
const SignInEmail = Type.String({
  maxLength: 254,
  pattern: '@',
  'x-sentence': 'Please enter a valid email address',
})

const Password = Type.String({
  minLength: 1,
  maxLength: 1024,
  'x-sentence': 'Password is required',
  'x-too-long': 'Password must be at most 128 characters',
})

const LinkToken = Type.String({ minLength: 1, maxLength: 200, 'x-sentence': 'The link is not complete' })

/** Of somebody who asks for a way in, or for a link by mail. */
export const EmailBody = Type.Object({ email: SignInEmail })

/** Without a password, the way in is a link by mail. */
export const LoginStep = Type.Object({
  requiresPassword: Type.Boolean(),
  message: Type.Optional(Type.String()),
})

export const LoginBody = Type.Object({ email: SignInEmail, password: Password })

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

export const VerifyMagicLinkBody = Type.Object({ token: LinkToken })

export const ResetPasswordBody = Type.Object({ token: LinkToken, password: Password })

export const InitialSetupBody = Type.Object({
  newName: AdminName,
  newEmail: Email,
  newPassword: Password,
})

export const InitialSetupDone = Type.Object({
  message: Type.String(),
  token: Type.String(),
  name: Type.String(),
  email: Type.String(),
})

export const ChangePasswordBody = Type.Object({ currentPassword: Password, newPassword: Password })

export const ChangeEmailBody = Type.Object({ newEmail: Email })

export const ChangeNameBody = Type.Object({ newName: AdminName })

/** The session goes on under a fresh token: the one that asked is dead. */
export const TokenRenewed = Type.Object({ message: Type.String(), token: Type.String() })

export const Me = Type.Object({
  id: Id,
  name: Type.String(),
  email: Type.String(),
  is_main_admin: Flag,
  isMainAdmin: Type.Boolean(),
  must_change_password: Flag,
})

export type EmailBody = Static<typeof EmailBody>
export type LoginStep = Static<typeof LoginStep>
export type LoginBody = Static<typeof LoginBody>
export type SignedIn = Static<typeof SignedIn>
export type VerifyMagicLinkBody = Static<typeof VerifyMagicLinkBody>
export type ResetPasswordBody = Static<typeof ResetPasswordBody>
export type InitialSetupBody = Static<typeof InitialSetupBody>
export type InitialSetupDone = Static<typeof InitialSetupDone>
export type ChangePasswordBody = Static<typeof ChangePasswordBody>
export type ChangeEmailBody = Static<typeof ChangeEmailBody>
export type ChangeNameBody = Static<typeof ChangeNameBody>
export type TokenRenewed = Static<typeof TokenRenewed>
export type Me = Static<typeof Me>
