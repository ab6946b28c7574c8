import escapeHtml from 'escape-html'
import type { Branding } from '#domain/settings'

/** What a mail says, as plain texts; nothing in it is HTML. */
export type Letter = {
  heading: string
  paragraphs: readonly string[]
  button: { label: string; url: string }
  /** Under the button, smaller. */
  notes: readonly string[]
  signature: string
}

/** The same letter for those who read plain text. */
export function letterText(
  { heading, paragraphs, button, notes, signature }: Letter,
  branding: Branding,
): string {
  const parts = [heading, ...paragraphs, `${button.label}:\n${button.url}`, ...notes, signature]
  return [...parts, `-- \n${branding.title}. ${branding.tagline}`].join('\n\n')
}

/** One table, one column, inline styles: what mail programs understand. */
export function letterHtml(letter: Letter, branding: Branding): string {
  const { heading, paragraphs, button, notes, signature } = letter
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(heading)}</title></head>
<body style="margin:0;background:#eef1f5;font-family:system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;color:#18212f">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;border-radius:12px">
<tr><td style="padding:32px 28px">
<p style="margin:0 0 20px;font-size:14px;color:#5b6678">${escapeHtml(branding.title)}</p>
<h1 style="margin:0 0 16px;font-size:24px;line-height:1.25">${escapeHtml(heading)}</h1>
${paragraphs.map((text) => paragraph(text, 'margin:0 0 16px;font-size:16px;line-height:1.5')).join('\n')}
<p style="margin:24px 0"><a href="${escapeHtml(button.url)}" style="display:inline-block;padding:14px 24px;border-radius:8px;background:#0b6b4f;color:#ffffff;font-size:16px;font-weight:600;text-decoration:none">${escapeHtml(button.label)}</a></p>
${notes.map((text) => paragraph(text, 'margin:0 0 12px;font-size:14px;line-height:1.5;color:#5b6678')).join('\n')}
${paragraph(signature, 'margin:20px 0 0;font-size:16px;line-height:1.5')}
</td></tr></table>
<p style="margin:16px 0 0;font-size:13px;color:#5b6678">${escapeHtml(branding.tagline)}</p>
</td></tr></table>
</body>
</html>`
}

const paragraph = (text: string, style: string) =>
  `<p style="${style}">${escapeHtml(text).replaceAll('\n', '<br>')}</p>`

/** A header is one line, whatever somebody typed. */
export const oneLine = (text: string) => text.replace(/\p{Cc}+/gu, ' ').trim()
