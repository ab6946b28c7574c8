import { linkedTo, pageGeneration } from '../../domain/picks/pick-links.ts'
import type { PresentPlayer } from '../../domain/players/player.ts'
import { type Links, PEOPLE_MAX } from '../../platform/links/links.ts'
import { inParts } from './recipients.ts'

/** To the page of all picks of those who share an address: it is theirs alone, and no admin sees it. */
export function pageLinks({ me }: Links, home: readonly PresentPlayer[]) {
  const pages = inParts(home, PEOPLE_MAX)
  // Without names: an erasure finds those of its readers alone.
  return pages.map((people, index) => ({
    label: `All your picks on one page${pages.length === 1 ? '' : ` (${index + 1} of ${pages.length})`}`,
    url: me.urlFor(linkedTo(people, pageGeneration)),
  }))
}
