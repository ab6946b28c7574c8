import { currentSettings } from '../../projections/read-models/settings.ts'
import { hasPassword } from '../accounts/credentials.ts'
import { beginSetup, requireProof } from '../accounts/second-factor.ts'
import {
  replaceOwnRecoveryCodes,
  turnOffOwnFactor,
  turnOnOwnFactor,
} from '../accounts/second-factor-changes.ts'
import { countRecoveryCodes, findSecret } from '../accounts/second-factor-rows.ts'
import { renewToken } from '../accounts/sessions.ts'
import { Message } from '../contract/schema.ts'
import * as contract from '../contract/second-factor.ts'
import { callerOf } from '../server/access.ts'
import type { App } from '../server/app.ts'
import type { Services } from '../server/services.ts'

const config = { access: 'setup' } as const

/** What admins prove themselves with after a password or a link. */
export function authSecondFactorRoutes(app: App, services: Services): void {
  const { read, privateSchema } = services

  app.get(
    '/auth/second-factor',
    { config, schema: { response: { 200: contract.SecondFactor } } },
    async (request) => {
      const { id } = callerOf(request)
      const isOn = (await findSecret(privateSchema, id)) !== null
      return {
        isOn,
        isRequired: (await currentSettings(read)).secondFactorRequired,
        asksPassword: await hasPassword(privateSchema, id),
        recoveryCodesLeft: await countRecoveryCodes(privateSchema, id),
      }
    },
  )

  app.post(
    '/auth/second-factor/setup',
    { config, schema: { body: contract.SetupBody, response: { 200: contract.SetupBegun } } },
    async (request) => {
      const caller = callerOf(request)
      await requireProof(services, caller, request.body, request.receivedAt)
      return beginSetup(services, caller)
    },
  )

  app.post(
    '/auth/second-factor/confirm',
    { config, schema: { body: contract.CodeBody, response: { 200: contract.TurnedOn } } },
    async (request) => {
      const recoveryCodes = await turnOnOwnFactor(services, request, request.body.code)
      const token = await renewToken(app, services, request, callerOf(request))
      return { message: 'The second factor is on', token, recoveryCodes }
    },
  )

  app.post(
    '/auth/second-factor/recovery-codes',
    { config, schema: { body: contract.CodeBody, response: { 200: contract.RecoveryCodes } } },
    async (request) => {
      const recoveryCodes = await replaceOwnRecoveryCodes(services, request, request.body.code)
      return { message: 'The recovery codes are replaced', recoveryCodes }
    },
  )

  app.delete(
    '/auth/second-factor',
    { config, schema: { body: contract.CodeBody, response: { 200: Message } } },
    async (request) => {
      await turnOffOwnFactor(services, request, request.body.code)
      return { message: 'The second factor is off' }
    },
  )
}
