import { randomBytes } from 'node:crypto'
import { addAdmin, admin } from '#domain/admin'
import { admins, enlistFirstAdmin } from '#domain/admins'
import type { Command } from '#platform/transact'
import { transact } from '#platform/transact'
import type { Services } from './services.ts'

/** How the main admin signs in for the first time; null once setup is complete. */
export type FirstSignIn = { email: string; password: string } | null

/**
 * Makes the first main admin when there is none, and until setup is complete sees to it that the printed password is
 * the one that works. Safe to repeat after a crash at any point.
 * @param configured the operator's own password; without it a new random one is made at each start.
 */
export async function ensureFirstAdmin(
  services: Services,
  configured: { email: string; password: string | null },
): Promise<FirstSignIn> {
  const { store, ids, addressKey, projector } = services
  const enlisted = await transact(store, {
    aggregate: admins,
    id: [],
    command: systemCommand(services),
    decide: enlistFirst(await ids.next('admin'), addressKey(configured.email)),
  })
  const [adminId] = [...enlisted.state.keys()]
  if (adminId === undefined) return null
  const { state, position } = await transact(store, {
    aggregate: admin,
    id: [adminId],
    command: systemCommand(services),
    decide: (state) =>
      addAdmin(state, { adminId, name: 'Main Admin', email: configured.email, isMain: true }),
  })
  if (position !== null) await projector.waitFor(position)
  if (state.status !== 'must_set_up') return null
  const password = configured.password ?? randomBytes(9).toString('base64url')
  await storePassword(services, adminId, password)
  return { email: state.email, password }
}

const enlistFirst = (adminId: number, key: string) => (state: Parameters<typeof enlistFirstAdmin>[0]) =>
  enlistFirstAdmin(state, adminId, key)

const systemCommand = ({ ids, clock }: Services): Command => ({
  id: ids.uuid(),
  actor: { kind: 'system' },
  occurredAt: clock.now(),
})

/** Ends every session that began before. */
export async function storePassword(
  { vault, passwords }: Services,
  adminId: number,
  password: string,
): Promise<void> {
  const password_hash = await passwords.hash(password)
  await vault
    .insertInto('credentials')
    .values({ admin_id: adminId, password_hash, session_epoch: 0 })
    .onConflict((conflict) =>
      conflict.column('admin_id').doUpdateSet((eb) => ({
        password_hash,
        session_epoch: eb('credentials.session_epoch', '+', 1),
      })),
    )
    .execute()
}
