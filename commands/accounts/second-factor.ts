import { renderSVG } from 'uqr'
import type { PresentAdmin } from '../../domain/admins/admin.ts'
import type { Instant } from '../../domain/event.ts'
import { Refusal } from '../../domain/refusal.ts'
import { decrypt, encrypt } from '../../platform/links/encryption.ts'
import { deriveKey } from '../../platform/links/keys.ts'
import type { CommandServices } from '../services.ts'
import { hasPassword, requirePassword } from './credentials.ts'
import { hashOfCode, newRecoveryCodes, newSecret, stepOf, tidyCode, uriOf } from './second-factor-codes.ts'
import {
  beginFactor,
  findPendingSecret,
  findSecret,
  replaceRecoveryCodes,
  spendRecoveryCode,
  spendStep,
  turnOnFactor,
} from './second-factor-rows.ts'

/** Which kind of code it was, which is spent from now on; null for a wrong one. */
export async function spendCode(
  services: CommandServices,
  adminId: number,
  typed: string,
  now: Instant,
): Promise<'code' | 'recovery_code' | null> {
  const { privateSchema } = services
  const code = tidyCode(typed)
  if (!/^\d{6}$/.test(code)) {
    return (await spendRecoveryCode(privateSchema, adminId, hashOfCode(code))) ? 'recovery_code' : null
  }
  const encrypted = await findSecret(privateSchema, adminId)
  if (!encrypted) return null
  const step = stepIn(services, encrypted, code, now)
  return step !== null && (await spendStep(privateSchema, adminId, { encrypted, step })) ? 'code' : null
}

/** Of somebody who is signed in. Throws Refusal not_proven. */
export async function requireCode(
  services: CommandServices,
  { adminId }: PresentAdmin,
  typed: string,
  now: Instant,
): Promise<void> {
  if ((await spendCode(services, adminId, typed, now)) === null) throw wrongCode()
}

export const wrongCode = () =>
  new Refusal('not_proven', 'This code is not right. Each code works once', 'code')

/** Whoever finds an open session must not change how its owner signs in. Throws Refusal. */
export async function requireProof(
  services: CommandServices,
  admin: PresentAdmin,
  { code, currentPassword }: { code?: string; currentPassword?: string },
  now: Instant,
): Promise<void> {
  if ((await findSecret(services.privateSchema, admin.adminId)) !== null) {
    if (code === undefined) throw new Refusal('invalid', 'Code is required', 'code')
    return requireCode(services, admin, code, now)
  }
  return requireOwnPassword(services, admin, currentPassword)
}

/** The password of an admin who has one, and a code where a second factor is on. Throws Refusal. */
export async function requireEveryProof(
  services: CommandServices,
  admin: PresentAdmin,
  proof: { code?: string; currentPassword?: string },
  now: Instant,
): Promise<void> {
  await requireOwnPassword(services, admin, proof.currentPassword)
  if ((await findSecret(services.privateSchema, admin.adminId)) !== null)
    await requireProof(services, admin, proof, now)
}

async function requireOwnPassword(
  services: CommandServices,
  admin: PresentAdmin,
  currentPassword: string | undefined,
): Promise<void> {
  if (!(await hasPassword(services.privateSchema, admin.adminId))) return
  if (currentPassword === undefined) throw new Refusal('invalid', 'Password is required', 'currentPassword')
  return requirePassword(services, admin, currentPassword)
}

/** For an authenticator app. What is on stays on until the new one is confirmed. */
export async function beginSetup(
  services: CommandServices,
  { adminId, email }: PresentAdmin,
): Promise<{ secret: string; uri: string; qrCode: string }> {
  const secret = newSecret()
  await beginFactor(services.privateSchema, adminId, encrypt(keyOf(services), secret))
  const { branding } = await services.settingsNow()
  const uri = uriOf(secret, { issuer: branding.title, label: email })
  return { secret, uri, qrCode: renderSVG(uri, { border: 4 }) }
}

/** What is being set up, once a code has shown that the app knows it. */
export type ProvenSetup = { pending: Buffer; step: number }

/** Throws Refusal not_proven, or wrong_state where nothing is being set up. */
export async function proveSetup(
  services: CommandServices,
  { adminId }: PresentAdmin,
  typed: string,
  now: Instant,
): Promise<ProvenSetup> {
  const pending = await findPendingSecret(services.privateSchema, adminId)
  if (!pending) throw beginAgain()
  const step = stepIn(services, pending, tidyCode(typed), now)
  if (step === null) throw wrongCode()
  return { pending, step }
}

/** Answers the recovery codes. Throws Refusal wrong_state where something else is being set up by now. */
export async function finishSetup(
  { privateSchema }: CommandServices,
  { adminId }: PresentAdmin,
  proven: ProvenSetup,
): Promise<string[]> {
  const recoveryCodes = newRecoveryCodes()
  const codeHashes = recoveryCodes.map(hashOfCode)
  if (!(await turnOnFactor(privateSchema, adminId, { ...proven, codeHashes }))) throw beginAgain()
  return recoveryCodes
}

const beginAgain = () => new Refusal('wrong_state', 'Please begin the setup again')

/** Answers the new ones. Throws Refusal wrong_state where no factor is on by now. */
export async function renewRecoveryCodes(
  { privateSchema }: CommandServices,
  { adminId }: PresentAdmin,
): Promise<string[]> {
  const recoveryCodes = newRecoveryCodes()
  const isOn = await replaceRecoveryCodes(privateSchema, adminId, recoveryCodes.map(hashOfCode))
  if (!isOn) throw new Refusal('wrong_state', 'There is no second factor')
  return recoveryCodes
}

const keyOf = ({ settings }: CommandServices) => deriveKey(settings.jwtSecret, 'second-factor')

/** No code is right under another server secret: recovery codes go on working. */
function stepIn(services: CommandServices, encrypted: Buffer, code: string, now: Instant): number | null {
  try {
    return stepOf(decrypt(keyOf(services), encrypted), code, now)
  } catch (err) {
    services.log.error({ err }, "a second factor cannot be read with this server's secret")
    return null
  }
}
