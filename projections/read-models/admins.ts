import { comparableAddress } from '../../domain/admins/email-address.ts'
import { idIn, type LoggedEvent, type Read, type ReadModel } from '../engine/read-model.ts'

export type AdminsTables = {
  admins: {
    id: number
    name: string
    email: string
    /** To find it by, however it is typed. */
    email_key: string
    /** Null while it is the first one. */
    email_changed_at: string | null
    is_main: boolean
    must_set_up: boolean
    created_at: string
  }
}

export const adminsModel: ReadModel = { create, handle }

async function create(read: Read) {
  await read.schema
    .createTable('admins')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('email_key', 'text', (column) => column.notNull())
    .addColumn('email_changed_at', 'text')
    .addColumn('is_main', 'boolean', (column) => column.notNull())
    .addColumn('must_set_up', 'boolean', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute()
}

async function handle(read: Read, event: LoggedEvent) {
  const change = (values: Partial<AdminsTables['admins']>) =>
    read.updateTable('admins').set(values).where('id', '=', idIn(event)).execute()

  switch (event.type) {
    case 'AdminAdded': {
      const { adminId, name, email, isMain } = event.data
      const created_at = event.metadata.occurredAt
      await read
        .insertInto('admins')
        .values({
          ...{ id: adminId, name, email, email_key: comparableAddress(email), email_changed_at: null },
          ...{ is_main: isMain, must_set_up: isMain, created_at },
        })
        .execute()
      return
    }
    case 'AdminSetupCompleted':
      await change({ ...event.data, email_key: comparableAddress(event.data.email), must_set_up: false })
      return
    case 'AdminRenamed':
      await change(event.data)
      return
    case 'AdminEmailChanged': {
      const { email } = event.data
      const email_changed_at = event.metadata.occurredAt
      await change({ email, email_key: comparableAddress(email), email_changed_at })
      return
    }
    case 'AdminRemoved':
      await read.deleteFrom('admins').where('id', '=', idIn(event)).execute()
      return
    case 'AdminErased':
      // Their removal may have gone with their stream before it was taken.
      await read.deleteFrom('admins').where('id', '=', event.data.adminId).execute()
  }
}

export type AdminRow = AdminsTables['admins']

/** Newest first. */
export function listAdmins(read: Read): Promise<AdminRow[]> {
  return read.selectFrom('admins').selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc').execute()
}

export function findAdmin(read: Read, adminId: number): Promise<AdminRow | undefined> {
  return read.selectFrom('admins').selectAll().where('id', '=', adminId).executeTakeFirst()
}

/** @param email in any case. */
export function findAdminByEmail(read: Read, email: string): Promise<AdminRow | undefined> {
  return read
    .selectFrom('admins')
    .selectAll()
    .where('email_key', '=', comparableAddress(email))
    .executeTakeFirst()
}
