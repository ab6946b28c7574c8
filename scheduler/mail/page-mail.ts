import type { Instant } from '../../domain/event.ts'
import { listed } from '../../domain/names.ts'
import type { PresentPlayer } from '../../domain/players/player.ts'
import type { Branding } from '../../domain/settings/settings.ts'
import { oneLine } from '../../platform/mail/email-content.ts'
import { renderEmail } from '../../platform/mail/email-html.ts'
import type { Mail } from '../../platform/mail/mails.ts'
import { later } from '../../platform/time/clock.ts'
import type { Services } from '../services.ts'
import { button, note, text } from './mails/parts.ts'
import { namesOf } from './mails/reader.ts'
import { pageLinks } from './page-links.ts'

/** Somebody who asked has asked again by then. */
const MAILED_WITHIN_MS = 24 * 3_600_000

/** To those who share an address, because somebody who knows it asked. */
export function pageMail(
  { links }: Pick<Services, 'links'>,
  home: readonly PresentPlayer[],
  branding: Branding,
  now: Instant,
): Mail {
  const names = home.map(({ name }) => oneLine(name))
  const content = {
    subject: `${branding.title}: all your picks on one page`,
    heading: 'All your picks on one page',
    parts: [
      text(`Hi ${listed(names)},`),
      text(
        'Here is the link that you asked for. It opens every pick of yours that is open, and shows those that have locked.',
      ),
      ...pageLinks(links, home).map(({ label, url }) => button(label, url)),
      note('Anyone who has this link can pick for you. If you did not ask for it, ignore this mail.'),
    ],
    signature: branding.title,
  }
  return {
    template: 'my-link',
    to: { name: namesOf(home), address: home[0]?.email ?? '' },
    ...renderEmail(content, branding),
    uselessAt: later(now, MAILED_WITHIN_MS),
    confidential: true,
  }
}
