import type { Part } from '../../../platform/mail/email-content.ts'
import { formatTime } from '../../../platform/time/time-zone.ts'
import { isOutOfPlay } from '../mail-reasons.ts'
import { button, note, rows, text } from './parts.ts'
import { type Frame, roundOf, type Told, type WriteMail, type WriteSeveral } from './reader.ts'
import type { MailTemplate } from './template.ts'

const write: WriteMail = (facts, readers, frame) => writeAll([{ facts, readers }], readers, frame)

/** One save for each sport and reader. What was picked is not in it. */
const writeAll: WriteSeveral = (told, readers, frame) => {
  const saves = told.flatMap((section) => section.readers.map((reader) => ({ facts: section.facts, reader })))
  const [{ facts }] = told
  const { sportName } = roundOf(facts)
  const isOne = saves.length === 1
  return {
    subject: isOne ? `${sportName}: your pick is saved` : `${saves.length} picks are saved`,
    heading: isOne ? `Your pick is saved: ${sportName}` : `${saves.length} picks are saved`,
    parts: [
      ...(isOne ? [text(`Your pick for ${sportName} in ${facts.season.name} is saved.`)] : []),
      ...saves.flatMap((save) => receiptOf(save, { isOne, named: readers.length > 1 }, frame)),
      note('With the receipt anyone can check when the pick was saved, and from the lock on what it was.'),
    ],
    farewell: 'Good luck!',
  }
}

function receiptOf(
  { facts, reader }: { facts: Told[0]['facts']; reader: Told[0]['readers'][number] },
  { isOne, named }: { isOne: boolean; named: boolean },
  { receiptUrl }: Pick<Frame, 'receiptUrl'>,
): Part[] {
  const { sportName, timeZone } = roundOf(facts)
  const save = facts.saves.get(reader.id)
  if (!save) return []
  const counts = facts.versions.get(reader.id)?.receipt === save.receipt
  return [
    ...(isOne
      ? []
      : [{ kind: 'subheading', text: named ? `${reader.name}: ${sportName}` : sportName } as const]),
    rows(['Saved', formatTime(save.made_at, timeZone)], ['Receipt', save.receipt]),
    ...(counts
      ? []
      : [text('An admin has changed this pick since. The page of your pick says how and why.')]),
    button(`See ${named ? `${reader.name}'s` : 'your'} pick for ${sportName}`, reader.pickUrl ?? ''),
    { kind: 'link', label: 'Check this receipt', url: receiptUrl(save.receipt) },
  ]
}

export const receipt: MailTemplate = {
  write,
  writeSeveral: writeAll,
  heldTogether: true,
  facts: ['saves', 'homes'],
  useless: isOutOfPlay,
  replacedBy: ['receipt'],
  topic: 'receipts',
}
