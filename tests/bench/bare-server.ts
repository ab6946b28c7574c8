import { readFileSync } from 'node:fs'
import Fastify from 'fastify'
import type pg from 'pg'
import { openEmbedded } from '../../platform/database/database-embedded.ts'
import { openServer } from '../../platform/database/database-server.ts'

// What this machine does with nothing but Fastify and, where one is named, a database: what we compare ourselves with.

const { PORT, BODY_FILE, DATABASE_URL, DATA_DIR } = process.env
const app = Fastify()

if (BODY_FILE) {
  const body = readFileSync(BODY_FILE)
  app.get('/', (_request, reply) => reply.type('application/json; charset=utf-8').send(body))
}
const pool = await openPool()
if (pool) {
  await pool.query('create table if not exists bare (id bigserial primary key, value text not null)')
  app.post<{ Body: { picks: string[] } }>('/', async ({ body }) => {
    await pool.query('insert into bare (value) values ($1)', [body.picks.join()])
    return { message: 'Saved' }
  })
}
await app.listen({ host: '127.0.0.1', port: Number(PORT) })
console.log('is running.')

async function openPool(): Promise<pg.Pool | null> {
  if (DATABASE_URL) return (await openServer({ url: DATABASE_URL, onError: console.error })).pool
  if (DATA_DIR) return (await openEmbedded({ dataDir: DATA_DIR })).pool
  return null
}
