import { afterEach, beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => {
  vi.resetModules()
  document.documentElement.dataset.path = '/picks'
})
afterEach(() => {
  vi.resetModules()
  delete document.documentElement.dataset.path
  history.replaceState(null, '', '/')
  localStorage.clear()
})

const load = (address: string) => {
  history.replaceState({ dialog: true }, '', address)
  return import('./base-path.ts')
}

test.each([
  ['/picks/rules?season=1#x', '/picks/rules?season=1#x', '/rules'],
  ['/picks/', '/picks/', '/'],
  ['/picks?season=1', '/picks/?season=1', '/'],
  ['/rules?season=1#x', '/picks/rules?season=1#x', '/rules'],
  ['/picksel', '/picks/picksel', '/picksel'],
])('%s becomes %s, and routes know it as %s', async (asked, shown, path) => {
  const { ownAddress, pathHere } = await load(asked)
  expect(location.href).toBe(`${location.origin}${shown}`)
  expect(history.state).toEqual({ dialog: true })
  expect(pathHere()).toBe(path)
  expect(ownAddress).toBe(`${location.origin}/picks`)
})

test('a token of a mailed link leaves the address', async () => {
  history.replaceState(null, '', '/picks/admin/login?token=abc')
  const { signInLink } = await import('../admin/sign-in/sign-in-link.ts')
  expect(signInLink.token).toBe('abc')
  expect(location.search).toBe('')
})

test('leagues on one host do not share what a browser keeps', async () => {
  localStorage.setItem('session', '{"state":{"token":"of another league"},"version":0}')
  const { useSession } = await import('../session.ts')
  expect(useSession.getState().token).toBeNull()
  useSession.getState().signIn({ token: 'own', admin: {} as never })
  useSession.getState().signOut()
  expect(localStorage.getItem('session')).toContain('of another league')
  expect(Object.keys(localStorage).sort()).toEqual(['session', 'session/picks'])
})
