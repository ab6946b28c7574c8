import { createHash } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { renderSVG } from 'uqr'
import {
  admin,
  type PresentAdmin,
  presentAdmin,
  recordFactor,
  secondaryAdmin,
} from '../../domain/admins/admin.ts'
import type { Instant } from '../../domain/event.ts'
import { Refusal } from '../../domain/refusal.ts'
import { decrypt, encrypt } from '../../platform/links/encryption.ts'
import { queueMails } from '../../platform/mail/mails.ts'
import { currentSettings } from '../../projections/now/settings.ts'
import { command, current } from '../command.ts'
import type { CommandContext } from '../context.ts'
import type { CommandServices } from '../services.ts'
import { type FactorChange, factorChangedMail } from './account-mails.ts'
import { endSessions, hasPassword, requirePassword } from './credentials.ts'
import {
  beginFactor,
  findPendingSecret,
  findSecret,
  hasFactor,
  removeFactor,
  replaceRecoveryCodes,
  spendRecoveryCode,
  spendStep,
  turnOnFactor,
} from './second-factor-rows.ts'

type Proof = {
  code?: string
  currentPassword?: string
  /** Whether the session began a moment ago with all that the account asks for. */
  isFresh: boolean
}

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

/** A code where a second factor is on, else the password; of an admin without one a new sign-in. An open session alone does not do. Throws Refusal. */
export async function requireProof(
  services: CommandServices,
  admin: PresentAdmin,
  proof: Proof,
  now: Instant,
): Promise<void> {
  const { code } = proof
  if (!(await hasFactor(services.privateSchema, admin.adminId)))
    return requireOwnPassword(services, admin, proof)
  if (code === undefined) throw new Refusal('field-required', { name: 'Code', field: 'code' })
  if ((await spendCode(services, admin.adminId, code, now)) === null) throw new Refusal('code-wrong')
}

/** The password of an admin who has one, and a code where a second factor is on. Throws Refusal. */
export async function requireEveryProof(
  services: CommandServices,
  admin: PresentAdmin,
  proof: Proof,
  now: Instant,
): Promise<void> {
  const { privateSchema } = services
  if (!(await hasPassword(privateSchema, admin.adminId))) return requireProof(services, admin, proof, now)
  await requireOwnPassword(services, admin, proof)
  if (await hasFactor(privateSchema, admin.adminId)) await requireProof(services, admin, proof, now)
}

async function requireOwnPassword(
  services: CommandServices,
  admin: PresentAdmin,
  { currentPassword, isFresh }: Proof,
): Promise<void> {
  if (!(await hasPassword(services.privateSchema, admin.adminId))) {
    if (isFresh) return
    throw new Refusal('sign-in-too-old')
  }
  if (currentPassword === undefined)
    throw new Refusal('field-required', { name: 'Password', field: 'currentPassword' })
  return requirePassword(services, admin, currentPassword)
}

/** For an authenticator app. What is on stays on until the new one is confirmed. */
export async function beginSetup(
  services: CommandServices,
  { adminId, email }: PresentAdmin,
): Promise<{ secret: string; uri: string; qrCode: string }> {
  const secret = new Secret({ size: SECRET_BYTES }).base32
  await beginFactor(services.privateSchema, adminId, encrypt(services.factorKey, secret))
  const { branding } = await services.settingsNow()
  const uri = uriOf(secret, { issuer: branding.title, label: email })
  return { secret, uri, qrCode: renderSVG(uri, { border: 4 }) }
}

// The history first, then the mail: neither may lack a change that a crash left half done. Trying again finishes it.

/** Every session of the admin ends, so that none goes on that began without a code. Returns the recovery codes. */
export async function turnOnOwnFactor(
  services: CommandServices,
  context: CommandContext,
  { adminId }: PresentAdmin,
  code: string,
): Promise<string[]> {
  const { privateSchema } = services
  const pending = await findPendingSecret(privateSchema, adminId)
  if (!pending) throw new Refusal('second-factor-setup-over')
  const step = stepIn(services, pending, tidyCode(code), context.receivedAt)
  if (step === null) throw new Refusal('code-wrong')
  await changeFactor(services, context, adminId, 'SecondFactorTurnedOn', 'turned on')
  const { codes, codeHashes } = newRecoveryCodes()
  if (!(await turnOnFactor(privateSchema, adminId, { pending, step, codeHashes })))
    throw new Refusal('second-factor-setup-over')
  return codes
}

