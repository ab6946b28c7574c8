import { expect, test } from 'vitest'
import { ordinal } from '../../domain/ordinal.ts'

test.each([
  [1, '1st'],
  [2, '2nd'],
  [3, '3rd'],
  [4, '4th'],
  [11, '11th'],
  [12, '12th'],
  [13, '13th'],
  [21, '21st'],
  [22, '22nd'],
  [103, '103rd'],
  [111, '111th'],
])('%i is written %s', (number, text) => {
  expect(ordinal(number)).toBe(text)
})
