import { type Static, Type } from 'typebox'
import { refused } from '../../domain/refusal.ts'
import { command, read, section } from './endpoint.ts'
import { AdminName, Email, Flag, Id, LinkToken, Problem } from './schema.ts'
import { SetupBody, VerifyCodeBody } from './second-factor.ts'

const SignInEmail = Type.String({
  maxLength: 254,
  pattern: '@',
  'x-refusal': refused('email-invalid', {}),
})

const Password = Type.String({
  minLength: 1,
  maxLength: 1024,
  'x-refusal': refused('field-required', { name: 'Password' }),
  'x-too-long': refused('text-length', { name: 'Password', min: 0, max: 128 }),
})

const EmailBody = Type.Object({ email: SignInEmail })

/** The nonce of the browser that asks comes back in the link, which signs in by itself in that browser alone. */
const MagicLinkBody = Type.Object({
  email: SignInEmail,
  nonce: Type.Optional(
    Type.String({
      pattern: '^[\\w-]{16,64}$',
      'x-refusal': refused('nonce-invalid'),
    }),
  ),
})

const LoginStep = Type.Object({ requiresPassword: Type.Boolean(), message: Type.Optional(Type.String()) })

const LoginBody = Type.Object({ email: SignInEmail, password: Password })

export const SignedIn = Type.Object({
  token: Type.String(),
  admin: Type.Object({
    id: Id,
    name: Type.String(),
    email: Type.String(),
    isMainAdmin: Type.Boolean(),
    mustChangePassword: Type.Boolean(),
  }),
})

const CodeAsked = Type.Object({ secondFactorRequired: Type.Literal(true), challenge: Type.String() })

export const SignInStep = Type.Union([SignedIn, CodeAsked])

const VerifyMagicLinkBody = Type.Object({ token: LinkToken })

const MagicLinkHolder = Type.Object({ name: Type.String(), email: Type.String() })

const ResetPasswordBody = Type.Object({ token: LinkToken, password: Password })

const InitialSetupBody = Type.Object({ newName: AdminName, newEmail: Email, newPassword: Password })

const InitialSetupDone = Type.Object({
  message: Type.String(),
  token: Type.String(),
  name: Type.String(),
  email: Type.String(),
})

const ChangePasswordBody = Type.Object({ currentPassword: Password, newPassword: Password })

export const ChangeEmailBody = Type.Object({ newEmail: Email })

/** An admin with a password gives it, except within ten minutes of signing in with it. */
const ChangeOwnEmailBody = Type.Object({ newEmail: Email, ...SetupBody.properties })

export const ChangeNameBody = Type.Object({ newName: AdminName })

const TokenRenewed = Type.Object({ message: Type.String(), token: Type.String() })

const Me = Type.Object({
  id: Id,
  name: Type.String(),
  email: Type.String(),
  is_main_admin: Flag,
  isMainAdmin: Type.Boolean(),
  must_change_password: Flag,
  /** Until it is done, other admin calls are refused. */
  must_set_up_second_factor: Flag,
  /** Missing while it is off. */
  adminSummary: Type.Optional(Type.Literal(true)),
})

const SummaryBody = Type.Object({ enabled: Type.Boolean() })

