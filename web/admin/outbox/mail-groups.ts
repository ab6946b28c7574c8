import type { MailState, OutboxMail } from '../../../api/contract/outbox.ts'
import { matches } from '../../search.ts'
import { mailStateText } from './mail-badge.tsx'

export type MailsOfSport = { roundId: number | null; mails: OutboxMail[]; summary: string }

const troubles: readonly MailState[] = ['failed', 'unconfirmed']

export const isTrouble = ({ state }: OutboxMail) => troubles.includes(state)

export const mailsMatching = (mails: readonly OutboxMail[], search: string) =>
  mails.filter(({ recipientName, to, subject }) => matches(`${recipientName} ${to} ${subject}`, search))

/** The mails of each sport, what failed first: in each group and among the groups. A mail about several is in each. */
export function mailGroups(mails: readonly OutboxMail[]): MailsOfSport[] {
  const byRound = groupedBy(mails, ({ roundId, roundIds }) => roundIds ?? [roundId])
  return [...byRound]
    .map(([roundId, ofRound]) => {
      const sorted = ofRound.toSorted(troublesFirst)
      return { roundId, mails: sorted, summary: summaryOf(sorted) }
    })
    .toSorted((one, other) => Number(other.mails.some(isTrouble)) - Number(one.mails.some(isTrouble)))
}

const troublesFirst = (one: OutboxMail, other: OutboxMail) =>
  Number(isTrouble(other)) - Number(isTrouble(one))

/** Of mails with their troubles first: `1 failed, 17 sent`. */
function summaryOf(mails: readonly OutboxMail[]): string {
  const byState = groupedBy(mails, ({ state }) => [state])
  return [...byState]
    .map(([state, those]) => `${those.length} ${mailStateText(state).toLowerCase()}`)
    .join(', ')
}

function groupedBy<Item, Key>(
  items: readonly Item[],
  keysOf: (item: Item) => readonly Key[],
): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>()
  for (const item of items) {
    for (const key of keysOf(item)) {
      const group = groups.get(key)
      if (group) group.push(item)
      else groups.set(key, [item])
    }
  }
  return groups
}
