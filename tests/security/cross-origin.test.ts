import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aLeague } from '../support/league/a-league.ts'
import type { RunningLeague } from '../support/league/running.ts'

const EVIL = 'https://evil.example'

let league: RunningLeague
beforeAll(async () => {
  league = await aLeague().start()
})
afterAll(() => league?.close())

const ask = (method: string, path: string, headers: Record<string, string>, body?: string) =>
  fetch(`${league.application.url}/api${path}`, {
    method,
    headers,
    redirect: 'manual',
    ...(body === undefined ? {} : { body }),
  })

describe('a page of somebody else', () => {
  test.each(['/auth/me', '/admin/users', '/public/settings', '/public/seasons', '/picks/1-1-1-x'])(
    'is not let in by a browser that asks before it calls %s',
    async (path) => {
      const headers = {
        origin: EVIL,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization, content-type',
      }
      const answer = await ask('OPTIONS', path, headers)
      expect(answer.status).toBe(404)
      expect(answer.headers.get('access-control-allow-origin')).toBeNull()
      expect(answer.headers.get('access-control-allow-headers')).toBeNull()
    },
  )

  test('may not read any answer', async () => {
    for (const [path, token] of [
      ['/public/settings', ''],
      ['/auth/me', league.admin.token],
    ]) {
      const answer = await ask('GET', path ?? '', { origin: EVIL, authorization: `Bearer ${token}` })
      expect(answer.headers.get('access-control-allow-origin'), path).toBeNull()
      expect(answer.headers.get('access-control-allow-credentials'), path).toBeNull()
    }
  })

  test.each(['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data; boundary=x'])(
    'cannot send a form as %s, which needs no leave',
    async (type) => {
      const body = '{"email":"connie@example.com","password":"Sunny-Horse-7"}'
      expect((await ask('POST', '/auth/login', { origin: EVIL, 'content-type': type }, body)).status).toBe(
        415,
      )
    },
  )

  test('finds nothing that a browser would send by itself: no answer ever sets a cookie', async () => {
    const login = { email: 'connie@example.com', password: 'Sunny-Horse-7' }
    const answers = [
      await ask('POST', '/auth/login', { 'content-type': 'application/json' }, JSON.stringify(login)),
      await ask('GET', '/auth/me', { authorization: `Bearer ${league.admin.token}` }),
      await fetch(`${league.application.url}/`),
      await fetch(`${league.application.url}/admin/login?token=x`),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    for (const answer of answers) expect(answer.headers.get('set-cookie')).toBeNull()
  })
})

describe('no address leads away', () => {
  test.each([
    '//evil.example',
    '//evil.example/%2f..',
    '/\\evil.example',
    '/%5cevil.example',
    '/%2f%2fevil.example',
    '/admin/login?redirect=https://evil.example&next=//evil.example',
    '/api/auth/me?returnTo=https://evil.example',
    '/pick/https://evil.example',
    '/assets/..%2f..%2f..%2fetc%2fpasswd',
    '/..%2f..%2fpackage.json',
    '/https:evil.example',
  ])('%s', async (path) => {
    const answer = await fetch(`${league.application.url}${path}`, { redirect: 'manual' })
    expect([200, 400, 401, 404]).toContain(answer.status)
    expect(answer.headers.get('location')).toBeNull()
    const text = await answer.text()
    expect(text).not.toContain('root:')
    expect(text).not.toContain('devDependencies')
    expect(text).not.toMatch(/(href|action|content|src)="[^"]*evil/)
  })
})
