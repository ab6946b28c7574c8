import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aLeague } from '../support/league/a-league.ts'
import type { RunningLeague } from '../support/league/running.ts'

let league: RunningLeague
beforeAll(async () => {
  league = await aLeague().start()
})
afterAll(() => league?.close())

const POISONS = [
  '{"__proto__":{"isMainAdmin":true,"polluted":true}}',
  '{"name":"Ann","email":"","__proto__":{"polluted":true}}',
  '{"name":"Ann","email":"","constructor":{"prototype":{"polluted":true}}}',
  '{"name":{"__proto__":{"polluted":true}},"email":""}',
  '{"\\u005f\\u005fproto\\u005f\\u005f":{"polluted":true},"name":"Ann","email":""}',
  '[{"__proto__":{"polluted":true}}]',
]

/** Every call that takes a body, with and without somebody signed in. */
const CALLS: readonly [method: string, path: string][] = [
  ['POST', '/auth/login'],
  ['POST', '/auth/verify-magic-link'],
  ['POST', '/picks/1-1-1-x'],
  ['POST', '/admin/users'],
  ['POST', '/admin/seasons'],
  ['POST', '/admin/rounds'],
  ['POST', '/admin/picks'],
  ['PUT', '/admin/settings'],
]

describe.each(CALLS)('%s %s', (method, path) => {
  test.each(POISONS)('takes nothing of %s into the prototypes of this process', async (body) => {
    const response = await fetch(`${league.application.url}/api${path}`, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${league.admin.token}` },
      body,
    })
    expect(response.status).toBeGreaterThanOrEqual(400)
    expect(response.status).toBeLessThan(500)
    // The application runs in this very process.
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
    expect(({} as Record<string, unknown>).isMainAdmin).toBeUndefined()
  })
})

test('names that every object has are names like any other, or refused in a sentence', async () => {
  for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
    expect(await league.admin.post('/admin/users', { name, email: '' })).toMatchObject({ status: 201 })
  }
  const { body } = await league.admin.get('/admin/users')
  expect(body.map((player: { name: string }) => player.name)).toEqual(
    expect.arrayContaining(['__proto__', 'constructor', 'toString', 'hasOwnProperty']),
  )
})
