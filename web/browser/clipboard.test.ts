import { afterEach, expect, test, vi } from 'vitest'
import { canCopy, copyText } from './clipboard.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

test('a text is copied', async () => {
  const copied: string[] = []
  vi.stubGlobal('navigator', { clipboard: { writeText: async (text: string) => copied.push(text) } })
  expect(canCopy()).toBe(true)
  expect(await copyText('a link')).toBe(true)
  expect(copied).toEqual(['a link'])
})

test.each([
  ['there is none', {}],
  ['it is null', { clipboard: null }],
])('nothing can be copied where %s', async (_, navigator) => {
  vi.stubGlobal('navigator', navigator)
  expect(canCopy()).toBe(false)
  expect(await copyText('a link')).toBe(false)
})

test.each([
  ['refuses', async () => Promise.reject(new DOMException('', 'NotAllowedError'))],
  [
    'throws',
    () => {
      throw new TypeError('Illegal invocation')
    },
  ],
])('a clipboard that %s says so', async (_, writeText) => {
  vi.stubGlobal('navigator', { clipboard: { writeText } })
  expect(await copyText('a link')).toBe(false)
})
