import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { applicationForTest, ROOT } from '../support/application.ts'
import { postgresMissing, startPostgresServer } from '../support/postgres-server.ts'

test.skipIf(postgresMissing)(
  'the role of the compose file runs the application, and is no superuser',
  async ({ onTestFinished }) => {
    const server = await startPostgresServer()
    onTestFinished(server.stop)
    const url = new URL(await server.createDatabase())
    const asSuperuser = async (database: string, sql: string) => {
      const client = new pg.Client(Object.assign(new URL(url), { pathname: database }).href)
      await client.connect()
      const { rows } = await client.query(sql).finally(() => client.end())
      return rows
    }
    await asSuperuser('postgres', 'create database picks')
    await asSuperuser('picks', readFileSync(join(ROOT, 'compose/postgres-role.sql'), 'utf8'))

    const databaseUrl = Object.assign(new URL(url), { ...{ username: 'picks', pathname: 'picks' } }).href
    const jwtSecret = 'a-secret-of-at-least-32-characters'
    const application = await applicationForTest({ config: { databaseUrl, jwtSecret } })
    onTestFinished(() => application.close())
    const { status } = await fetch(`${application.url}/api/health/ready`)
    expect(status).toBe(200)
    expect(
      await asSuperuser('picks', "select rolsuper, rolcreaterole from pg_roles where rolname = 'picks'"),
    ).toEqual([{ rolsuper: false, rolcreaterole: false }])
  },
)
