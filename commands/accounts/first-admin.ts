import { randomBytes } from 'node:crypto'
import { addAdmin, admin } from '../../domain/admins/admin.ts'
import { admins, enlistFirstAdmin } from '../../domain/admins/admins.ts'
import { Refusal } from '../../domain/refusal.ts'
import { type Command, transact } from '../../platform/event-store/transact.ts'
import { StartRefusal } from '../../platform/start-refusal.ts'
import type { CommandServices } from '../services.ts'
import { epochOfPassword, hasPassword, storePasswordHash } from './credentials.ts'
import { whyRefused } from './password-rules.ts'

/** How the main admin signs in for the first time; null once setup is complete. No password: the operator's own. */
export type FirstSignIn = { email: string; password: string | null } | null

/**
 * Makes the first main admin when there is none; until setup is complete the printed password is the one that works. Safe
 * to repeat after a crash. @param configured without a password a new random one is made. Throws StartRefusal for a weak one.
 */
export async function ensureFirstAdmin(
  services: CommandServices,
  configured: { email: string; password: string | null },
): Promise<FirstSignIn> {
  const { store, ids, addressKey, projector, privateSchema, passwords } = services
  const newId = await ids.next('admin')
  const enlisted = await transact(store, {
    aggregate: admins,
    id: [],
    command: systemCommand(services),
    decide: (state) => enlistFirstAdmin(state, newId, addressKey(configured.email)),
  })
  const [adminId] = [...enlisted.state.keys()]
  if (adminId === undefined) return null
  const { state, position } = await transact(store, {
    aggregate: admin,
    id: [adminId],
    command: systemCommand(services),
    decide: (state) =>
      state.status === 'missing'
        ? addAdmin(state, { adminId, name: 'Main Admin', email: configured.email, isMain: true })
        : [],
  })
  if (position !== null) await projector.waitFor(position)
  if (state.status !== 'must_set_up') return null
  const refused =
    configured.password === null ? null : await whyRefused(configured.password, [configured.email])
  if (refused !== null) {
    const { message } = new Refusal(refused.code, { field: 'password' })
    throw new StartRefusal(`ADMIN_PASSWORD cannot be used: ${message}`)
  }
  const password = configured.password ?? randomBytes(9).toString('base64url')
  const isKnown =
    (await hasPassword(privateSchema, adminId)) && (await epochOfPassword(services, state, password)) !== null
  if (!isKnown) {
    await storePasswordHash(privateSchema, adminId, await passwords.hash(password))
  }
  return { email: state.email, password: configured.password === null ? password : null }
}

const systemCommand = ({ ids, clock }: CommandServices): Command => ({
  id: ids.uuid(),
  actor: { kind: 'system' },
  occurredAt: clock.now(),
})
