import { afterEach, expect, test, vi } from 'vitest'
import { attentionMs, isUnattended } from './attention.ts'

afterEach(() => void vi.useRealTimers())

test('a page that nobody touches for a minute is unattended, until somebody does', () => {
  vi.useFakeTimers()
  window.dispatchEvent(new Event('pointerdown'))
  vi.advanceTimersByTime(attentionMs)
  expect(isUnattended()).toBe(false)
  vi.advanceTimersByTime(1)
  expect(isUnattended()).toBe(true)
  window.dispatchEvent(new Event('keydown'))
  expect(isUnattended()).toBe(false)
})
