import type { Settings } from '../domain/settings/settings.ts'
import type { Letter } from '../platform/mail/letter.ts'
import { writeLetter } from '../platform/mail/letter-html.ts'
import type { Mail } from '../platform/mail/outbox.ts'

/** Tells an admin that mail works. */
export function testMail(address: string, { branding }: Settings, appUrl: string): Mail {
  const letter: Letter = {
    subject: `${branding.title}: test email`,
    heading: 'Mail works',
    parts: [
      { kind: 'text', text: 'This is a test.' },
      { kind: 'text', text: 'Whoever asked for it can stop looking: mail from here arrives.' },
      { kind: 'button', label: 'Open the standings', url: appUrl },
    ],
    signature: branding.title,
  }
  return {
    template: 'test',
    to: { name: '', address },
    ...writeLetter(letter, branding),
    uselessAt: null,
  }
}
