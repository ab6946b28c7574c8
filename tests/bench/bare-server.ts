import { readFileSync } from 'node:fs'
import Fastify from 'fastify'
import type pg from 'pg'
import { openEmbedded } from '../../platform/database/database-embedded.ts'
import { openServer } from '../../platform/database/database-server.ts'

// What this machine does with nothing but Fastify and, where one is named, a database: what we compare ourselves with.

const { PORT, ANSWERS_FILE, DATABASE_URL, DATA_DIR } = process.env
export type Answer = { path: string; headers: Record<string, string>; body: string }

const app = Fastify()

if (ANSWERS_FILE) {
  const answers: Answer[] = JSON.parse(readFileSync(ANSWERS_FILE, 'utf8'))
  for (const { path, headers, body } of answers) {
    const bytes = Buffer.from(body, 'base64')
    app.get(path, (_request, reply) => reply.headers(headers).send(bytes))
  }
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
