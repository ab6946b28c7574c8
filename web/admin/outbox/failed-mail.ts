import type { OutboxMail } from '../../../api/contract/outbox.ts'

const NAMED_MAX = 3

/** What failed and can still reach its readers in time. */
export const toRetry = (mails: readonly OutboxMail[]) =>
  mails.filter(({ state, retriable }) => state === 'failed' && retriable)

/** `2 mails to Ann and Bob`, or `5 mails to Ann, Bob, Cleo and others`. */
export function mailsTo(mails: readonly OutboxMail[]): string {
  const names = [...new Set(mails.map(({ recipientName }) => recipientName))]
  return `${mails.length === 1 ? '1 mail' : `${mails.length} mails`} to ${listed(names)}`
}

function listed(names: string[]): string {
  if (names.length === 1) return names.join()
  if (names.length > NAMED_MAX) return `${names.slice(0, NAMED_MAX).join(', ')} and others`
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
