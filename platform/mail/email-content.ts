import type { Branding } from '../../domain/settings/settings.ts'

/** What a mail says, as plain texts; nothing in it is HTML. */
export type EmailContent = {
  subject: string
  heading: string
  /** From top to bottom. */
  parts: readonly Part[]
  /** The last line is who signs. */
  signature: string
  /** How the reader ends mails like this one, where that is for the reader to say. */
  optOut?: OptOut
}

export type OptOut = { sentence: string; label: string; url: string }

export type Part =
  | { kind: 'text'; text: string }
  /** In somebody else's words. */
  | { kind: 'quote'; text: string }
  /** Begins what is about one of several people. */
  | { kind: 'subheading'; text: string }
  | { kind: 'button'; label: string; url: string }
  /** Smaller than a button. */
  | { kind: 'link'; label: string; url: string }
  /** A label and what it stands for. */
  | { kind: 'facts'; rows: readonly (readonly [label: string, value: string])[] }
  | Table
  /** Smaller. */
  | { kind: 'note'; text: string }

/** The last column holds figures. */
export type Table = {
  kind: 'table'
  caption: string
  head: readonly string[]
  rows: readonly { cells: readonly string[]; marked?: boolean }[]
}

/** The whole content for those who read plain text. */
export function letterText({ heading, parts, signature, optOut }: EmailContent, branding: Branding): string {
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

/** A header is one line, whatever somebody typed. */
export const oneLine = (text: string) =>
  legible(text.replace(/\s+/g, ' '))
    .replace(/\p{Cc}+/gu, ' ')
    .trim()

/** Without signs that nobody sees, and that turn the direction of all that follows or break a line of the mail. */
export const legible = (text: string) =>
  text.replace(/\r\n?/g, '\n').replace(/[\u202a-\u202e\u2066-\u2069]|(?![\n\t])\p{Cc}/gu, '')
