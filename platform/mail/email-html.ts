import escapeHtml from 'escape-html'
import type { Branding } from '../../domain/settings/settings.ts'
import { type EmailContent, legible, oneLine, type Part, type Table, textOf } from './email-content.ts'

const INK = '#18212f'
const FAINT = '#5b6678'
const LINE = '#e1e6ed'
const ACCENT = '#0b6b4f'
const TINT = '#eaf4f0'
/** Mail programs understand inline styles; these are for programs that know more. */
const LOOKS = `<style>
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.page{background:#10151d!important;color:#e6ebf2!important}
.card{background:#1a212c!important;color:#e6ebf2!important;border-color:#313b49!important;border-top-color:#37b88c!important}
.faint{color:#a3afc0!important}
.accent{color:#5fd3aa!important}
.tint{background:#21352f!important;color:#e6ebf2!important;border-left-color:#37b88c!important}
.line{border-color:#313b49!important}
.button{background:#37b88c!important;color:#08130f!important}
}
@media (max-width:480px){
.card{padding:24px 12px!important}
}
</style>`
const FONT = `font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif`

export const renderEmail = (content: EmailContent, branding: Branding) => ({
  senderName: oneLine(branding.title),
  subject: oneLine(content.subject),
  text: textOf(content, branding),
  html: htmlOf(content, branding),
  unsubscribeUrl: content.optOut?.url ?? null,
})

function htmlOf(content: EmailContent, branding: Branding): string {
  const { heading, parts, signature, optOut } = content
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${safe(heading)}</title>${LOOKS}</head>
<body class="page" style="margin:0;padding:0;background:#eef1f5;color:${INK};${FONT}">
<div style="display:none;max-height:0;overflow:hidden">${safe(previewOf(parts))}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#eef1f5;${FONT}"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;text-align:left">
<tr><td class="accent" style="padding:0 4px 12px;font-size:15px;line-height:1.4;font-weight:700;color:${ACCENT}" dir="auto">${safe(branding.title)}</td></tr>
<tr><td class="card" style="padding:28px 24px;background:#ffffff;border:1px solid ${LINE};border-top:4px solid ${ACCENT};border-radius:10px;overflow-wrap:anywhere">
<h1 dir="auto" style="margin:0 0 16px;font-size:24px;line-height:1.25;font-weight:700">${safe(heading)}</h1>
${parts.map(partHtml).join('\n')}
${paragraph(signature, 'margin:24px 0 0;font-size:16px;line-height:1.5')}
</td></tr>
<tr><td class="faint" style="padding:16px 4px 0;font-size:13px;line-height:1.5;color:${FAINT}" dir="auto">${safe(branding.tagline)}</td></tr>
${optOut ? `<tr><td class="faint" style="padding:8px 4px 0;font-size:13px;line-height:1.5;color:${FAINT}">${safe(optOut.sentence)} <a class="faint" href="${safe(optOut.url)}" style="color:${FAINT}">${safe(optOut.label)}</a></td></tr>` : ''}
</table>
</td></tr></table>
</body>
</html>`
}

function partHtml(part: Part): string {
  switch (part.kind) {
    case 'text':
      return paragraph(part.text, 'margin:0 0 16px;font-size:16px;line-height:1.5')
    case 'note':
      return paragraph(part.text, `margin:0 0 12px;font-size:14px;line-height:1.5;color:${FAINT}`, 'faint')
    case 'quote':
      return paragraph(
        part.text,
        `margin:0 0 16px;padding:10px 14px;border-left:3px solid ${ACCENT};background:${TINT};font-size:16px;line-height:1.5`,
        'tint',
      )
    case 'subheading':
      return `<h2 class="line" dir="auto" style="margin:24px 0 10px;padding-top:16px;border-top:1px solid ${LINE};font-size:18px;line-height:1.3">${safe(part.text)}</h2>`
    case 'button':
      return buttonHtml(part)
    case 'link':
      return `<p style="margin:0 0 16px;font-size:14px;line-height:1.5"><a class="accent" href="${safe(part.url)}" style="color:${ACCENT}">${safe(part.label)}</a></p>`
    case 'facts':
      return factsHtml(part.rows)
    case 'table':
      return tableHtml(part)
  }
}

/** A coloured cell is a button also where links cannot be padded. */
function buttonHtml({ label, url }: { label: string; url: string }): string {
  return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:20px 0"><tr><td class="button" bgcolor="${ACCENT}" style="border-radius:8px;background:${ACCENT}"><a class="button" href="${safe(url)}" style="display:inline-block;border-radius:8px;padding:14px 24px;color:#ffffff;font-size:16px;line-height:1.3;font-weight:600;text-decoration:none">${safe(label)}</a></td></tr></table>`
}

function factsHtml(rows: readonly (readonly [label: string, value: string])[]): string {
  const cells = rows.map(
    ([label, value]) =>
      `<tr><td class="faint" width="30%" style="width:30%;padding:5px 8px 5px 0;color:${FAINT};vertical-align:top">${safe(label)}</td><td dir="auto" style="padding:5px 0;font-weight:600">${unbroken(safe(value))}</td></tr>`,
  )
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 16px;font-size:16px;line-height:1.4;table-layout:fixed">${cells.join('')}</table>`
}

function tableHtml({ caption, head, rows }: Table): string {
  const last = head.length - 1
  const cell = (tag: 'td' | 'th', text: string, index: number, style: string, look: string) => {
    const width = index === 0 || index === last ? 'white-space:nowrap;' : 'width:100%;'
    return `<${tag} class="${look}" dir="auto" style="padding:8px 10px;text-align:${index === last ? 'right' : 'left'};border-bottom:1px solid ${LINE};${width}${style}">${safe(text)}</${tag}>`
  }
  const headRow = head.map((text, index) =>
    cell('th', text, index, `font-size:13px;font-weight:600;color:${FAINT}`, 'line faint'),
  )
  const bodyRows = rows.map(({ cells, marked }) => {
    const style = marked ? `font-weight:700;background:${TINT}` : ''
    return `<tr>${cells.map((text, index) => cell('td', text, index, style, marked ? 'line tint' : 'line')).join('')}</tr>`
  })
  return `<p style="margin:24px 0 8px;font-size:16px;font-weight:700">${safe(caption)}</p>
<table width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 16px;border-collapse:collapse;font-size:15px;line-height:1.4"><tr>${headRow.join('')}</tr>
${bodyRows.join('\n')}</table>`
}

const paragraph = (text: string, style: string, look?: string) =>
  `<p${look ? ` class="${look}"` : ''} dir="auto" style="${style}">${safe(text).replaceAll('\n', '<br>')}</p>`

const unbroken = (html: string) => html.replaceAll('-', '-&#8288;').replace(/ (?=[AP]M\b|UTC\b)/g, '&nbsp;')

const previewOf = (parts: readonly Part[]) =>
  parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).at(1) ?? ''

const safe = (text: string) => escapeHtml(legible(text))
