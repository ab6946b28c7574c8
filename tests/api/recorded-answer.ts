import type { Answer } from '../support/http.ts'

/** As text, without what is another in each run: ids, secrets, digests, and what the background or the clock of the machine decides. */
export function recorded({ status, body, text: sent }: Pick<Answer, 'status' | 'body' | 'text'>): string {
  const text = JSON.stringify({ status, body: inOrder(body) ?? sent.split(/\r?\n/) }, null, 2)
    .replace(/"eyJ[\w.-]+"/g, '"<session>"')
    .replace(/\?token=[\w-]+/g, '?token=<token>')
    .replace(/"(secret|uri|qrCode|challenge)": ".+"/g, '"$1": "<$1>"')
    .replace(/(?<!: )"[A-Z2-7]{4}(-[A-Z2-7]{4}){3}"/g, '"<recovery code>"')
    .replace(/mail-previews\/[\w-]+/g, 'mail-previews/<token>')
    .replace(/"(head)": "[0-9a-f]{64}"/g, '"$1": "<head>"')
    .replace(/(Seal |of=)[0-9a-f]{16}\b/g, '$1<seal>')
    .replace(
      /"(number|bytes|events\w*|seals|secondsLeft|unsealed|rows|erased)": (\d+|null)/g,
      '"$1": "<number>"',
    )
    // As old as the Node of the machine.
    .replace(/("time_zones": \{\s+"status": ")behind"(,\s+"detail": .+)?/g, '$1ok"')
    .replace(/"uptime": \d+/g, '"uptime": "<seconds>"')
    .replace(/"position": "(\d+|[\w-]{43})"/g, '"position": "<position>"')
    // What moved in the last seconds.
    .replace(/"id: \d+",\s+"event: season",\s+"data: .+",\s+"",\s+/g, '')
    .replace(/ at position \d+ /g, ' at position <position> ')
    .replace(/id: \d+/g, 'id: <position>')
    .replace(/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, '<uuid>')
    .replace(/\b[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}\b/g, '<receipt>')
    .replace(/"recordedAt": "[^"]+"/g, '"recordedAt": "<now>"')
  return written(JSON.parse(text))
}

const COLUMNS = 110

/** JSON of which each line holds a short entry of a list, or as much of an object as fits. */
export const written = (value: unknown) => `${inLines(value)}\n`

function inLines(value: unknown, indent = '', before = 0): string {
  const line = onOneLine(value)
  const isObject = typeof value === 'object' && value !== null
  if (!isObject || indent.length + before + line.length < COLUMNS) return line
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  const lines: string[] = []
  let wasOneLine = false
  for (const [key, part] of Object.entries(value)) {
    const name = open === '{' ? `${JSON.stringify(key)}: ` : ''
    const text = `${name}${inLines(part, `${indent}  `, name.length)}`
    const isOneLine = open === '{' && !text.includes('\n')
    const last = lines.at(-1) ?? ''
    if (wasOneLine && isOneLine && last.length + text.length + 3 < COLUMNS)
      lines.splice(-1, 1, `${last}, ${text}`)
    else lines.push(`${indent}  ${text}`)
    wasOneLine = isOneLine
  }
  return `${open}\n${lines.join(',\n')}\n${indent}${close}`
}

const onOneLine = (value: unknown) =>
  JSON.stringify(value, null, 1)
    .replace(/(?<=\[)\n *|\n *(?=\])/g, '')
    .replace(/\n */g, ' ')

/** Mails of the same instant come in no order, and what was kept back is so for whichever reason came first. */
function inOrder(body: Answer['body']) {
  if (!Array.isArray(body?.mails)) return body
  const { skipped: _, suppressed: __, ...counts } = body.counts ?? {}
  const key = ({ template, to, subject, text, roundId, state, reply }: Record<string, string>) =>
    [template, to, subject, text, roundId, state, reply].join(' ')
  const mails = body.mails
    .filter(({ state }: { state: string }) => state !== 'skipped' && state !== 'suppressed')
    .sort((left: Record<string, string>, right: Record<string, string>) =>
      key(left).localeCompare(key(right)),
    )
  return { ...body, ...(body.counts && { counts }), mails }
}

/** What the description of the API shows in place of what differs in each run. */
const SHOWN: readonly (readonly [RegExp, string])[] = [
  [/"<number>"/g, '12'],
  [/"<seconds>"/g, '86400'],
  [/<head>/g, 'b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c'],
  [/<seal>/g, 'b5bb9d8014a0f9b1'],
  [/<position>/g, '0000000000000000283'],
  [/<uuid>/g, '7c9e6679-7425-40de-944b-e07fc1f90ae7'],
  [/<receipt>/g, 'K7QM-2F9X-3RTB-W8HD'],
  [/<now>/g, '2027-01-10T12:00:00.000Z'],
  [/<session>/g, 'eyJhbGciOiJIUzI1NiJ9.eyJhZG1pbklkIjoxfQ.signature'],
  [/<recovery code>/g, 'MZXW-6YTB-OI4D-KNRV'],
  [/<secret>/g, 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'],
  [/<uri>/g, 'otpauth://totp/picks:connie%40example.com?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'],
  [/<qrCode>/g, '<svg viewBox=\\"0 0 45 45\\"></svg>'],
  [/"code": "\d{6}"/g, '"code": "492039"'],
  [/"token": "(?!eyJ)[\w-]+"/g, '"token": "<token>"'],
  [/<(token|challenge)>/g, 'Qm9iIGFuZCBBbm4gYW5kIENsZW8gYXJlIGhlcmU'],
]

/** A body or an answer for the description of the API: without secrets, and of each list the first two entries. */
export function exampleOf(body: unknown, text = ''): unknown {
  const known = recorded({ status: 200, body, text })
  const shown = SHOWN.reduce((example, [from, to]) => example.replace(from, to), known)
  if (body === null) return JSON.parse(shown).body.join('\n')
  return JSON.parse(shown, (_, value) => firstTwo(value)).body
}

/** Of a list, and of an object by ids. */
function firstTwo(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 2)
  if (typeof value !== 'object' || value === null || !Object.keys(value)[0]?.match(/^\d+$/)) return value
  return Object.fromEntries(Object.entries(value).slice(0, 2))
}