export const authEndpoints = section('Signing in', 'public', {
  'POST /auth/request-login': command(
    'Ask how to sign in. Says whether this address signs in with a password. For any other address it says that a link comes by mail, whether the address is known or not.',
    { body: EmailBody, response: { 200: LoginStep } },
  ),
  'POST /auth/login': command(
    'Sign in with a password. Returns a bearer token for the main admin, or a challenge where the account has two-step sign-in. A wrong password and an unknown address are refused alike. Five failures in a row lock the address for 15 minutes.',
    {
      body: LoginBody,
      response: { 200: SignInStep, '4xx': Problem },
      refuses: ['notSignedIn', 'signInLocked'],
    },
  ),
  'POST /auth/send-magic-link': command(
    'Mail a sign-in link. Mails a link that signs an admin in once, within ten minutes. The answer is the same for an unknown address, and when a link was mailed within the last minute: then no other one is. Earlier links stay valid. A `nonce` comes back in the link.',
    { body: MagicLinkBody },
  ),
  'POST /auth/check-magic-link': command(
    'See who a mailed link is for. Returns the name and the address of the admin that the link would sign in. The link is not used up.',
    { body: VerifyMagicLinkBody, response: { 200: MagicLinkHolder }, refuses: ['notSignedIn'] },
  ),
  'POST /auth/verify-magic-link': command(
    'Sign in with a mailed link. Trades the token of a mailed link for a bearer token, or for a challenge where the account has two-step sign-in. A link that is unknown, expired or used is refused.',
    { body: VerifyMagicLinkBody, response: { 200: SignInStep }, refuses: ['notSignedIn'] },
  ),
  'POST /auth/verify-second-factor': command(
    'Sign in with a code. Trades the challenge of a sign-in and a code for a bearer token. The code is from the authenticator app, or a recovery code. Each works once. A challenge is good for five minutes and one sign-in. Five wrong codes in a row lock codes for this account for 15 minutes.',
    {
      body: VerifyCodeBody,
      response: { 200: SignedIn, '4xx': Problem },
      refuses: ['notSignedIn', 'signInLocked'],
    },
  ),
  'POST /auth/forgot-password': command(
    'Mail a link to reset the password. Mails the main admin a link that works once, within one hour. The answer is the same for every address. No link goes to an address that was changed within the last hour.',
    { body: EmailBody },
  ),
  'POST /auth/reset-password': command(
    'Set a new password through a link. Sets the password of the main admin and ends all earlier sessions. A used or expired link, and a weak password, are refused.',
    { body: ResetPasswordBody, refuses: ['notSignedIn'] },
  ),
  'GET /auth/me': read(
    Me,
    'Read your own account. Returns the admin who is signed in, and whether the first-time setup or that of two-step sign-in is still to be done.',
    { access: 'setup' },
  ),
  'POST /auth/initial-setup': command(
    'Complete the first-time setup. Gives the first main admin a name, an address and a password. Until then every other admin call is refused. A second setup is refused.',
    {
      access: 'setup',
      body: InitialSetupBody,
      response: { 200: InitialSetupDone },
      refuses: ['notAllowed', 'wrongState'],
    },
  ),
  'POST /auth/change-password': command(
    'Change your password. Needs the current password and ends every other session. The answer carries a new bearer token.',
    { access: 'main_admin', body: ChangePasswordBody, response: { 200: TokenRenewed } },
  ),
  'POST /auth/change-email': command(
    'Change your email. Changes your address, sends a mail to the old one, and ends every other session. Needs the password of an admin who has one, and a code where two-step sign-in is on, unless this session began with both within the last ten minutes. An admin with neither signs in by a new link first. For an hour, no link to reset the password goes to the new address. The answer carries a new bearer token. An address that is taken is refused.',
    { access: 'admin', body: ChangeOwnEmailBody, response: { 200: TokenRenewed }, refuses: ['wrongState'] },
  ),
  'PUT /auth/admin-summary': command(
    'Turn your daily summary on or off. It is a mail at the time of daily reminders, on days on which something waits for an admin.',
    { access: 'admin', body: SummaryBody },
  ),
  'POST /auth/change-name': command(
    'Change your name. Changes your name. The name that you have already is refused.',
    { access: 'admin', body: ChangeNameBody },
  ),
})

export type SignedIn = Static<typeof SignedIn>
export type SignInStep = Static<typeof SignInStep>
export type ChangeEmailBody = Static<typeof ChangeEmailBody>
export type ChangeNameBody = Static<typeof ChangeNameBody>
export type ChangePasswordBody = Static<typeof ChangePasswordBody>
export type ChangeOwnEmailBody = Static<typeof ChangeOwnEmailBody>
export type Me = Static<typeof Me>
