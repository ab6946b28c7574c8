import type { FastifyRequest } from 'fastify'
import { hasPassword } from '../../commands/accounts/credentials.ts'
import { beginSetup, requireProof } from '../../commands/accounts/second-factor.ts'
import {
  replaceOwnRecoveryCodes,
  turnOffOwnFactor,
  turnOnOwnFactor,
} from '../../commands/accounts/second-factor-changes.ts'
import { countRecoveryCodes, findSecret } from '../../commands/accounts/second-factor-rows.ts'
import { currentSettings } from '../../projections/league/settings.ts'
import { callerOf } from '../accounts/access.ts'
import { noteSecurity } from '../accounts/security-log.ts'
import { renewToken } from '../accounts/sessions.ts'
import { contextOf } from '../server/command-context.ts'
import { type App, serve } from '../server/serve.ts'
import type { Services } from '../server/services.ts'

/** What admins prove themselves with after a password or a link. */
export function authSecondFactorRoutes(app: App, services: Services): void {
  const { read, privateSchema } = services

  serve(app, 'GET /auth/second-factor', async (request) => {
    const { adminId } = callerOf(request)
    const isOn = (await findSecret(privateSchema, adminId)) !== null
    return {
      isOn,
      isRequired: (await currentSettings(read)).secondFactorRequired,
      asksPassword: await hasPassword(privateSchema, adminId),
      recoveryCodesLeft: await countRecoveryCodes(privateSchema, adminId),
    }
  })

  serve(app, 'POST /auth/second-factor/setup', async (request) => {
    const caller = callerOf(request)
    await requireProof(services, caller, request.body, request.receivedAt)
    return beginSetup(services, caller)
  })

  serve(app, 'POST /auth/second-factor/confirm', async (request) => {
    const caller = callerOf(request)
    const recoveryCodes = await turnOnOwnFactor(services, contextOf(request), caller, request.body.code)
    noteChange(request)
    const token = await renewToken(app, services, request, caller, null)
    return { message: 'The second factor is on', token, recoveryCodes }
  })

  serve(app, 'POST /auth/second-factor/recovery-codes', async (request) => {
    const recoveryCodes = await replaceOwnRecoveryCodes(
      services,
      contextOf(request),
      callerOf(request),
      request.body.code,
    )
    noteChange(request)
    return { message: 'The recovery codes are replaced', recoveryCodes }
  })

  serve(app, 'DELETE /auth/second-factor', async (request) => {
    await turnOffOwnFactor(services, contextOf(request), callerOf(request), request.body.code)
    noteChange(request)
    return { message: 'The second factor is off' }
  })

  function noteChange(request: FastifyRequest) {
    const { email } = callerOf(request)
    noteSecurity(services, request, { what: 'second factor change', outcome: 'succeeded', email })
  }
}
