import { useQuery } from '@tanstack/react-query'
import type { RoundList } from '../../../../api/contract/rounds.ts'
import { counted } from '../../../../domain/names.ts'
import { query } from '../../../server/api.ts'
import { MailOutcome } from '../../outbox/mail-outcome.tsx'
import { hasEmail } from '../../players/player-facts.tsx'

type Invited = { name: string; email: string; is_active: number }

/** What activating mails to whom. `link` is what each gets. */
export function WhoGetsLinks({ seasonId, link }: { seasonId: number; link: string }) {
  const { data: participants } = useQuery(query('GET /admin/season-participants/{seasonId}', seasonId))
  return participants && <MailOutcome sentence={whoGetsLinks(participants, link)} />
}

function whoGetsLinks(participants: readonly Invited[], link: string): string {
  const active = participants.filter(({ is_active }) => is_active === 1)
  const mailed = active.filter(hasEmail)
  const without = active.length - mailed.length
  if (active.length === 0) return 'The season has no active participants yet.'
  const sentence = `${counted(mailed.length, 'player gets', 'players get')} ${link}`
  const left = counted(without, 'has no email address', 'have no email address')
  return `${sentence}.${without > 0 ? ` ${left}, so you enter their picks.` : ''}`
}

/** Empty where the sport has neither names nor a question. */
export function fixedWords({ slot_names, tie_break }: RoundList[number], from = 'from here on'): string {
  const unit = tie_break?.unit ? ` (${tie_break.unit})` : ''
  const words = [...(slot_names?.filter(Boolean) ?? []), ...(tie_break ? [tie_break.question + unit] : [])]
  return words.length > 0 ? `Fixed ${from}: ${words.map((word) => `“${word}”`).join(', ')}` : ''
}

/** `Ann, Bob and 3 more`. */
export function fewNames(names: readonly string[], namedMax = 5): string {
  const more = names.length - namedMax
  return more > 1 ? `${names.slice(0, namedMax).join(', ')} and ${more} more` : names.join(', ')
}
