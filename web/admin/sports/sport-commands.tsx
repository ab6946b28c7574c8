import { useQuery } from '@tanstack/react-query'
import type { RoundList } from '../../../api/contract/rounds.ts'
import { formatInZone } from '../../pick/moment.ts'
import { api, query } from '../../server/api.ts'
import type { Command } from '../command/command-dialog.tsx'
import { MailOutcome } from '../outbox/mail-outcome.tsx'
import { softDelete } from '../parts/deletions.tsx'
import { hasEmail } from '../players/player-facts.tsx'
import { fewNames, fixedWords, WhoGetsLinks } from './activate/who-gets-links.tsx'
import { hasLockPassed, isOpen } from './sport-order.ts'

type Round = RoundList[number]

const NAMED_MAX = 8

/** What needs nothing but a yes, a reason or a look at what changes. */
export const sportCommands = {
  activate: (round: Round): Command<{ message: string }> => ({
    title: `Activate ${round.sport_name}?`,
    text: (
      <>
        <WhoGetsLinks seasonId={round.season_id} link="a mail with a personal pick link" /> Picks are open
        until {formatInZone(round.lock_time, round.offsets)}. {fixedWords(round)}
      </>
    ),
    action: 'Activate & Send Links',
    send: () => api('POST /admin/rounds/{id}/activate', round.id),
    fallback: 'Failed to activate round',
    success: ({ message }) => message.replace('Sport', () => round.sport_name),
  }),
  remind: (round: Round): Command<{ message: string }> => ({
    title: `Send a reminder for ${round.sport_name}?`,
    text: (
      <>
        <WhoIsReminded round={round} /> Their earlier links keep working.
      </>
    ),
    action: 'Send Reminder',
    send: () => api('POST /admin/rounds/{id}/send-reminder', round.id),
    fallback: 'Failed to send reminder',
    success: ({ message }) => message,
  }),
  lock: ({ id, sport_name, lock_time, offsets }: Round): Command => ({
    title: `Lock ${sport_name} now?`,
    text: `Players can no longer pick, and everyone sees the picks. Otherwise it locks on ${formatInZone(lock_time, offsets)}. This cannot be undone.`,
    action: 'Lock Now',
    danger: true,
    reason: 'needed',
    send: (why) => api('POST /admin/rounds/{id}/lock', id, why),
    fallback: 'Failed to lock sport',
    success: `${sport_name} is locked`,
  }),
  unlock: ({ id, sport_name }: Round): Command => ({
    title: `Unlock ${sport_name}?`,
    text: 'Its points stop counting until you complete it again. Until then you can correct picks and the result; players still cannot pick.',
    action: 'Unlock',
    danger: true,
    preview: { of: ['unlock', id], ask: () => api('POST /admin/previews/rounds/{id}/unlock', id) },
    reason: 'needed',
    send: ({ reason = '', ...seen }) => api('POST /admin/rounds/{id}/unlock', id, { reason, ...seen }),
    fallback: 'Failed to unlock round',
    success: `${sport_name} is unlocked`,
  }),
  cancel: ({ id, sport_name, status }: Round): Command => ({
    title: `Cancel ${sport_name}?`,
    text: (
      <>
        It no longer counts: nobody can pick, and nobody wins or loses points. Picks are kept, so you can
        reinstate it.{' '}
        {status === 'draft' ? (
          'It is a draft, so nobody gets a mail.'
        ) : (
          <MailOutcome sentence="All active participants get a mail." />
        )}
      </>
    ),
    action: 'Cancel Sport',
    dismiss: 'Keep It',
    danger: true,
    reason: 'needed',
    send: ({ reason = '' }) => api('POST /admin/rounds/{id}/cancel', id, { reason }),
    fallback: 'Failed to cancel sport',
    success: `${sport_name} is cancelled`,
  }),
  reinstate: (round: Round): Command => ({
    title: `Reinstate ${round.sport_name}?`,
    text: (
      <>
        It counts again, with all of its picks. {whatFollows(round)}{' '}
        {linksWork(round) && (
          <MailOutcome sentence="Players who got a mail about the cancellation get another." />
        )}
      </>
    ),
    action: 'Reinstate',
    send: () => api('POST /admin/rounds/{id}/reinstate', round.id, {}),
    fallback: 'Failed to reinstate sport',
    success: `${round.sport_name} is reinstated`,
  }),
  delete: (round: Round): Command =>
    softDelete('Sport', round.sport_name, {
      text: (
        <>
          It disappears from the home page, and its pick links stop working. Picks are kept, so you can
          restore it. {isOpen(round) && <MailOutcome sentence="All active participants get a mail." />}
        </>
      ),
      send: (why) => api('POST /admin/rounds/{id}/soft-delete', round.id, why),
    }),
}

const linksWork = (round: Round) => round.status === 'active' && !hasLockPassed(round)

function whatFollows(round: Round): string {
  if (round.status === 'draft') return 'It is a draft again.'
  if (linksWork(round)) return 'Its links work again.'
  return round.status === 'active'
    ? 'Its lock time has passed, so it is locked, and everyone sees the picks.'
    : 'It is locked and needs a result.'
}

function WhoIsReminded({ round }: { round: RoundList[number] }) {
  const { data: participants } = useQuery(query('GET /admin/season-participants/{seasonId}', round.season_id))
  const missing = new Set(round.participants.filter(({ hasPicked }) => !hasPicked).map(({ id }) => id))
  const { data: players } = useQuery(query('GET /admin/users'))
  if (!participants || !players) return null
  const refused = new Set(players.flatMap(({ id, mail_refused }) => (mail_refused ? id : [])))
  const waiting = participants
    .filter(({ id, is_active }) => is_active === 1 && missing.has(id))
    .map((player) => ({ ...player, isReachable: hasEmail(player) && !refused.has(player.id) }))
  return <MailOutcome sentence={whoIsReminded(waiting)} />
}

type Waiting = { name: string; isReachable: boolean }

function whoIsReminded(waiting: readonly Waiting[]): string {
  if (waiting.length === 0) return 'Everyone has picked, so nobody gets mail.'
  const namesOf = (some: readonly Waiting[]) =>
    fewNames(
      some.map(({ name }) => name),
      NAMED_MAX,
    )
  const mailed = waiting.filter(({ isReachable }) => isReachable)
  const left = waiting.filter(({ isReachable }) => !isReachable)
  const reminded = mailed.length > 0 ? `A mail goes to ${namesOf(mailed)}.` : 'Nobody gets mail.'
  return left.length > 0 ? `${reminded} No mail reaches ${namesOf(left)}.` : reminded
}
