import type { Instant } from '../../domain/event.ts'
import type { Branding } from '../../domain/settings/settings.ts'
import { oneLine } from '../../platform/mail/email-content.ts'
import { renderEmail } from '../../platform/mail/email-html.ts'
import type { Mail } from '../../platform/mail/mails.ts'

type Recipient = { to: { name: string; email: string }; branding: Branding }

type LinkMail = Recipient & { url: string; expiresAt: Instant }

export const signInMail = (mail: LinkMail): Mail =>
  linkMail('sign-in', mail, {
    heading: 'Your sign-in link',
    texts: ['This link signs you in. It works once, within 10 minutes.'],
    button: { label: 'Sign in', url: mail.url },
    note: 'If you did not ask for it, ignore this mail. Nobody can sign in without this link.',
  })

export const resetPasswordMail = (mail: LinkMail): Mail =>
  linkMail('reset-password', mail, {
    heading: 'Reset your password',
    texts: ['This link lets you choose a new password. It works once, within an hour.'],
    button: { label: 'Choose a new password', url: mail.url },
    note: 'If you did not ask for it, ignore this mail. Your password stays the same.',
  })

/** To an address that anybody can have typed: nothing in it is by whoever asked, not even a name. */
export const confirmJoinMail = (
  address: string,
  { seasonName, ...mail }: Omit<LinkMail, 'to'> & { seasonName: string },
): Mail =>
  linkMail(
    'join',
    { ...mail, to: { name: '', email: address } },
    {
      heading: 'Confirm your address',
      texts: [
        `Somebody asked to join ${oneLine(seasonName)} with this address.`,
        'If it was you, confirm the address within 24 hours.',
      ],
      button: { label: 'Confirm', url: mail.url },
      note: 'If you did not ask for it, ignore this mail. Nobody joins with your address without this link.',
    },
  )

const linkMail = (template: string, mail: LinkMail, content: Content): Mail => ({
  ...{ ...accountMail(template, mail, content), uselessAt: mail.expiresAt, confidential: true },
})

/** Carries no link that signs in: whoever reads it asks for one. */
export const adminAddedMail = (mail: Recipient & { url: string }): Mail =>
  accountMail('admin-added', mail, {
    heading: 'You are an admin now',
    texts: [
      `You can manage the players, seasons, sports and picks of ${mail.branding.title}.`,
      'You need no password: enter this email address, and we mail you a link that signs you in.',
    ],
    button: { label: 'Sign in', url: mail.url },
    note: 'If you did not expect this, you can ignore it.',
  })

/** To the address that an admin had until now. It does not say the new one: the old one may be somebody else's by now. */
export const emailChangedMail = (mail: Recipient & { to: { isMain: boolean } }): Mail =>
  accountMail('email-changed', mail, {
    heading: 'Your email address was changed',
    texts: [
      'Your admin account has a new email address. Sign-in links no longer come to this one.',
      ...(mail.to.isMain ? ['For one hour, nobody can reset the password through the new address.'] : []),
    ],
    note: 'If this was not you, tell the person who runs the server at once. They can give you the account back.',
  })

export type FactorChange = 'turned on' | 'turned off' | 'reset' | 'codes replaced' | 'locked'

const FACTOR_CHANGES: Record<FactorChange, { what: string; follows: string }> = {
  'turned on': {
    what: 'two-step sign-in was turned on',
    follows: 'From now on you need a code to sign in. You are signed out everywhere else.',
  },
  'turned off': {
    what: 'two-step sign-in was turned off',
    follows: 'From now on you sign in without a code.',
  },
  reset: {
    what: 'two-step sign-in was reset',
    follows:
      'The main admin turned it off and signed you out. You sign in without a code until you set it up again.',
  },
  'codes replaced': {
    what: 'recovery codes were replaced',
    follows: 'Your old recovery codes no longer work.',
  },
  locked: {
    what: 'two-step sign-in was locked',
    follows:
      'Somebody entered five wrong codes, so we accept no code for 15 minutes. To get this far, they needed your password or a link from your mailbox.',
  },
}

export const factorChangedMail = (mail: Recipient & { change: FactorChange }): Mail =>
  accountMail('second-factor-changed', mail, {
    heading: `Your ${FACTOR_CHANGES[mail.change].what}`,
    texts: [FACTOR_CHANGES[mail.change].follows],
    note: 'If this was not you, tell the person who runs the server at once. Somebody else may be using your account.',
  })

type Content = { heading: string; texts: string[]; button?: { label: string; url: string }; note: string }

function accountMail(
  template: string,
  { to, branding }: Recipient,
  { heading, texts, button, note }: Content,
): Mail {
  const greeting = to.name === '' ? 'Hi,' : `Hi ${oneLine(to.name)},`
  const words = [greeting, ...texts].map((text) => ({ kind: 'text' as const, text }))
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
