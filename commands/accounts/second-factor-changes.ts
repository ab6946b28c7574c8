import {
  admin,
  type PresentAdmin,
  presentAdmin,
  recordFactor,
  secondaryAdmin,
} from '../../domain/admins/admin.ts'
import { Refusal } from '../../domain/refusal.ts'
import { queueMails } from '../../platform/mail/outbox.ts'
import { type FactorChange, factorChangedMail } from '../../platform/mail/sign-in-mails.ts'
import { currentSettings } from '../../projections/league/settings.ts'
import { command, current } from '../command.ts'
import type { CommandContext } from '../context.ts'
import type { CommandServices } from '../services.ts'
import { endSessions } from './credentials.ts'
import { finishSetup, proveSetup, renewRecoveryCodes, requireCode } from './second-factor.ts'
import { findSecret, removeFactor } from './second-factor-rows.ts'

/*
 * The history first, then the mail: neither may lack a change that a crash has left half done. Trying again brings it to
 * its end.
 */

/** Every session of the admin ends, so that none goes on that began without a code. Answers the recovery codes. */
export async function turnOnOwnFactor(
  services: CommandServices,
  context: CommandContext,
  caller: PresentAdmin,
  code: string,
): Promise<string[]> {
  const proven = await proveSetup(services, caller, code, context.receivedAt)
  const { state } = await command(services, context, admin, [caller.adminId], (now) =>
    recordFactor(now, 'SecondFactorTurnedOn'),
  )
  await mailFactorChange(services, context, presentAdmin(state), 'turned on')
  return finishSetup(services, caller, proven)
}

export async function turnOffOwnFactor(
  services: CommandServices,
  context: CommandContext,
  caller: PresentAdmin,
  code: string,
): Promise<void> {
  if ((await currentSettings(services.read)).secondFactorRequired) {
    throw new Refusal('wrong_state', 'The main admin asks a second factor of every admin')
  }
  await requireFactor(services, caller.adminId)
  await requireCode(services, caller, code, context.receivedAt)
  const { state } = await command(services, context, admin, [caller.adminId], (now) =>
    recordFactor(now, 'SecondFactorTurnedOff'),
  )
  await mailFactorChange(services, context, presentAdmin(state), 'turned off')
  await removeFactor(services.privateSchema, caller.adminId)
}

export async function replaceOwnRecoveryCodes(
  services: CommandServices,
  context: CommandContext,
  caller: PresentAdmin,
  code: string,
): Promise<string[]> {
  await requireFactor(services, caller.adminId)
  await requireCode(services, caller, code, context.receivedAt)
  const { state } = await command(services, context, admin, [caller.adminId], (now) =>
    recordFactor(now, 'RecoveryCodesReplaced'),
  )
  await mailFactorChange(services, context, presentAdmin(state), 'codes replaced')
  return renewRecoveryCodes(services, caller)
}

/** Of a secondary admin, who may have lost it together with an open session. */
export async function resetFactor(
  services: CommandServices,
  context: CommandContext,
  adminId: number,
): Promise<PresentAdmin> {
  const changed = secondaryAdmin(await current(services, admin, adminId))
  await requireFactor(services, adminId)
  const { state } = await command(services, context, admin, [adminId], (now) =>
    recordFactor(now, 'SecondFactorReset'),
  )
  await mailFactorChange(services, context, presentAdmin(state), 'reset')
  await endSessions(services.privateSchema, adminId)
  await removeFactor(services.privateSchema, adminId)
  return changed
}

async function requireFactor({ privateSchema }: CommandServices, adminId: number) {
  if ((await findSecret(privateSchema, adminId)) === null) {
    throw new Refusal('wrong_state', 'There is no second factor')
  }
}

/** So that nobody's account changes behind their back. */
export async function mailFactorChange(
  { privateSchema, read }: CommandServices,
  { id, receivedAt }: Pick<CommandContext, 'id' | 'receivedAt'>,
  to: { name: string; email: string },
  change: FactorChange,
): Promise<void> {
  const { branding } = await currentSettings(read)
  await queueMails(privateSchema, id, [factorChangedMail({ to, branding, change })], receivedAt)
}
