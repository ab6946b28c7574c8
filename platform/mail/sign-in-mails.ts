import type { Instant } from '../../domain/event.ts'
import type { TemplateName } from '../../domain/mail-templates.ts'
import type { Branding } from '../../domain/settings/settings.ts'
import { type EmailContent, oneLine } from './email-content.ts'
import { renderEmail } from './email-html.ts'
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
    subject: `${mail.branding.title}: your login link`,
    heading: 'Your login link',
    parts: [
      { kind: 'text', text: `Hi ${oneLine(mail.to.name)},` },
      { kind: 'text', text: 'This link signs you in. It works once, within 10 minutes.' },
      { kind: 'button', label: 'Sign in', url: mail.url },
      {
        kind: 'note',
        text: 'If you did not ask for it, you can ignore this mail: nobody can sign in without this link.',
      },
    ],
    signature: mail.branding.title,
  })
}

/** A new password for the main admin. */
export function resetPasswordMail(mail: LinkMail): Mail {
  return linkMail('reset-password', mail, {
    subject: `${mail.branding.title}: reset your password`,
    heading: 'Reset your password',
    parts: [
      { kind: 'text', text: `Hi ${oneLine(mail.to.name)},` },
      { kind: 'text', text: 'With this link you can choose a new password. It works once, within an hour.' },
      { kind: 'button', label: 'Choose a new password', url: mail.url },
      {
        kind: 'note',
        text: 'If you did not ask for it, you can ignore this mail: your password stays as it is.',
      },
    ],
    signature: mail.branding.title,
  })
}

/** To the address that an admin had until now. It does not say the new one: the old one may be somebody else's by now. */
export function emailChangedMail({
  to,
  branding,
}: {
  to: LinkMail['to'] & { isMain: boolean }
  branding: Branding
}): Mail {
  const content: EmailContent = {
    subject: `${branding.title}: your email address was changed`,
    heading: 'Your email address was changed',
    parts: [
      { kind: 'text', text: `Hi ${oneLine(to.name)},` },
      {
        kind: 'text',
        text: 'Your admin account has another email address now. Login links no longer come to this one.',
      },
      ...(to.isMain
        ? [
            {
              kind: 'text' as const,
              text: 'For one hour, no link to reset the password is mailed to the new address.',
            },
          ]
        : []),
      {
        kind: 'note',
        text: 'If this was a surprise, tell the person who runs the server at once: they can give the account back to you.',
      },
    ],
    signature: branding.title,
  }
  return {
    template: 'email-changed',
    to: { name: oneLine(to.name), address: to.email },
    ...renderEmail(content, branding),
    uselessAt: null,
  }
}

export type FactorChange = 'turned on' | 'turned off' | 'reset' | 'codes replaced' | 'locked'

const FACTOR_CHANGES: Record<FactorChange, { what: string; follows: string }> = {
  'turned on': {
    what: 'second factor was turned on',
    follows: 'From now on signing in asks for a code. You are signed out everywhere else.',
  },
  'turned off': {
    what: 'second factor was turned off',
    follows: 'From now on signing in asks for no code.',
  },
  reset: {
    what: 'second factor was reset',
    follows:
      'The main admin has removed it and signed you out. Until you set one up again, signing in asks for no code.',
  },
  'codes replaced': {
    what: 'recovery codes were replaced',
    follows: 'The recovery codes that you had before no longer work.',
  },
  locked: {
    what: 'second factor was locked',
    follows:
      'After five wrong codes, signing in takes no code for 15 minutes. Only somebody with your password or a link from your mailbox can get so far.',
  },
}

export function factorChangedMail({
  to,
  branding,
  change,
}: Pick<LinkMail, 'to' | 'branding'> & { change: FactorChange }): Mail {
  const { what, follows } = FACTOR_CHANGES[change]
  const content: EmailContent = {
    subject: `${branding.title}: your ${what}`,
    heading: `Your ${what}`,
    parts: [
      { kind: 'text', text: `Hi ${oneLine(to.name)},` },
      { kind: 'text', text: follows },
      {
        kind: 'note',
        text: 'If this was a surprise, tell the person who runs the server at once: somebody else may be using your account.',
      },
    ],
    signature: branding.title,
  }
  return {
    template: 'second-factor-changed',
    to: { name: oneLine(to.name), address: to.email },
    ...renderEmail(content, branding),
    uselessAt: null,
  }
}

function linkMail(
  template: TemplateName,
  { to, expiresAt, branding }: LinkMail,
  content: EmailContent,
): Mail {
  return {
    template,
    to: { name: oneLine(to.name), address: to.email },
    ...renderEmail(content, branding),
    uselessAt: expiresAt,
    confidential: true,
  }
}
