import { v4 as uuidv4 } from 'uuid'
import type { Instant } from '../domain/event.ts'
import {
  type InstallationEvent,
  type LogOwner,
  logOwner,
  nameInstallation,
} from '../domain/settings/installation.ts'
import type { PrivateSchema } from './database/private-schema.ts'
import type { EventStore } from './event-store/event-store.ts'
import { load, transact } from './event-store/transact.ts'
import { StartRefusal } from './start-refusal.ts'

type Parts = { store: EventStore; privateSchema: PrivateSchema }

export async function ownerOf({ store, privateSchema }: Parts) {
  const { installationId: there } = await load(store, logOwner)
  return { here: await idHere(privateSchema), there }
}

/** Throws StartRefusal when the log belongs to another installation than the database. */
export async function refuseOtherLog(parts: Parts): Promise<void> {
  const { here, there } = await ownerOf(parts)
  if (there !== null) refuseUnlessEqual(there, here)
}

export async function claimLog({ store, privateSchema }: Parts, now: Instant): Promise<void> {
  const id = (await idHere(privateSchema)) ?? (await giveId(privateSchema))
  await name(store, now, (state) => {
    if (state.installationId !== null) refuseUnlessEqual(state.installationId, id)
    return nameInstallation(state, id)
  })
}

/** For a copy of a league, or a log whose database was lost. */
export async function takeOverLog({ store, privateSchema }: Parts, now: Instant): Promise<void> {
  const id = (await idHere(privateSchema)) ?? (await giveId(privateSchema))
  await name(store, now, (state) => nameInstallation(state, id))
}

async function name(
  store: EventStore,
  occurredAt: Instant,
  decide: (state: LogOwner) => InstallationEvent[],
): Promise<void> {
  const command = { id: uuidv4(), actor: { kind: 'system' }, occurredAt } as const
  await transact(store, { aggregate: logOwner, id: [], command, decide })
}

function refuseUnlessEqual(there: string, here: string | null) {
  if (there === here) return
  throw new StartRefusal(
    here === null
      ? 'The database is new, but the event log belongs to an installation: restore the backup of its database, set EVENTSTORE_URL to a log of its own, or see what is missing with npm run restore-check'
      : 'The event log belongs to another installation: set EVENTSTORE_URL or DATABASE_URL, so that log and database belong together',
  )
}

async function idHere(privateSchema: PrivateSchema): Promise<string | null> {
  const row = await privateSchema
    .selectFrom('keys')
    .select('value')
    .where('name', '=', NAME)
    .executeTakeFirst()
  return row?.value ?? null
}

async function giveId(privateSchema: PrivateSchema): Promise<string> {
  const value = uuidv4()
  await privateSchema.insertInto('keys').values({ name: NAME, value }).execute()
  return value
}

const NAME = 'installation'
