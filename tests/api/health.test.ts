import { afterAll, beforeAll, expect, test } from 'vitest'
import { VERSION } from '../../platform/version.ts'

import { eventually } from '../support/eventually.ts'
import { aLeague } from '../support/league/a-league.ts'
import { CONNIE } from '../support/league/examples.ts'
import type { RunningLeague } from '../support/league/running.ts'
import { blackHole, type RawServer } from '../support/raw-server.ts'

let league: RunningLeague
let mailServer: RawServer
beforeAll(async () => {
  // Mail that goes out at once would not show in any figure.
  mailServer = await blackHole()
  league = await aLeague().start({ config: { smtp: mailServer.config } })
})
afterAll(async () => {
  await league?.close()
  await mailServer?.stop()
})

test('tells anybody what works, and nothing else', async () => {
  const { status, body } = await league.visitor.get('/health')
  expect(status).toBe(200)
  const works = { status: expect.stringMatching(/^(ok|behind|down)$/) }
  expect(body).toEqual({
    status: expect.any(String),
    version: VERSION,
    uptime: expect.any(Number),
    services: {
      database: works,
      disk: works,
      event_store: works,
      projection: works,
      mail: works,
      jobs: works,
      time_zones: works,
    },
  })
})

test('tells the main admin how much mail waits, and a stranger not even that it does', async () => {
  const figures = async () => (await league.admin.get('/admin/health')).body
  const { queued } = (await figures()).outbox
  const { uptime: _before, ...before } = (await league.visitor.get('/health')).body
  await league.visitor.post('/auth/send-magic-link', { email: CONNIE.email })
  await eventually('the mail in the outbox', async () => (await figures()).outbox.queued > queued)
  const { uptime: _after, ...after } = (await league.visitor.get('/health')).body
  expect(after).toEqual(before)
  expect(await figures()).toMatchObject({ lag: { events: 0, seconds: 0 }, outbox: { failed: 0 } })
})
