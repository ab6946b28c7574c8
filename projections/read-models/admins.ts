import { comparable } from '../../domain/names.ts'
import { idIn, type LoggedEvent, type Read, type ReadModel, type Statements } from '../engine/read-model.ts'

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

function handle(read: Read, event: LoggedEvent): Statements {
  const change = (values: Partial<AdminsTables['admins']>) =>
    read.updateTable('admins').set(values).where('id', '=', idIn(event))

  switch (event.type) {
    case 'AdminAdded': {
      const { adminId, name, email, isMain } = event.data
      const created_at = event.metadata.occurredAt
      return [
        read.insertInto('admins').values({
          ...{ id: adminId, name, email, email_key: comparable(email), email_changed_at: null },
          ...{ is_main: isMain, must_set_up: isMain, created_at },
        }),
      ]
    }
    case 'AdminSetupCompleted':
      return [change({ ...event.data, email_key: comparable(event.data.email), must_set_up: false })]
    case 'AdminRenamed':
      return [change(event.data)]
    case 'AdminEmailChanged': {
      const { email } = event.data
      const email_changed_at = event.metadata.occurredAt
      return [change({ email, email_key: comparable(email), email_changed_at })]
    }
    case 'AdminRemoved':
      return [read.deleteFrom('admins').where('id', '=', idIn(event))]
    case 'AdminErased':
      // Their removal may have gone with their stream before it was taken.
      return [read.deleteFrom('admins').where('id', '=', event.data.adminId)]
    default:
      return []
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
  return read.selectFrom('admins').selectAll().where('email_key', '=', comparable(email)).executeTakeFirst()
}
