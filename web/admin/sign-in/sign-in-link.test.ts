import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.resetModules()
  window.history.replaceState(null, '', '/')
})

const load = async (address: string) => {
  vi.resetModules()
  window.history.replaceState(null, '', address)
  return import('./sign-in-link.ts')
}

test.each([
  ['/admin/login', 'signInLink', 'resetLink'],
  ['/admin/reset-password', 'resetLink', 'signInLink'],
] as const)('a token at %s leaves the address and the history', async (path, own, other) => {
  const links = await load(`${path}?token=abc&nonce=xyz&from=mail`)
  expect(`${window.location.pathname}${window.location.search}`).toBe(`${path}?from=mail`)
  expect(links[own]).toEqual({ token: 'abc', nonce: 'xyz' })
  expect(links[other]).toEqual({ token: null, nonce: null })
})

test('any other address keeps what it says', async () => {
  const { signInLink } = await load('/somewhere?token=abc')
  expect(window.location.search).toBe('?token=abc')
  expect(signInLink.token).toBeNull()
})
