import type { Instant } from '../../domain/event.ts'
import type { TemplateName } from '../../domain/mail-templates.ts'
import type { Branding } from '../../domain/settings/settings.ts'
import { oneLine } from '../../platform/mail/email-content.ts'
import { renderEmail } from '../../platform/mail/email-html.ts'
import type { Mail } from '../../platform/mail/mails.ts'

type Recipient = { to: { name: string; email: string }; branding: Branding }

type LinkMail = Recipient & { url: string; expiresAt: Instant }

export const signInMail = (mail: LinkMail): Mail => ({
  ...accountMail('sign-in', mail, {
    heading: 'Your login link',
    texts: ['This link signs you in. It works once, within 10 minutes.'],
    button: { label: 'Sign in', url: mail.url },
    note: 'If you did not ask for it, you can ignore this mail: nobody can sign in without this link.',
  }),
  uselessAt: mail.expiresAt,
  confidential: true,
})

export const resetPasswordMail = (mail: LinkMail): Mail => ({
  ...accountMail('reset-password', mail, {
    heading: 'Reset your password',
    texts: ['With this link you can choose a new password. It works once, within an hour.'],
    button: { label: 'Choose a new password', url: mail.url },
    note: 'If you did not ask for it, you can ignore this mail: your password stays as it is.',
  }),
  uselessAt: mail.expiresAt,
  confidential: true,
})

/** To the address that an admin had until now. It does not say the new one: the old one may be somebody else's by now. */
export const emailChangedMail = (mail: Recipient & { to: { isMain: boolean } }): Mail =>
  accountMail('email-changed', mail, {
    heading: 'Your email address was changed',
    texts: [
      'Your admin account has another email address now. Login links no longer come to this one.',
      ...(mail.to.isMain
        ? ['For one hour, no link to reset the password is mailed to the new address.']
        : []),
    ],
    note: 'If this was a surprise, tell the person who runs the server at once: they can give the account back to you.',
  })

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

export const factorChangedMail = (mail: Recipient & { change: FactorChange }): Mail =>
  accountMail('second-factor-changed', mail, {
    heading: `Your ${FACTOR_CHANGES[mail.change].what}`,
    texts: [FACTOR_CHANGES[mail.change].follows],
    note: 'If this was a surprise, tell the person who runs the server at once: somebody else may be using your account.',
  })

type Content = { heading: string; texts: string[]; button?: { label: string; url: string }; note: string }

function accountMail(
  template: TemplateName,
  { to, branding }: Recipient,
  { heading, texts, button, note }: Content,
): Mail {
  const words = [`Hi ${oneLine(to.name)},`, ...texts].map((text) => ({ kind: 'text' as const, text }))
  const content = {
    subject: `${branding.title}: ${heading[0]?.toLowerCase()}${heading.slice(1)}`,
    heading,
    parts: [
      ...words,
      ...(button ? [{ kind: 'button' as const, ...button }] : []),
      { kind: 'note' as const, text: note },
    ],
    signature: branding.title,
  }
  return {
    template,
    to: { name: oneLine(to.name), address: to.email },
    ...renderEmail(content, branding),
    uselessAt: null,
  }
}
