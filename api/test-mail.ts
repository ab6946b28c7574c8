import type { Settings } from '#domain/settings'
import { type Letter, letterHtml, letterText, oneLine } from '#platform/letter'
import type { Mail } from '#platform/outbox'

/** Tells an admin that mail works. */
export function testMail(address: string, { branding }: Settings, appUrl: string): Mail {
  const letter: Letter = {
    heading: 'Mail works',
    paragraphs: ['This is a test. Whoever asked for it can stop looking: mail from here arrives.'],
    button: { label: 'Open the standings', url: appUrl },
    notes: [],
    signature: branding.title,
  }
  return {
    template: 'test',
    roundId: null,
    playerId: null,
    to: { name: '', address },
    subject: oneLine(`${branding.title}: test email`),
    text: letterText(letter, branding),
    html: letterHtml(letter, branding),
    uselessAt: null,
  }
}
