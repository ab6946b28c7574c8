import type { Instant } from '#domain/event'
import type { Branding } from '#domain/settings'
import { type Letter, letterHtml, letterText, oneLine } from './letter.ts'
import type { Mail } from './outbox.ts'

export type LinkMail = {
  to: { name: string; email: string }
  /** Good once, until it expires. */
  url: string
  expiresAt: Instant
  branding: Branding
}

/** The way in for an admin without a password, or who is locked out. */
export function signInMail(mail: LinkMail): Mail {
  return linkMail('sign-in', mail, {
    heading: 'Your login link',
    paragraphs: [`Hi ${mail.to.name},`, 'This link signs you in. It works once, within 10 minutes.'],
    button: { label: 'Sign in', url: mail.url },
    notes: ['If you did not ask for it, you can ignore this mail: nobody can sign in without this link.'],
    signature: mail.branding.title,
  })
}

/** A new password for the main admin. */
export function resetPasswordMail(mail: LinkMail): Mail {
  return linkMail('reset-password', mail, {
    heading: 'Reset your password',
    paragraphs: [
      `Hi ${mail.to.name},`,
      'With this link you can choose a new password. It works once, within an hour.',
    ],
    button: { label: 'Choose a new password', url: mail.url },
    notes: ['If you did not ask for it, you can ignore this mail: your password stays as it is.'],
    signature: mail.branding.title,
  })
}

function linkMail(template: string, { to, expiresAt, branding }: LinkMail, letter: Letter): Mail {
  return {
    template,
    roundId: null,
    playerId: null,
    to: { name: oneLine(to.name), address: to.email },
    subject: oneLine(`${branding.title}: ${letter.heading.toLowerCase()}`),
    text: letterText(letter, branding),
    html: letterHtml(letter, branding),
    uselessAt: expiresAt,
    confidential: true,
  }
}
