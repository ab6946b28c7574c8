import { describe, expect, test } from 'vitest'
import { DEFAULT_SETTINGS } from '../../domain/settings/settings.ts'
import type { EmailContent } from '../../platform/mail/email-content.ts'
import { renderEmail } from '../../platform/mail/email-html.ts'

const AA = 4.5
const EVERY_PART: EmailContent = {
  subject: 'Subject',
  heading: 'Heading',
  parts: [
    { kind: 'text', text: 'Text' },
    { kind: 'quote', text: 'Quote' },
    { kind: 'subheading', text: 'Subheading' },
    { kind: 'facts', rows: [['Label', 'Value']] },
    {
      kind: 'table',
      caption: 'Caption',
      head: ['', 'Player'],
      rows: [{ cells: ['#1', 'Ann'], marked: true }],
    },
    { kind: 'button', label: 'Button', url: 'https://picks.test/' },
    { kind: 'note', text: 'Note' },
  ],
  signature: 'Casey',
  optOut: { sentence: 'Sentence', label: 'Stop', url: 'https://picks.test/stop' },
}
const { html } = renderEmail(EVERY_PART, DEFAULT_SETTINGS.branding)

describe('a mail at night', () => {
  test('has another colour for whatever has one by day', () => {
    const colours = /(?:^|;)(?:color|background|border(?:-\w+)?):[^;]*#/
    const coloured = [...html.matchAll(/<(\w+)([^>]*) style="([^"]*)"/g)].filter(([, , , style]) =>
      colours.test(style ?? ''),
    )
    const classless = coloured.filter(([, , attributes]) => !attributes?.includes('class="'))
    expect(coloured.length).toBeGreaterThan(10)
    expect(classless.map(([tag]) => tag)).toEqual([])
  })

  test('has a rule for each of its classes, stronger than what is inline', () => {
    const classes = [...html.matchAll(/class="([^"]*)"/g)].flatMap(([, names]) => names?.split(' ') ?? [])
    for (const name of new Set(classes)) expect(ruleOf(name)).toMatch(/^([\w-]+:[^;!]+!important;?)+$/)
  })

  test.each([
    ['page', 'page'],
    ['card', 'card'],
    ['tint', 'tint'],
    ['button', 'button'],
    ['faint', 'page'],
    ['faint', 'card'],
    ['accent', 'page'],
  ])('can be read where %s lies on %s', (text, ground) => {
    expect(contrast(colourOf(text, 'color'), colourOf(ground, 'background'))).toBeGreaterThanOrEqual(AA)
  })
})

test.each([
  ['#18212f', '#eef1f5'],
  ['#18212f', '#ffffff'],
  ['#18212f', '#eaf4f0'],
  ['#5b6678', '#eef1f5'],
  ['#5b6678', '#ffffff'],
  ['#0b6b4f', '#eef1f5'],
  ['#ffffff', '#0b6b4f'],
])('a mail by day can be read where %s lies on %s', (text, ground) => {
  expect(html).toContain(`color:${text}`)
  expect(html).toContain(`background:${ground}`)
  expect(contrast(text, ground)).toBeGreaterThanOrEqual(AA)
})

const ruleOf = (name: string) => new RegExp(`^\\.${name}\\{(.*)\\}$`, 'm').exec(html)?.[1] ?? ''

const colourOf = (name: string, property: string) =>
  new RegExp(`(?:^|;)${property}:(#\\w{6})`).exec(ruleOf(name))?.[1] ?? ''

/** As the guidelines for accessible content reckon it (WCAG 2.2). */
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
