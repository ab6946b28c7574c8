import { counted, listed } from '../../../domain/names.ts'
import { ordinal } from '../../../domain/ordinal.ts'
import {
  answered,
  type PresentRound,
  type RoundDetails,
  type RoundEvent,
  type RoundResult,
  sameResult,
  type TieBreakQuestion,
} from '../../../domain/rounds/round.ts'
import { rightAnswerTexts, slotLabels } from '../../../domain/rounds/slot-names.ts'
import { inUnit } from '../../../domain/rounds/tie-break-question.ts'
import { NAMED_PLACES } from '../../../domain/seasons/points.ts'
import { spanText } from '../../../platform/time/clock.ts'
import { formatTime } from '../../../platform/time/time-zone.ts'
import type { Names } from './names.ts'
import type { Sentences } from './sentence.ts'
import { action, type Change, changed, listedShort, quoted } from './wording.ts'

export const roundSentences: Sentences<RoundEvent> = {
  RoundCreated: ({ data, season }) => {
    const { sportName, locksAt, timeZone, weight, tieBreak } = data
    const what = [
      kindOf(data),
      `locks on ${formatTime(locksAt, timeZone)}`,
      ...(weight === undefined ? [] : [`weight ×${weight}`]),
      ...(tieBreak ? [`tie-break question: ${questionText(tieBreak)}`] : []),
    ]
    return action(`added the sport ${sportName} to ${season}: ${what.join(', ')}`)
  },
  RoundCopied: ({ sport, from, season }) =>
    action(`copied ${sport} from ${from} to ${season}`, [{ field: 'season', before: from, after: season }]),
  RoundRenamed: ({ data, was }) => {
    const change = { field: 'name', before: was.sportName, after: data.sportName }
    return action(`renamed the sport ${change.before} to ${change.after}`, [change])
  },
  RoundRescheduled: ({ data, was, sport }) =>
    changed(` of ${sport}`, [
      was.locksAt === data.locksAt
        ? { field: 'time zone', before: was.timeZone, after: data.timeZone }
        : { field: 'lock time', before: lockTime(was), after: lockTime(data) },
    ]),
  // Only who got the mails knows what they say: everybody can read the words.
  RoundEmailMessageChanged: ({ data, was, sport }) =>
    action(`changed the message in the mails of ${sport}`, [
      { field: 'message in the mails', before: quoted(was.emailMessage), after: quoted(data.emailMessage) },
    ]),
  RoundPickTypeChanged: ({ data, was, sport }) =>
    changed(` of ${sport}`, [{ field: 'kind of pick', before: kindOf(was), after: kindOf(data) }]),
  RoundTeamsChanged: ({ data, was, sport }) => {
    const before = listed(was.teams, 'nothing')
    const change = { field: 'teams', before, after: listed(data.teams, 'nothing') }
    return action(`changed the teams of ${sport}: ${moves(was.teams, data.teams)}`, [change])
  },
  RoundTeamRenamed: ({ data, sport }) => {
    const { from, to } = data
    return action(`renamed the team ${from} of ${sport} to ${to}`)
  },
  RoundWeightSet: ({ data, was, sport }) =>
    changed(` of ${sport}`, [{ field: 'weight', before: `×${was.weight}`, after: `×${data.weight}` }]),
  TieBreakQuestionSet: ({ data, was, sport }) => {
    const after = questionText(data)
    const change = { field: 'tie-break question', before: questionText(was.tieBreak), after }
    return was.tieBreak === null
      ? action(`added a tie-break question to ${sport}: ${after}`, [change])
      : changed(` of ${sport}`, [change])
  },
  TieBreakQuestionDropped: ({ was, sport }) =>
    action(`removed the tie-break question of ${sport} (was: ${questionText(was.tieBreak)})`),
  TieBreakAnswered: ({ data, was, sport }) =>
    action(`answered the tie-break question of ${sport}: ${answerText(data.value, was)}`),
  ActivationPlanned: ({ data, was, sport }) => {
    const { opening, timeZone } = was
    const after = formatTime(data.opensAt, timeZone)
    if (opening === null) return action(`scheduled ${sport} to open on ${after}`)
    const before = formatTime(opening.opensAt, timeZone)
    return changed(` of ${sport}`, [{ field: 'scheduled opening', before, after }])
  },
  ActivationUnplanned: ({ sport }) => action(`cancelled the scheduled opening of ${sport}`),
  ActivationFailed: ({ data, sport }) => action(`could not open ${sport} as scheduled: ${data.why}`),
  RoundActivated: ({ data, sport }) => {
    const count = data.recipients.length
    const links = `${count === 1 ? 'a link' : 'links'} for ${counted(count, 'player')} with an email address`
    return action(`opened ${sport} for picks: ${count === 0 ? 'nobody has an email address' : links}`)
  },
  PicksLookedAt: ({ data, sport, names }) => {
    const players = listedShort(data.playerIds.map(names.player))
    return action(`looked at the hidden picks of ${players} for ${sport}`)
  },
  RoundLocked: ({ data, was, sport }) => {
    const { lockedAt } = data
    if (lockedAt === undefined) return action(`locked ${sport} at its lock time`)
    const after = lockTime({ ...was, locksAt: lockedAt })
    const early = spanText(Date.parse(was.locksAt) - Date.parse(lockedAt))
    const change = { field: 'lock time', before: lockTime(was), after }
    return action(`locked ${sport} by hand, ${early} before its lock time`, [change])
  },
  RoundCompleted: ({ data, was, sport, names }) => {
    const { result: last } = was
    const is: RoundResult = { ...data, ...answered(was) }
    const result = resultText(is, was, names)
    if (last === undefined) return action(`completed ${sport}: ${result}`)
    if (sameResult(last, is)) return action(`completed ${sport} again with the same result: ${result}`)
    if (sameResult({ ...last, ...answered(is) }, is)) {
      const [before = '', after = ''] = [last, is].map(({ answer = null }) => answerText(answer, was))
      const words = `corrected the tie-break answer of ${sport}: ${after} (was ${before})`
      return action(words, [{ field: 'answer', before, after }])
    }
    const change: Change = { field: 'result', before: resultText(last, was, names), after: result }
    return action(`corrected the result of ${sport}: ${result} (was: ${change.before})`, [change])
  },
  RoundUnlocked: ({ sport }) =>
    action(`unlocked ${sport}: its points do not count until it is completed again`),
  RoundCancelled: ({ sport }) => action(`cancelled ${sport}`),
  RoundReinstated: ({ sport }) => action(`reinstated ${sport}: it is no longer cancelled`),
  RoundDeleted: ({ sport }) => action(`deleted the sport ${sport}`),
  RoundRestored: ({ sport }) => action(`restored the sport ${sport}`),
  RoundPurged: ({ sport }) => action(`deleted the sport ${sport} for ever, with every pick in it`),
}

