import type { MailState, OutboxMail } from '../../../api/contract/outbox.ts'
import { matches } from '../../search.ts'
import { mailStateText } from './mail-badge.tsx'

/** Without sports: of a season or an account. */
export type MailsOfSports = { roundIds: readonly number[]; mails: OutboxMail[]; summary: string }

const troubles: readonly MailState[] = ['failed', 'unconfirmed']

export const isTrouble = ({ state }: OutboxMail) => troubles.includes(state)

export const mailsMatching = (mails: readonly OutboxMail[], search: string) =>
  mails.filter(({ recipientName, to, subject }) => matches(`${recipientName} ${to} ${subject}`, search))

/** The mails about the same sports, what failed first: in each group and among the groups. */
export function mailGroups(mails: readonly OutboxMail[]): MailsOfSports[] {
  return [...groupedBy(mails, (mail) => `${roundIdsOf(mail)}`).values()]
    .map((ofThem) => {
      const sorted = ofThem.toSorted(troublesFirst)
      return { roundIds: sorted[0] ? roundIdsOf(sorted[0]) : [], mails: sorted, summary: summaryOf(sorted) }
    })
    .toSorted((one, other) => Number(other.mails.some(isTrouble)) - Number(one.mails.some(isTrouble)))
}

const roundIdsOf = ({ roundId, roundIds }: OutboxMail): readonly number[] =>
  roundIds ?? (roundId === null ? [] : [roundId])

const troublesFirst = (one: OutboxMail, other: OutboxMail) =>
  Number(isTrouble(other)) - Number(isTrouble(one))

/** Of mails with their troubles first: `1 failed, 17 sent`. */
function summaryOf(mails: readonly OutboxMail[]): string {
  return [...groupedBy(mails, ({ state }) => state)]
    .map(([state, those]) => `${those.length} ${mailStateText(state).toLowerCase()}`)
    .join(', ')
}

function groupedBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group) group.push(item)
    else groups.set(keyOf(item), [item])
  }
  return groups
}
