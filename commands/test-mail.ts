import type { Settings } from '../domain/settings/settings.ts'
import type { EmailContent } from '../platform/mail/email-content.ts'
import { renderEmail } from '../platform/mail/email-html.ts'
import type { Mail } from '../platform/mail/mails.ts'

export function testMail(address: string, { branding }: Settings, appUrl: string): Mail {
  const content: EmailContent = {
    subject: `${branding.title}: test email`,
    heading: 'Mail works',
    parts: [
      { kind: 'text', text: 'This is a test.' },
      { kind: 'text', text: 'It shows that mail from here arrives.' },
      { kind: 'button', label: 'Open the standings', url: appUrl },
    ],
    signature: branding.title,
  }
  return {
    template: 'test',
    to: { name: '', address },
    ...renderEmail(content, branding),
    uselessAt: null,
  }
}