const questionText = (asked: TieBreakQuestion | null) =>
  asked === null ? 'none' : `${quoted(asked.question)}${asked.unit === null ? '' : `, in ${asked.unit}`}`

type Asked = Pick<PresentRound, 'tieBreak'>

const answerText = (answer: number | null, asked: Asked) =>
  answer === null ? 'no answer' : inUnit(answer, asked.tieBreak?.unit ?? null)

const lockTime = ({ locksAt, timeZone }: Pick<RoundDetails, 'locksAt' | 'timeZone'>) =>
  formatTime(locksAt, timeZone)

function kindOf({
  pickType,
  picksMax,
  slotNames,
}: Pick<RoundDetails, 'pickType' | 'picksMax' | 'slotNames'>): string {
  if (pickType === 'single') return 'one pick from a list of teams'
  const named = slotNames ? ` (${slotLabels(slotNames, picksMax).join(', ')})` : ''
  return `${picksMax === 1 ? 'one write-in' : `up to ${picksMax} write-ins`}${named}`
}

function moves(before: readonly string[], after: readonly string[]): string {
  const added = after.filter((team) => !before.includes(team))
  const removed = before.filter((team) => !after.includes(team))
  const parts = [
    ...(added.length > 0 ? [`added ${listedShort(added)}`] : []),
    ...(removed.length > 0 ? [`removed ${listedShort(removed)}`] : []),
  ]
  return parts.length > 0 ? parts.join('; ') : 'the same in another order'
}

/** `1st Reds, 2nd Blues`; with write-ins `1st Dune; places: Ann 1st, Bob 3rd`, or `Best Picture: Dune; places: …`. */
function resultText(
  { places, placements, rightAnswers = [], answer }: RoundResult,
  round: Asked & Pick<RoundDetails, 'slotNames'>,
  names: Names,
): string {
  const right = rightAnswerTexts(rightAnswers, round.slotNames)
  const held = NAMED_PLACES.flatMap((place, index) =>
    places[place] ? [`${ordinal(index + 1)} ${places[place]}`] : [],
  )
  const placed = placements.flatMap(({ playerId, placement }) =>
    placement === 'none'
      ? []
      : [{ place: NAMED_PLACES.indexOf(placement) + 1, player: names.player(playerId) }],
  )
  placed.sort((left, right) => left.place - right.place)
  const players = listedShort(placed.map(({ place, player }) => `${player} ${ordinal(place)}`))
  const official = [...right, ...held].join(', ') || 'no places named'
  return [
    official,
    ...(placed.length > 0 ? [`places of the players: ${players}`] : []),
    ...(answer === undefined ? [] : [answerText(answer, round)]),
  ].join('; ')
}
