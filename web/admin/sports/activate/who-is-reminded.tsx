import { useQuery } from '@tanstack/react-query'
import type { RoundList } from '../../../../api/contract/rounds.ts'
import { query } from '../../../server/api.ts'
import { MailOutcome } from '../../outbox/mail-outcome.tsx'
import { hasEmail } from '../../players/player-facts.tsx'

export function WhoIsReminded({ round }: { round: RoundList[number] }) {
  const { data: participants } = useQuery(query('GET /admin/season-participants/{seasonId}', round.season_id))
  const missing = new Set(round.participants.filter(({ hasPicked }) => !hasPicked).map(({ id }) => id))
  const waiting = participants?.filter(({ id, is_active }) => is_active === 1 && missing.has(id))
  return waiting && <MailOutcome sentence={whoIsReminded(waiting)} />
}

function whoIsReminded(waiting: { email: string }[]): string {
  if (waiting.length === 0) return 'Everyone has picked, so nobody gets mail.'
  const withEmail = waiting.filter(hasEmail).length
  const without = waiting.length - withEmail
  const mailed = withEmail === 1 ? '1 player who has' : `${withEmail} players who have`
  const left = without === 1 ? '1 more has' : `${without} more have`
  return `A mail goes to the ${mailed} not picked yet.${without > 0 ? ` ${left} no email address.` : ''}`
}
