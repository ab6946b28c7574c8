import type { Branding } from '../../domain/settings/settings.ts'

export type EmailContent = {
  subject: string
  heading: string
  parts: readonly Part[]
  signature: string
  optOut?: OptOut
}

export type OptOut = { sentence: string; label: string; url: string }

export type Part =
  | { kind: 'text'; text: string }
  | { kind: 'quote'; text: string }
  | { kind: 'subheading'; text: string }
  | { kind: 'button'; label: string; url: string }
  | { kind: 'link'; label: string; url: string }
  | { kind: 'facts'; rows: readonly (readonly [label: string, value: string])[] }
  | Table
  | { kind: 'note'; text: string }

export type Table = {
  kind: 'table'
  caption: string
  head: readonly string[]
  rows: readonly { cells: readonly string[]; marked?: boolean }[]
}

export function textOf({ heading, parts, signature, optOut }: EmailContent, branding: Branding): string {
  const ending = optOut ? [`${optOut.sentence}\n${optOut.label}: ${optOut.url}`] : []
  const sender = `-- \n${oneLine(branding.title)}. ${oneLine(branding.tagline)}`
  return [heading, ...parts.map(partText), signature, ...ending, sender].map(legible).join('\n\n')
}

function partText(part: Part): string {
  switch (part.kind) {
    case 'text':
    case 'note':
      return part.text
    case 'quote':
      return part.text.replace(/^/gm, '> ')
    case 'subheading':
      return `* ${part.text}`
    case 'button':
    case 'link':
      return `${part.label}:\n${part.url}`
    case 'facts':
      return part.rows.map(([label, value]) => `${label}: ${value}`).join('\n')
    case 'table':
      return [part.caption, ...part.rows.map(({ cells }) => cells.filter(Boolean).join('  '))].join('\n')
  }
}

export const oneLine = (text: string) =>
  legible(text.replace(/\s+/g, ' '))
    .replace(/\p{Cc}+/gu, ' ')
    .trim()

/** Without invisible signs that turn the direction of text or break a line. */
export const legible = (text: string) =>
  text.replace(/\r\n?/g, '\n').replace(/[\u202a-\u202e\u2066-\u2069]|(?![\n\t])\p{Cc}/gu, '')
