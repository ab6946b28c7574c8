import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Admin,
  type AdminEvent,
  admin,
  lockSignIn,
  mailLink,
  signAdminIn,
} from '../../domain/admins/admin.ts'
import type { Actor } from '../../domain/event.ts'
import { transact } from '../../platform/event-store/transact.ts'
import type { CommandContext } from '../context.ts'
import type { CommandServices } from '../services.ts'
import { failuresSinceSignIn, forgetFailures, type Guesses } from './lockout.ts'
import type { LinkKind } from './tokens.ts'

const WAITS_MS = 1_000

/** What an event says of who asked, whose request may be over by then. */
export type Asked = Pick<CommandContext, 'id' | 'receivedAt'> & {
  /** Keyed: a reader sees that two are the same, and no more. */
  network: string
}

export type Proven = { by: 'password' | 'link'; and?: 'code' | 'recovery_code' }

/** While the log is away admins sign in all the same. */
export function recordSignIn(
  services: CommandServices,
  asked: Asked,
  adminId: number,
  { by, and }: Proven,
): Promise<void> {
  const { privateSchema } = services
  return reported(services, async () => {
    const counted = await failuresSinceSignIn(privateSchema, adminId)
    const { failures, wrongCodes } = counted
    // Without a second proof there are some only where a factor was taken away since.
    const codes = and !== undefined || wrongCodes > 0 ? { wrongCodes } : {}
    const data = { by, failures, network: asked.network, ...(and && { and }), ...codes }
    const actor: Actor = { kind: 'admin', id: adminId }
    await append(services, asked, { actor, adminId }, (state) => signAdminIn(state, data))
    await forgetFailures(privateSchema, adminId, counted)
  })
}

/** @param of what no more are taken. */
export const recordLock = (
  services: CommandServices,
  asked: Asked,
  adminId: number,
  of: Guesses,
): Promise<void> =>
  reported(services, async () => {
    const { failures, wrongCodes } = await failuresSinceSignIn(services.privateSchema, adminId)
    const data = { failures, network: asked.network, ...(of === 'codes' && { wrongCodes }) }
    await append(services, asked, { actor: SYSTEM, adminId }, (state) => lockSignIn(state, data))
  })

export const recordLink = (
  services: CommandServices,
  asked: Asked,
  adminId: number,
  link: LinkKind,
): Promise<void> =>
  reported(services, () =>
    append(services, asked, { actor: SYSTEM, adminId }, (state) =>
      mailLink(state, { link, network: asked.network }),
    ),
  )

const SYSTEM: Actor = { kind: 'system' }

async function append(
  { store, projector }: CommandServices,
  { id, receivedAt: occurredAt }: Asked,
  { actor, adminId }: { actor: Actor; adminId: number },
  decide: (state: Admin) => AdminEvent[],
): Promise<void> {
  const command = { id, actor, occurredAt }
  const { position } = await transact(store, { aggregate: admin, id: [adminId], decide, command })
  if (position !== null) await projector.waitFor(position)
}

async function reported({ log }: CommandServices, record: () => Promise<void>): Promise<void> {
  const done = record().catch((err: unknown) => log.warn({ err }, 'the history lacks a security event'))
  await Promise.race([done, sleep(WAITS_MS, undefined, { ref: false })])
}
