import { useQuery } from '@tanstack/react-query'
import type { OutboxMail } from '../../../api/contract/outbox.ts'
import type { Player } from '../../../api/contract/players.ts'
import { comparable, counted, listed } from '../../../domain/names.ts'
import { query } from '../../server/api.ts'
import { failedMailQuery } from '../admin-queries.ts'

const NAMED_MAX = 3

/** What failed and can still reach its readers in time. */
export const toRetry = (mails: readonly OutboxMail[]) =>
  mails.filter(({ state, retriable }) => state === 'failed' && retriable)

/**
 * `failed` is what failed at an address that a player still has, and that takes mail; `unreachable` one player of each
 * address that the mail server refused. Where no mail has failed, nobody asks for the players, unless `isAsked`.
 */
export function useMailTrouble(main: boolean, isAsked = false) {
  const { data: outbox } = useQuery({ ...failedMailQuery, enabled: main })
  const mails = outbox?.mails ?? []
  const { data: players = [] } = useQuery({
    ...query('GET /admin/users'),
    enabled: isAsked || mails.length > 0,
  })
  const refused = players.filter(({ mail_refused, is_active }) => mail_refused && is_active === 1)
  return {
    failed: toRetry(mails).filter(({ to }) =>
      players.some(({ email, mail_refused }) => comparable(email) === comparable(to) && !mail_refused),
    ),
    unreachable: refused.filter(
      (player, index) =>
        refused.findIndex((other) => comparable(other.email) === comparable(player.email)) === index,
    ),
  }
}

/** `Sam gets no mail`, or `Sam and 2 more get no mail`. */
export const getNoMail = ([first, ...others]: readonly Player[]): string =>
  others.length === 0 ? `${first?.name} gets no mail` : `${first?.name} and ${others.length} more get no mail`

export const correctionOf = ({ id }: Player) => `/admin/users?edit=${id}`

/** `2 mails to Ann and Bob failed`, or `5 mails to Ann, Bob, Cleo and others failed`. Empty where none did. */
export function failedMails(mails: readonly OutboxMail[]): string {
  const names = [...new Set(mails.map(({ recipientName }) => recipientName))]
  return names.length === 0 ? '' : `${counted(mails.length, 'mail')} to ${fewOf(names)} failed`
}

const fewOf = (names: string[]) =>
  names.length > NAMED_MAX ? `${names.slice(0, NAMED_MAX).join(', ')} and others` : listed(names)
