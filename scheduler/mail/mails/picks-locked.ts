import { namedPick } from '../../../domain/rounds/slot-names.ts'
import { oneLine, type Part } from '../../../platform/mail/email-content.ts'
import { formatSecond } from '../../../platform/time/time-zone.ts'
import type { MailFacts } from '../mail-facts.ts'
import { anyOf, isCancelled, isOutOfPlay, isPutAside, isScored } from '../mail-reasons.ts'
import { button, rows, storyLinks, text } from './parts.ts'
import { forEach, guessRows, pickText, type Row, roundOf, type WriteMail } from './reader.ts'
import type { MailTemplate } from './template.ts'
import { clip, NAME_CHARACTERS_MAX } from './wording.ts'

const write: WriteMail = (facts, readers, { standingsUrl }) => {
  const { seasonId, roundId, sportName } = roundOf(facts)
  const sportUrl = new URL(`seasons/${seasonId}/sports/${roundId}`, standingsUrl).href
  const hasPicked = readers.some(({ id }) => facts.picks.has(id))
  return {
    subject: `${sportName}: picks are locked`,
    heading: `Picks are locked: ${sportName}`,
    parts: [
      text(`Picks for ${sportName} in ${facts.season.name} are locked.`),
      ...forEach(readers, null, ({ id }) => [
        rows(['Your pick', savedText(facts, id)], ...guessRows(facts, id)),
      ]),
      ...pickedBars(facts),
      button('See what everybody picked', sportUrl),
      ...storyLinks(readers),
    ],
    farewell: hasPicked ? 'May the best pick win!' : 'Until the next one!',
  }
}

/** `Blues, saved 3:36:55 PM, receipt 7ZK4-9QWM-01CD-XF3T`: by the receipt anybody can check it. */
function savedText(facts: MailFacts, playerId: number): string {
  const { locksAt, timeZone } = roundOf(facts)
  const pick = pickText(facts, playerId)
  const version = facts.versions.get(playerId)
  if (!version) return pick
  const by = version.made_by === 'admin' ? 'entered by an admin' : 'saved'
  return `${pick}, ${by} ${formatSecond(version.made_at, timeZone, locksAt)}, receipt ${version.receipt}`
}

const BAR_CHARACTERS_MAX = 10
const BARS_MAX = 8

/** `Real Madrid: ████ 4`, and `Inter: █ 1, only Max`. */
function pickedBars({ picked, players, round }: MailFacts): Part[] {
  if (picked === null || round === null || picked.values.length === 0) return []
  const most = Math.max(...picked.values.map(({ playerIds }) => playerIds.length))
  const bar = (count: number) =>
    '█'.repeat(most <= BAR_CHARACTERS_MAX ? count : Math.ceil((count / most) * BAR_CHARACTERS_MAX))
  const slots = round.picksMax > 1 ? (round.slotNames ?? []) : null
  const bars = picked.values.map(({ number, value, playerIds }): Row => {
    const [first = 0, ...others] = playerIds
    const isOnly = others.length === 0 && picked.pickedIds.length > 1
    const name = isOnly ? players.get(first)?.name : undefined
    const only = name === undefined ? '' : `, only ${clip(oneLine(name), NAME_CHARACTERS_MAX)}`
    const label = clip(oneLine(namedPick(value, number ?? 1, slots)), NAME_CHARACTERS_MAX)
    return [label, `${bar(playerIds.length)} ${playerIds.length}${only}`]
  })
  const shown = bars.length > BARS_MAX ? bars.slice(0, BARS_MAX - 1) : bars
  const more: Row[] = shown.length < bars.length ? [['…', `${bars.length - shown.length} more`]] : []
  const missing = picked.missingIds.length
  const none: Row[] = missing > 0 ? [['No pick', `${missing}`]] : []
  return [{ kind: 'subheading', text: 'What everybody picked' }, rows(...shown, ...more, ...none)]
}

export const picksLocked: MailTemplate = {
  write,
  facts: ['seal', 'picked'],
  useless: anyOf(isOutOfPlay, isPutAside, isCancelled, isScored),
}
