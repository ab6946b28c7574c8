import { type Static, Type } from 'typebox'
import { refused } from '../../domain/refusal.ts'
import { command, read, section } from './endpoint.ts'
import { Text } from './schema.ts'

/** Six digits from the app, or one of the recovery codes; spaces and hyphens do not count. */
const Code = Text('Code', 1, 40)

const Password = Type.String({
  minLength: 1,
  maxLength: 1024,
  'x-refusal': refused('field-required', { name: 'Password' }),
  'x-too-long': refused('text-length', { name: 'Password', min: 0, max: 128 }),
})

export const VerifyCodeBody = Type.Object({
  challenge: Type.String({
    minLength: 1,
    maxLength: 200,
    'x-refusal': refused('field-required', { name: 'Challenge' }),
  }),
  code: Code,
})

const SecondFactor = Type.Object({
  isOn: Type.Boolean(),
  isRequired: Type.Boolean(),
  asksPassword: Type.Boolean(),
  recoveryCodesLeft: Type.Integer(),
})

/** A code where a second factor is on, otherwise the password of those who have one. */
export const SetupBody = Type.Object({ code: Type.Optional(Code), currentPassword: Type.Optional(Password) })

const SetupBegun = Type.Object({
  secret: Type.String(),
  uri: Type.String(),
  qrCode: Type.String(),
})

const CodeBody = Type.Object({ code: Code })

const TurnedOn = Type.Object({
  message: Type.String(),
  token: Type.String(),
  recoveryCodes: Type.Array(Type.String()),
})

const RecoveryCodes = Type.Object({ message: Type.String(), recoveryCodes: Type.Array(Type.String()) })

export const secondFactorEndpoints = section('Signing in', 'setup', {
  'GET /auth/second-factor': read(
    SecondFactor,
    'Read your two-step sign-in. Says whether your two-step sign-in is on, whether you need it, and how many recovery codes are left.',
  ),
  'POST /auth/second-factor/setup': command(
    'Begin to set up two-step sign-in. Returns a secret for an authenticator app, which is not asked for until it is confirmed. Needs a code where two-step sign-in is on already, otherwise the password. An admin without a password needs a session of the last ten minutes.',
    { body: SetupBody, response: { 200: SetupBegun }, refuses: ['wrongState'] },
  ),
  'POST /auth/second-factor/confirm': command(
    'Turn on two-step sign-in. Turns on the two-step sign-in that was set up, with a code from the app. The ten recovery codes are shown only here. Ends every other session; the answer carries a new bearer token.',
    { body: CodeBody, response: { 200: TurnedOn }, refuses: ['wrongState'] },
  ),
  'POST /auth/second-factor/recovery-codes': command(
    'Replace your recovery codes. Needs a code. The earlier recovery codes stop working.',
    { body: CodeBody, response: { 200: RecoveryCodes }, refuses: ['wrongState'] },
  ),
  'DELETE /auth/second-factor': command(
    'Turn off your two-step sign-in. Needs a code. Refused while the main admin requires two-step sign-in of every admin.',
    { body: CodeBody, refuses: ['wrongState'] },
  ),
})

export type VerifyCodeBody = Static<typeof VerifyCodeBody>
export type SetupBody = Static<typeof SetupBody>
export type SecondFactor = Static<typeof SecondFactor>
export type SetupBegun = Static<typeof SetupBegun>
