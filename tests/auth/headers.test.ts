import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ApplicationForTest, applicationForTest, WEB_DIR } from '../support/application.ts'

let application: ApplicationForTest
beforeAll(async () => {
  application = await applicationForTest()
})
afterAll(() => application?.close())

const headersOf = async (path: string, url = application.url) => (await fetch(`${url}${path}`)).headers

const asset = () => {
  const name = readdirSync(join(WEB_DIR, 'assets')).find((file) => file.endsWith('.js'))
  return `/assets/${name}`
}

describe.each([
  '/',
  '/admin/login?token=secret',
  '/pick/1-1-1-x',
  '/api/health',
  '/api/auth/me',
  '/api/nothing',
  '/%ff',
  '/api/admin/%E0%A4',
  `/api/picks/${'x'.repeat(300)}`,
  asset(),
])('the answer to %s', (path) => {
  test('tells the browser to trust nothing but this server', async () => {
    const headers = await headersOf(path)
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'self'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toMatch(/unsafe|\*|https?:/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains')
  })
})

test('HTTPS is only asked for where there is HTTPS', async () => {
  const plain = await applicationForTest({ config: { appUrl: 'http://picks.test' } })
  expect((await headersOf('/', plain.url)).get('strict-transport-security')).toBeNull()
  await plain.close()
})
