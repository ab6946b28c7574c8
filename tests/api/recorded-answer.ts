import type { Answer } from '../support/http.ts'

/** As text, without what is another in each run: ids, secrets, digests, and counts of what goes on in the background. */
export function recorded({ status, body, text: sent }: Answer): string {
  const text = JSON.stringify({ status, body: inOrder(body) ?? sent.split(/\r?\n/) }, null, 2)
    .replace(/"eyJ[\w.-]+"/g, '"<session>"')
    .replace(/\?token=[\w-]+/g, '?token=<token>')
    .replace(/"(secret|uri|qrCode|challenge)": ".+"/g, '"$1": "<$1>"')
    .replace(/(?<!: )"[A-Z2-7]{4}(-[A-Z2-7]{4}){3}"/g, '"<recovery code>"')
    .replace(/mail-previews\/[\w-]+/g, 'mail-previews/<token>')
    .replace(/"(head)": "[0-9a-f]{64}"/g, '"$1": "<head>"')
    .replace(/(Seal |of=)[0-9a-f]{16}\b/g, '$1<seal>')
    .replace(/"(number|events\w*|seals|secondsLeft|unsealed|rows|erased)": (\d+|null)/g, '"$1": "<number>"')
    .replace(/"uptime": \d+/g, '"uptime": "<seconds>"')
    .replace(/"position": "(\d+|[\w-]{43})"/g, '"position": "<position>"')
    .replace(/id: \d+/g, 'id: <position>')
    .replace(/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, '<uuid>')
    .replace(/\b[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}\b/g, '<receipt>')
    .replace(/"recordedAt": "[^"]+"/g, '"recordedAt": "<now>"')
  return `${text}\n`
}

/** Mails of the same instant come in no order. */
function inOrder(body: Answer['body']) {
  if (!body?.mails) return body
  const key = ({ template, to, subject, text }: Record<string, string>) =>
    `${template} ${to} ${subject} ${text}`
  const mails = [...body.mails].sort((left, right) => key(left).localeCompare(key(right)))
  return { ...body, mails }
}
