import { afterEach, expect, test, vi } from 'vitest'
import { storage } from './storage.ts'

const refuse = () => {
  throw new DOMException('', 'SecurityError')
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  localStorage.clear()
})

test('keeps what it is given', () => {
  storage.setItem('theme', 'light')
  expect(storage.getItem('theme')).toBe('light')
  storage.removeItem('theme')
  expect(storage.getItem('theme')).toBeNull()
})

test.each([
  ['is null', null],
  ['is missing', undefined],
  ['refuses everything', { getItem: refuse, setItem: refuse, removeItem: refuse }],
])('finds nothing and never throws where storage %s', (_, refusing) => {
  vi.stubGlobal('localStorage', refusing)
  storage.setItem('theme', 'light')
  expect(storage.getItem('theme')).toBeNull()
  storage.removeItem('theme')
})

test('finds nothing and never throws where storage throws when it is touched', () => {
  vi.spyOn(globalThis, 'localStorage', 'get').mockImplementation(refuse)
  storage.setItem('theme', 'light')
  expect(storage.getItem('theme')).toBeNull()
  storage.removeItem('theme')
})

test('does not go on keeping what it could not replace', () => {
  storage.setItem('session', 'of Ann')
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse)
  storage.setItem('session', 'of nobody')
  expect(storage.getItem('session')).toBeNull()
})
