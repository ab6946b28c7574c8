import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { initials, playerTint, TINTS, teamTint } from '../../domain/tints.ts'

test.each([
  ['Ann Archer', 'AA'],
  ['Ann-Marie van der O’Brien', 'AO'],
  ['Ann', 'An'],
  ['A', 'A'],
  ['ann b', 'ab'],
  ['  Ann \u200b Archer ', 'AA'],
  ['Player 12', 'P1'],
  ['(Bob) "Jr."', 'BJ'],
  ['Zoe\u0308 Zzz', 'ZZ'],
  ['e\u0301mile', 'ém'],
  ['🦊 Fox', '🦊F'],
  ['👨‍👩‍👧', '👨‍👩‍👧'],
  ['🇩🇪🇫🇷', '🇩🇪🇫🇷'],
  ['田中 太郎', '田太'],
  ['أحمد محمود', 'أم'],
  ['რუსთაველი', 'რუ'],
  ['– ★ !', ''],
  ['', ''],
])('the letters of "%s" are "%s"', (name, letters) => {
  expect(initials(name)).toBe(letters)
})

test('the first twelve players differ, and a player never changes', () => {
  const ids = Array.from({ length: TINTS }, (_, at) => at + 1)
  expect(ids.map(playerTint)).toEqual(ids)
  expect([13, 24, 25, 1_000_000].map(playerTint)).toEqual([1, 12, 1, 4])
})

test('a team has the colour of its name, whatever its case and spaces', () => {
  expect(['Reds', 'Blues', 'Greens', 'Real Madrid', 'Barcelona', 'Inter'].map(teamTint)).toEqual([
    6, 9, 10, 9, 3, 6,
  ])
  for (const same of ['real madrid', ' REAL\u00a0 Madrid', 'Real Ma\u200bdrid', 'Ｒeal Madrid'])
    expect(teamTint(same)).toBe(9)
  const all = Array.from({ length: 1_000 }, (_, at) => teamTint(`Team ${at}`))
  expect([Math.min(...all), Math.max(...all), new Set(all).size]).toEqual([1, TINTS, TINTS])
})

/** Of each theme, light and dark. */
const tokens = readFileSync('web/design/tokens.css', 'utf8')
const coloursOf = (name: string) =>
  [...tokens.matchAll(new RegExp(`${name}: light-dark\\((#\\w{6}), (#\\w{6})\\)`, 'g'))].map(
    ([, light = '', dark = '']) => [light, dark],
  )

test.each([['light'], ['dark']])(
  'letters on a colour, and a colour on the page, can be seen: %s',
  (theme) => {
    const of = (colours: string[] | undefined) => colours?.[theme === 'light' ? 0 : 1] ?? ''
    const tints = coloursOf('--tint').map(of)
    expect(new Set(tints).size).toBe(TINTS)
    const [letters] = coloursOf('--color-on-accent').map(of)
    const surfaces = ['page', 'surface', 'raised', 'hover', 'info-soft'].flatMap((name) =>
      coloursOf(`--color-${name}`).map(of),
    )
    expect(surfaces).toHaveLength(5)
    for (const tint of tints) {
      expect(contrast(tint, letters ?? ''), `letters on ${tint}`).toBeGreaterThanOrEqual(4.5)
      for (const surface of surfaces)
        expect(contrast(tint, surface), `${tint} on ${surface}`).toBeGreaterThanOrEqual(3)
    }
  },
)

/** As WCAG 2 defines it. */
function contrast(...pair: [string, string]): number {
  const [dark = 0, light = 0] = pair.map(luminance).toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(hex: string): number {
  const channels = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
  const [red = 0, green = 0, blue = 0] = channels.map((value) =>
    value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
