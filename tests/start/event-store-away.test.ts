import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { VERSION } from '../../platform/version.ts'
import { applicationForTest } from '../support/application.ts'
import { copyTemplate } from '../support/embedded.ts'
import { type EventStoreDbDouble, startEventStoreDbDouble } from '../support/eventstoredb-double/server.ts'
import { eventually } from '../support/eventually.ts'
import { temporaryFolder } from '../support/folder.ts'
import { freePort } from '../support/free-port.ts'
import { http } from '../support/http.ts'
import { setUpAdmin, signIn } from '../support/league/over-http.ts'

let double: EventStoreDbDouble
let log: string[]
beforeEach(async () => {
  double = await startEventStoreDbDouble()
  log = []
})
afterEach(() => double.stop())

const start = ({ port = 0, ...place }: { port?: number; dataDir?: string } = {}) =>
  applicationForTest({
    ...place,
    config: { eventStoreUrl: double.url, port, host: '127.0.0.1' },
    log: pino({ level: 'warn' }, { write: (line: string) => log.push(line) }),
  })

test('an application that starts before its event store lives, is not ready, and serves once the store is there', async () => {
  await double.stop()
  const port = await freePort()
  const starting = start({ port })
  const visitor = http(`http://127.0.0.1:${port}`)
  await eventually(
    'the port',
    async () => (await visitor.get('/health/live').catch(() => null))?.status === 200,
  )
  expect(await visitor.get('/health/ready')).toMatchObject({ status: 503, body: { status: 'getting ready' } })
  const health = await visitor.get('/health')
  expect(health.status).toBe(503)
  expect(health.body).toEqual({
    ...{ status: 'degraded', version: VERSION, uptime: expect.any(Number), services: {} },
  })
  expect(await visitor.get('/public/seasons')).toMatchObject({
    ...{ status: 503, body: { error: 'The server is getting ready. Please try again in a moment' } },
  })
  const waits = () => log.filter((line) => line.includes('is waited for'))
  await eventually('a line in the log', async () => waits().length > 0)
  expect(waits()[0]).toMatch(/cannot be used for 1\d seconds now, and is waited for: .*ECONNREFUSED/)
  await double.start()
  const application = await starting
  expect(await visitor.get('/health/ready')).toMatchObject({ status: 200 })
  await application.close()
})

test('access that is lost is told in each answer and in the health, and all is well when it is back', async () => {
  const application = await start()
  const admin = await setUpAdmin(application.url)
  double.faults.knowsNobody = true
  const refused = await admin.post('/admin/users', { name: 'Ann', email: '' })
  expect(refused).toMatchObject({
    status: 503,
    body: {
      error:
        'The event log refuses the account of this server, and nothing was saved. Please tell the person who runs the server',
    },
  })
  expect(log.filter((line) => line.includes('"stack"') && line.includes('request failed'))).toEqual([])
  expect(await admin.get('/admin/health')).toMatchObject({
    body: {
      status: 'degraded',
      services: {
        event_store: {
          ...{ status: 'down' },
          detail: 'The event store does not accept the user name or the password of this server',
        },
      },
    },
  })
  expect(await admin.get('/health/ready')).toMatchObject({
    status: 503,
    body: { status: 'event log refuses' },
  })
  expect(await admin.get('/health/live')).toMatchObject({ status: 200 })
  double.faults.knowsNobody = false
  expect(await admin.post('/admin/users', { name: 'Ann', email: '' })).toMatchObject({ status: 201 })
  expect(await admin.get('/health/ready')).toMatchObject({ status: 200 })
  await application.close()
})

test('an erasure that cannot be finished is told, keeps nobody from starting, and is finished at a later start', async () => {
  const folder = await temporaryFolder()
  await copyTemplate(folder.path)
  const first = await start({ dataDir: folder.path })
  const admin = await setUpAdmin(first.url)
  const { body: ann } = await admin.post('/admin/users', { name: 'Ann', email: '' })
  await admin.post(`/admin/users/${ann.id}/deactivate`)
  double.faults.denied.add('delete')
  expect(await admin.post(`/admin/users/${ann.id}/erase`, { confirmation: 'ERASE' })).toMatchObject({
    status: 503,
    body: { error: expect.stringMatching(/refuses the account of this server, and only a part was saved/) },
  })
  await first.close()

  const again = await start({ dataDir: folder.path })
  expect(log.join()).toMatch(/lacks the right to delete a stream, without which nobody can be erased/)
  expect(await (await signIn(again.url)).post('/admin/users', { name: 'Bob', email: '' })).toMatchObject({
    status: 201,
  })
  expect(double.log.isTombstoned(`player-${ann.id}`)).toBe(false)
  await again.close()

  double.faults.denied.clear()
  const last = await start({ dataDir: folder.path })
  expect(double.log.isTombstoned(`player-${ann.id}`)).toBe(true)
  await last.close()
  await folder.remove()
})
