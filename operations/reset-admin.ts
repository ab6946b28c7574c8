import { randomBytes } from 'node:crypto'
import { v4 as uuidv4 } from 'uuid'
import { storePasswordHash } from '../commands/accounts/credentials.ts'
import { scryptPasswords } from '../commands/accounts/passwords.ts'
import { findSecret, removeFactor } from '../commands/accounts/second-factor-rows.ts'
import {
  type Admin,
  admin,
  changeAdminPassword,
  type PresentAdmin,
  recordFactor,
} from '../domain/admins/admin.ts'
import { admins } from '../domain/admins/admins.ts'
import type { Config } from '../platform/config/config.ts'
import { openPrivateSchema } from '../platform/database/private-schema.ts'
import type { EventStore } from '../platform/event-store/event-store.ts'
import { load, transact } from '../platform/event-store/transact.ts'
import { openInstallation } from '../platform/installation.ts'
import { sealIfWhole } from '../platform/integrity/hash-chain.ts'
import { StartRefusal } from '../platform/start-refusal.ts'
import { systemClock } from '../platform/time/clock.ts'

const REASON = 'The account was reset at the console of the server'

/** Also takes away the second factor, sessions, links and failed sign-ins. Throws StartRefusal. */
export async function resetAdmin(
  config: Config,
  onError: (error: unknown) => void,
): Promise<{ email: string; password: string; hadFactor: boolean }> {
  const { database, store, rawEventStore, close } = await openInstallation(config, onError, {
    mustExist: true,
  })
  try {
    const privateSchema = openPrivateSchema(database.kysely)
    const { adminId, email } = await findMainAdmin(store)
    const password = randomBytes(9).toString('base64url')
    const hash = await scryptPasswords().hash(password)
    const hadFactor = (await findSecret(privateSchema, adminId)) !== null
    await transact(store, {
      aggregate: admin,
      id: [adminId],
      command: {
        id: uuidv4(),
        actor: { kind: 'system' },
        occurredAt: systemClock.now(),
        reason: REASON,
      },
      decide: (state) => [
        ...(hadFactor ? recordFactor(state, 'SecondFactorReset') : []),
        ...changeAdminPassword(state),
      ],
    })
    await removeFactor(privateSchema, adminId)
    await storePasswordHash(privateSchema, adminId, hash)
    await privateSchema.deleteFrom('login_failures').execute()
    await sealIfWhole({ kysely: database.kysely, store: rawEventStore, clock: systemClock }).catch(onError)
    return { email, password, hadFactor }
  } finally {
    await close()
  }
}

async function findMainAdmin(store: EventStore): Promise<PresentAdmin> {
  for (const adminId of (await load(store, admins)).keys()) {
    const found = await load(store, admin, adminId)
    if (isMain(found)) return found
  }
  throw new StartRefusal('There is no main admin yet. The first start of the server creates one')
}

const isMain = (found: Admin): found is PresentAdmin => 'isMain' in found && found.isMain