export async function turnOffOwnFactor(
  services: CommandServices,
  context: CommandContext,
  caller: PresentAdmin,
  code: string,
): Promise<void> {
  if ((await currentSettings(services.read)).secondFactorRequired) throw new Refusal('second-factor-stays')
  await requireOwnCode(services, context, caller.adminId, code)
  await changeFactor(services, context, caller.adminId, 'SecondFactorTurnedOff', 'turned off')
  await removeFactor(services.privateSchema, caller.adminId)
}

export async function replaceOwnRecoveryCodes(
  services: CommandServices,
  context: CommandContext,
  caller: PresentAdmin,
  code: string,
): Promise<string[]> {
  await requireOwnCode(services, context, caller.adminId, code)
  await changeFactor(services, context, caller.adminId, 'RecoveryCodesReplaced', 'codes replaced')
  const { codes, codeHashes } = newRecoveryCodes()
  if (!(await replaceRecoveryCodes(services.privateSchema, caller.adminId, codeHashes)))
    throw new Refusal('second-factor-off')
  return codes
}

/** Of a secondary admin, who may have lost it together with an open session. */
export async function resetFactor(
  services: CommandServices,
  context: CommandContext,
  adminId: number,
): Promise<PresentAdmin> {
  const changed = secondaryAdmin(await current(services, admin, adminId))
  await requireFactor(services, adminId)
  await changeFactor(services, context, adminId, 'SecondFactorReset', 'reset')
  await endSessions(services.privateSchema, adminId)
  await removeFactor(services.privateSchema, adminId)
  return changed
}

async function changeFactor(
  services: CommandServices,
  context: CommandContext,
  adminId: number,
  event: Parameters<typeof recordFactor>[1],
  change: FactorChange,
) {
  const { state } = await command(services, context, admin, [adminId], (now) => recordFactor(now, event))
  await mailFactorChange(services, context, presentAdmin(state), change)
}

async function requireOwnCode(
  services: CommandServices,
  { receivedAt }: CommandContext,
  adminId: number,
  code: string,
) {
  await requireFactor(services, adminId)
  if ((await spendCode(services, adminId, code, receivedAt)) === null) throw new Refusal('code-wrong')
}

async function requireFactor({ privateSchema }: CommandServices, adminId: number) {
  if (!(await hasFactor(privateSchema, adminId))) throw new Refusal('second-factor-off')
}

/** So that nobody's account changes without their knowing. */
export async function mailFactorChange(
  { privateSchema, read }: CommandServices,
  { id, receivedAt }: Pick<CommandContext, 'id' | 'receivedAt'>,
  to: { name: string; email: string },
  change: FactorChange,
): Promise<void> {
  const { branding } = await currentSettings(read)
  await queueMails(privateSchema, id, [factorChangedMail({ to, branding, change })], receivedAt)
}

const SECRET_BYTES = 20
const WINDOW_STEPS = 1
const ISSUER_MAX = 40
const LABEL_MAX = 64
const RECOVERY_CODES = 10
/** 80 bits, so that a plain hash keeps them. */
const RECOVERY_CODE_BYTES = 10

/** For a QR code. Names are cut, so that a camera can read it. A colon ends the issuer, so it has none. */
export const uriOf = (secret: string, { issuer, label }: { issuer: string; label: string }): string =>
  new TOTP({
    secret,
    issuer: cut(issuer.replaceAll(':', ''), ISSUER_MAX),
    label: cut(label, LABEL_MAX),
  }).toString()

const cut = (text: string, max: number) => [...text].slice(0, max).join('')

/** The time step of the code; null for a wrong one. No code is right under another server secret: recovery codes go on working. */
function stepIn(services: CommandServices, encrypted: Buffer, token: string, now: Instant): number | null {
  try {
    const totp = new TOTP({ secret: decrypt(services.factorKey, encrypted) })
    const timestamp = Date.parse(now)
    const delta = totp.validate({ token, timestamp, window: WINDOW_STEPS })
    return delta === null ? null : totp.counter({ timestamp }) + delta
  } catch (err) {
    services.log.error({ err }, "a second factor cannot be read with this server's secret")
    return null
  }
}

function newRecoveryCodes() {
  const codes = Array.from({ length: RECOVERY_CODES }, () => {
    const code = new Secret({ size: RECOVERY_CODE_BYTES }).base32
    return code.match(/.{4}/g)?.join('-') ?? code
  })
  return { codes, codeHashes: codes.map(hashOfCode) }
}

const hashOfCode = (code: string): string => createHash('sha256').update(tidyCode(code)).digest('hex')

const tidyCode = (typed: string): string => typed.replace(/[\s-]/g, '').toUpperCase()
