import { sql } from 'kysely'

/** Among what a statement returns: its commit waits for no standby. One that gets a later commit gets this one too. */
export const LOCALLY = sql<string>`set_config('synchronous_commit', 'local', true)`.as('committed')
