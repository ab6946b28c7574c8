import type { Refusals } from '../refusal.ts'

/** `found` is shown to the person who types alone. */
type NewPassword = { field: string; found?: string }

const naming =
  (sentence: string) =>
  ({ found }: NewPassword) =>
    found === undefined ? sentence : `${sentence}: it contains "${found}"`

// biome-ignore format: a table reads best as one
export const PASSWORD_REFUSALS = {
  'password-length': ['invalid', naming('Password must be 8 to 128 characters')],
  'password-lowercase': ['invalid', naming('Password must contain a lowercase letter')],
  'password-uppercase': ['invalid', naming('Password must contain an uppercase letter')],
  'password-number': ['invalid', naming('Password must contain a number')],
  'password-special': ['invalid', naming('Password must contain a special character')],
  'password-common-word': ['invalid', naming('Password must not contain a common word such as "password" or "welcome"')],
  'password-run': ['invalid', naming('Password must not contain runs such as 123 or abc')],
  'password-repeats': ['invalid', naming('Password must not contain the same character three times in a row')],
  'password-easy-to-guess': ['invalid', naming('Password is too easy to guess: use more or less common words')],
} as const satisfies Refusals

type Locked = { lockedUntil: string }

const timeOf = (instant: string) => `${instant.slice(11, 16)} UTC`

// biome-ignore format: a table reads best as one
export const ACCOUNT_REFUSALS = {
  'not-signed-in': ['not_proven', 'Please sign in'],
  'session-ended': ['not_proven', 'Your session has ended. Please sign in again'],
  'session-not-found': ['not_found', 'Session not found'],
  'sign-in-failed': ['not_proven', 'Login failed. Please check your credentials.'],
  'sign-in-locked': ['not_allowed', ({ lockedUntil }: Locked) => `Too many failed sign-ins. Please try again after ${timeOf(lockedUntil)}, or ask for a link by mail`],
  'sign-in-took-too-long': ['not_proven', 'This took too long. Please sign in again'],
  'sign-in-too-old': ['wrong_state', 'Sign out and sign in again first: your sign-in was too long ago for this'],
  'sign-ins-too-many': ['busy', 'Too many people are signing in right now. Please try again in a moment'],
  'login-link-invalid': ['not_proven', 'Invalid or expired login link. Please request a new one.'],
  'reset-link-invalid': ['not_proven', 'Invalid or expired reset link. Please request a new password reset.'],
  'codes-locked': ['not_allowed', ({ lockedUntil }: Locked) => `Too many wrong codes. Please try again after ${timeOf(lockedUntil)}`],
  'code-wrong': ['not_proven', 'This code is not right. Each code works once. If it stays wrong, the clocks of your phone and of the server may differ', 'code'],
  'current-password-wrong': ['not_proven', 'The current password is not right', 'currentPassword'],
  'second-factor-off': ['wrong_state', 'Two-step sign-in is off'],
  'second-factor-required': ['not_allowed', 'Please set up two-step sign-in first: the main admin requires it'],
  'second-factor-stays': ['wrong_state', 'Two-step sign-in stays on: the main admin requires it'],
  'second-factor-setup-over': ['wrong_state', 'Please start the setup again'],
  'setup-completed': ['wrong_state', 'Setup has already been completed'],
  'setup-by-main-admin': ['not_allowed', 'Only the main admin sets up the application'],
  'setup-first': ['not_allowed', 'Please complete the first-time setup first'],
  'admin-not-found': ['not_found', 'Admin not found'],
  'admin-not-removed': ['wrong_state', 'Remove this admin first, then erase what is known about them'],
  'main-admin-only': ['not_allowed', 'Only the main admin may do this'],
  'main-admin-stays': ['not_allowed', 'The main admin cannot be removed'],
  'main-admin-elsewhere': ['not_allowed', 'The main admin is not managed here'],
  'email-taken': ['taken', 'This email address is already in use'],
  'email-unchanged': ['invalid', 'New email must be different from current email', 'newEmail'],
  'name-unchanged': ['invalid', 'New name must be different from current name', 'newName'],
} as const satisfies Refusals
