import type { FastifyRequest } from 'fastify'
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
import { currentSettings } from '../../projections/read-models/settings.ts'
import { command, current } from '../commands/command.ts'
import { callerOf } from '../server/access.ts'
import type { Services } from '../server/services.ts'
import { endSessions } from './credentials.ts'
import { finishSetup, proveSetup, renewRecoveryCodes, requireCode } from './second-factor.ts'
import { findSecret, removeFactor } from './second-factor-rows.ts'
import { noteSecurity } from './security-log.ts'

/*
 * The history first, then the mail: neither may lack a change that a crash has left half done. Trying again brings it to
 * its end.
 */

/** Every session of the admin ends, so that none goes on that began without a code. Answers the recovery codes. */
export async function turnOnOwnFactor(
  services: Services,
  request: FastifyRequest,
  code: string,
): Promise<string[]> {
  const caller = callerOf(request)
  const proven = await proveSetup(services, caller, code, request.receivedAt)
  const { state } = await command(services, request, admin, [caller.id], (now) =>
    recordFactor(now, 'SecondFactorTurnedOn'),
  )
  await tell(services, request, presentAdmin(state), 'turned on')
  return finishSetup(services, caller, proven)
}

export async function turnOffOwnFactor(
  services: Services,
  request: FastifyRequest,
  code: string,
): Promise<void> {
  const caller = callerOf(request)
  if ((await currentSettings(services.read)).secondFactorRequired) {
    throw new Refusal('wrong_state', 'The main admin asks a second factor of every admin')
  }
  await requireFactor(services, caller.id)
  await requireCode(services, caller, code, request.receivedAt)
  const { state } = await command(services, request, admin, [caller.id], (now) =>
    recordFactor(now, 'SecondFactorTurnedOff'),
  )
  await tell(services, request, presentAdmin(state), 'turned off')
  await removeFactor(services.privateSchema, caller.id)
}

/** Answers the new ones. */
export async function replaceOwnRecoveryCodes(
  services: Services,
  request: FastifyRequest,
  code: string,
): Promise<string[]> {
  const caller = callerOf(request)
  await requireFactor(services, caller.id)
  await requireCode(services, caller, code, request.receivedAt)
  const { state } = await command(services, request, admin, [caller.id], (now) =>
    recordFactor(now, 'RecoveryCodesReplaced'),
  )
  await tell(services, request, presentAdmin(state), 'codes replaced')
  return renewRecoveryCodes(services, caller)
}

/** Of a secondary admin, who may have lost it together with an open session. */
export async function resetFactor(
  services: Services,
  request: FastifyRequest,
  adminId: number,
): Promise<void> {
  secondaryAdmin(await current(services, admin, adminId))
  await requireFactor(services, adminId)
  const { state } = await command(services, request, admin, [adminId], (now) =>
    recordFactor(now, 'SecondFactorReset'),
  )
  await tell(services, request, presentAdmin(state), 'reset')
  await endSessions(services.privateSchema, adminId)
  await removeFactor(services.privateSchema, adminId)
}

async function requireFactor({ privateSchema }: Services, adminId: number) {
  if ((await findSecret(privateSchema, adminId)) === null) {
    throw new Refusal('wrong_state', 'There is no second factor')
  }
}

function tell(services: Services, request: FastifyRequest, to: PresentAdmin, change: FactorChange) {
  noteSecurity(services, request, { what: 'second factor change', outcome: 'succeeded', email: to.email })
  return mailFactorChange(services, request, to, change)
}

/** So that nobody's account changes behind their back. */
export async function mailFactorChange(
  { privateSchema, read }: Services,
  { commandId, receivedAt }: FastifyRequest,
  to: { name: string; email: string },
  change: FactorChange,
): Promise<void> {
  const { branding } = await currentSettings(read)
  await queueMails(privateSchema, commandId, [factorChangedMail({ to, branding, change })], receivedAt)
}
