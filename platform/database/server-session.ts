import pg from 'pg'
import { withoutSecrets } from '../config/address-without-secrets.ts'
import { StartRefusal } from '../start-refusal.ts'

/** Whatever the database, its role or a pooler may set. By statement, because poolers refuse it at the connection. */
const SESSION = {
  idle_in_transaction_session_timeout: '15s',
  tcp_keepalives_idle: '10',
  tcp_keepalives_interval: '5',
  tcp_keepalives_count: '3',
  idle_session_timeout: '0',
  statement_timeout: '0',
  transaction_timeout: '0',
  lock_timeout: '0',
  default_transaction_isolation: 'read committed',
  default_transaction_deferrable: 'off',
  search_path: '"$user", public',
  // With millions of rows it compiles every short query, which takes forty times as long as to run it.
  jit: 'off',
  row_security: 'on',
  standard_conforming_strings: 'on',
  transform_null_equals: 'off',
  bytea_output: 'hex',
  extra_float_digits: '1',
  datestyle: 'ISO, MDY',
  intervalstyle: 'postgres',
  timezone: 'UTC',
}

const ANSWER_MS = 1_500

/** Whether a commit waits for more than its own disk is the operator's choice. */
const SET = `
  select set_config(name, value, false) from json_each_text($1) as ours(name, value)
  where name <> 'transaction_timeout' or current_setting('server_version_num')::integer >= 170000
  union all
  select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit') = 'off'`

export type ServerConnection = pg.ClientConfig & { onConnect(client: pg.ClientBase): Promise<void> }

export async function connectAsOurs(
  client: pg.Client,
  { onConnect }: Pick<pg.PoolConfig, 'onConnect'>,
): Promise<void> {
  await client.connect()
  await onConnect?.(client)
}

/** What DATABASE_URL sets in `?options=` wins. */
export function setSession(url: string): ServerConnection['onConnect'] {
  const theirs = new URLSearchParams(url.split('?')[1]).get('options')?.toLowerCase() ?? ''
  const ours = Object.entries(SESSION).filter(([name]) => !theirs.includes(name))
  const parameters = JSON.stringify(Object.fromEntries(ours))
  return async (client) => {
    const statement = { text: SET, values: [parameters], query_timeout: ANSWER_MS }
    await client.query(statement)
  }
}

type Found = {
  encoding: string
  replication_role: string
  is_read_only: boolean
  role: string
  database: string
  may_create: boolean
  has_foreign_log: boolean
}

const LOOK = `
  select current_setting('server_encoding') as encoding,
    current_setting('session_replication_role') as replication_role,
    current_setting('transaction_read_only') = 'on' as is_read_only,
    current_user as role, current_database() as database,
    has_database_privilege(current_database(), 'create') as may_create,
    to_regnamespace('log') is not null and to_regclass('private.kysely_migration') is null as has_foreign_log`

/** Throws StartRefusal where a session of this server cannot do what we need, with one sentence. */
export async function refuseUnusable(client: pg.ClientBase, url: string): Promise<void> {
  const { rows } = await client.query<Found>(LOOK)
  const [found] = rows
  const reason = found && whyUnusable(found)
  if (reason) throw new StartRefusal(`The database at ${withoutSecrets(url)} ${reason}`)
}

function whyUnusable(found: Found): string | null {
  const { encoding, role, database } = found
  if (encoding !== 'UTF8') return `has the encoding ${encoding}: it must be UTF8`
  if (found.is_read_only)
    return 'takes no writes: it is a standby, or default_transaction_read_only is on for it or its role'
  if (found.replication_role !== 'origin')
    return `runs without triggers, which guard the log: session_replication_role must be origin for the role ${role}`
  if (found.has_foreign_log)
    return 'has a schema named log that belongs to another program: give this one a database of its own'
  if (!found.may_create)
    return `lets its role ${role} make no schemas: GRANT CREATE ON DATABASE ${pg.escapeIdentifier(database)} TO ${pg.escapeIdentifier(role)}`
  return null
}
