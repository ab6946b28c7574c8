import type { DomainEvent } from '../../domain/domain-event.ts'
import { counted, listed } from '../../domain/names.ts'
import { ordinal } from '../../domain/ordinal.ts'
import {
  answered,
  type PresentRound,
  type RoundDetails,
  type RoundEvent,
  type RoundResult,
  sameResult,
  type TieBreakQuestion,
} from '../../domain/rounds/round.ts'
import { rightAnswerTexts, slotLabels } from '../../domain/rounds/slot-names.ts'
import { resultNow } from '../../domain/rounds/team-names.ts'
import { inUnit } from '../../domain/rounds/tie-break-question.ts'
import { NAMED_PLACES } from '../../domain/seasons/points.ts'
import { spanText } from '../../platform/time/clock.ts'
import { formatTime } from '../../platform/time/time-zone.ts'
import type { Names } from './names.ts'
import type { Sentences } from './sentence.ts'
import { action, type Change, changed, listedShort, quoted } from './wording.ts'

export const roundSentences: Sentences<RoundEvent> = {
  RoundCreated: ({ event, names }) => {
    const { sportName, seasonId, locksAt, timeZone, weight, tieBreak } = event.data
    const what = [
      kindOf(event.data),
      `locks on ${formatTime(locksAt, timeZone)}`,
      ...(weight === undefined ? [] : [`weight ×${weight}`]),
      ...(tieBreak ? [`tie-break question: ${questionText(tieBreak)}`] : []),
    ]
    return action(`added the sport ${sportName} to ${names.season(seasonId)}: ${what.join(', ')}`)
  },
  RoundCopied: ({ event, before, id, names }) => {
    const into = names.season('seasonId' in before ? before.seasonId : 0)
    const change = { field: 'season', before: names.season(event.data.fromSeasonId), after: into }
    return action(`copied ${names.round(id).name} from ${change.before} to ${into}`, [change])
  },
  RoundRenamed: ({ event, before }) => {
    const was = 'sportName' in before ? before.sportName : ''
    const change = { field: 'name', before: was, after: event.data.sportName }
    return action(`renamed the sport ${was} to ${change.after}`, [change])
  },
  RoundRescheduled: ({ event, before, id, names }) => {
    const was = 'locksAt' in before ? before : event.data
    return changed(` of ${names.round(id).name}`, [
      was.locksAt === event.data.locksAt
        ? { field: 'time zone', before: was.timeZone, after: event.data.timeZone }
        : { field: 'lock time', before: lockTime(was), after: lockTime(event.data) },
    ])
  },
  // Only who got the mails knows what they say: everybody can read the words.
  RoundEmailMessageChanged: ({ event, before, id, names }) =>
    action(`changed the message in the mails of ${names.round(id).name}`, [
      {
        field: 'message in the mails',
        before: quoted('emailMessage' in before ? before.emailMessage : null),
        after: quoted(event.data.emailMessage),
      },
    ]),
  RoundPickTypeChanged: ({ event, before, id, names }) =>
    changed(` of ${names.round(id).name}`, [
      {
        field: 'kind of pick',
        before: 'pickType' in before ? kindOf(before) : '',
        after: kindOf(event.data),
      },
    ]),
  RoundTeamsChanged: ({ event, before, id, names }) => {
    const was = 'teams' in before ? before.teams : []
    const { teams } = event.data
    const change = { field: 'teams', before: listed(was, 'nothing'), after: listed(teams, 'nothing') }
    return action(`changed the teams of ${names.round(id).name}: ${moves(was, teams)}`, [change])
  },
  RoundTeamRenamed: ({ event, id, names }) => {
    const { from, to } = event.data
    return action(`renamed the team ${from} of ${names.round(id).name} to ${to}`)
  },
  RoundWeightSet: ({ event, before, id, names }) =>
    changed(` of ${names.round(id).name}`, [
      {
        field: 'weight',
        before: `×${'weight' in before ? before.weight : 1}`,
        after: `×${event.data.weight}`,
      },
    ]),
  TieBreakQuestionSet: ({ event, before, id, names }) => {
    const was = 'tieBreak' in before ? before.tieBreak : null
    const change = { field: 'tie-break question', before: questionText(was), after: questionText(event.data) }
    const { name } = names.round(id)
    return was === null
      ? action(`added a tie-break question to ${name}: ${change.after}`, [change])
      : changed(` of ${name}`, [change])
  },
  TieBreakQuestionDropped: ({ before, id, names }) => {
    const was = questionText('tieBreak' in before ? before.tieBreak : null)
    return action(`removed the tie-break question of ${names.round(id).name} (was: ${was})`)
  },
  TieBreakAnswered: ({ event, before, id, names }) => {
    const answer = answerText(event.data.value, 'tieBreak' in before ? before : null)
    return action(`answered the tie-break question of ${names.round(id).name}: ${answer}`)
  },
  ActivationPlanned: ({ event, before, id, names }) => {
    const { name, timeZone } = names.round(id)
    const after = formatTime(event.data.opensAt, timeZone)
    const was = 'opening' in before ? before.opening : null
    if (was === null) return action(`scheduled ${name} to open on ${after}`)
    return changed(` of ${name}`, [
      { field: 'scheduled opening', before: formatTime(was.opensAt, timeZone), after },
    ])
  },
  ActivationUnplanned: ({ id, names }) =>
    action(`cancelled the scheduled opening of ${names.round(id).name}`),
  ActivationFailed: ({ event, id, names }) =>
    action(`could not open ${names.round(id).name} as scheduled: ${event.data.why}`),
  RoundActivated: ({ event, id, names }) => {
    const count = event.data.recipients.length
    const links = `${count === 1 ? 'a link' : 'links'} for ${counted(count, 'player')} with an email address`
    return action(
      `opened ${names.round(id).name} for picks: ${count === 0 ? 'nobody has an email address' : links}`,
    )
  },
  PicksLookedAt: ({ event, id, names }) => {
    const players = listedShort(event.data.playerIds.map(names.player))
    return action(`looked at the hidden picks of ${players} for ${names.round(id).name}`)
  },
  RoundLocked: ({ event, before, id, names }) => {
    const { name, timeZone } = names.round(id)
    const { lockedAt } = event.data
    if (lockedAt === undefined || !('locksAt' in before)) return action(`locked ${name} at its lock time`)
    const [planned, after] = [formatTime(before.locksAt, timeZone), formatTime(lockedAt, timeZone)]
    const early = spanText(Date.parse(before.locksAt) - Date.parse(lockedAt))
    const change = { field: 'lock time', before: planned, after }
    return action(`locked ${name} by hand, ${early} before its lock time`, [change])
  },
  RoundCompleted: ({ event, before, earlier, id, names }) => {
    const { name } = names.round(id)
    const round = 'locksAt' in before ? before : null
    const is: RoundResult = { ...event.data, ...answered(round ?? {}) }
    const result = resultText(is, round, names)
    const last = lastResult(earlier)
    if (last === null) return action(`completed ${name}: ${result}`)
    const was = resultNow(last, round ?? {})
    if (sameResult(was, is)) return action(`completed ${name} again with the same result: ${result}`)
    if (sameResult({ ...was, ...answered(is) }, is)) {
      const [before = '', after = ''] = [was, is].map(({ answer = null }) => answerText(answer, round))
      const words = `corrected the tie-break answer of ${name}: ${after} (was ${before})`
      return action(words, [{ field: 'answer', before, after }])
    }
    const change: Change = { field: 'result', before: resultText(last, round, names), after: result }
    return action(`corrected the result of ${name}: ${result} (was: ${change.before})`, [change])
  },
  RoundUnlocked: ({ id, names }) =>
    action(`unlocked ${names.round(id).name}: its points do not count until it is completed again`),
  RoundCancelled: ({ id, names }) => action(`cancelled ${names.round(id).name}`),
  RoundReinstated: ({ id, names }) => action(`reinstated ${names.round(id).name}: it is no longer cancelled`),
  RoundDeleted: ({ id, names }) => action(`deleted the sport ${names.round(id).name}`),
  RoundRestored: ({ id, names }) => action(`restored the sport ${names.round(id).name}`),
  RoundPurged: ({ id, names }) =>
    action(`deleted the sport ${names.round(id).name} for ever, with every pick in it`),
}

const questionText = (asked: TieBreakQuestion | null) =>
  asked === null ? 'none' : `${quoted(asked.question)}${asked.unit === null ? '' : `, in ${asked.unit}`}`

type Asked = Pick<PresentRound, 'tieBreak'>

const answerText = (answer: number | null, asked: Asked | null) =>
  answer === null ? 'no answer' : inUnit(answer, asked?.tieBreak?.unit ?? null)

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
  round: PresentRound | null,
  names: Names,
): string {
  const right = rightAnswerTexts(rightAnswers, round?.slotNames)
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

function lastResult(earlier: readonly DomainEvent[]): RoundResult | null {
  const at = earlier.findLastIndex(({ type }) => type === 'RoundCompleted')
  const [last, ...before] = earlier.slice(0, at + 1).toReversed()
  const answer = before.find((event) => event.type === 'TieBreakAnswered')?.data.value
  return last?.type === 'RoundCompleted' ? { ...last.data, ...(answer !== undefined && { answer }) } : null
}
