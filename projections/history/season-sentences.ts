import { counted } from '../../domain/names.ts'
import { ordinal } from '../../domain/ordinal.ts'
import type { SeasonDetails, SeasonEvent, Winner } from '../../domain/seasons/season.ts'
import type { Names } from './names.ts'
import { ruleChanges, rulesText } from './rules-wording.ts'
import type { Sentences } from './sentence.ts'
import { action, changed, listedShort, quoted } from './wording.ts'

export const seasonSentences: Sentences<SeasonEvent> = {
  SeasonCreated: ({ event }) => {
    const { name, commissioner } = event.data
    const by = commissioner === null ? '' : `, with ${commissioner} as commissioner`
    return action(`created the season ${name} (${years(event.data)})${by}`)
  },
  SeasonCopied: ({ event, id, names }) =>
    action(`created ${names.season(id)} from ${names.season(event.data.fromSeasonId)}`),
  SeasonRenamed: ({ event, before }) => {
    const change = { field: 'name', before: 'name' in before ? before.name : '', after: event.data.name }
    return action(`renamed the season ${change.before} to ${change.after}`, [change])
  },
  SeasonYearsChanged: ({ event, before, id, names }) =>
    changed(` of ${names.season(id)}`, [
      { field: 'years', before: 'yearStart' in before ? years(before) : '', after: years(event.data) },
    ]),
  CommissionerChanged: ({ event, before, id, names }) =>
    changed(` of ${names.season(id)}`, [
      {
        field: 'commissioner',
        before: ('commissioner' in before && before.commissioner) || 'nobody',
        after: event.data.commissioner || 'nobody',
      },
    ]),
  SeasonActivated: ({ id, names }) => action(`activated the season ${names.season(id)}`),
  SeasonDeactivated: ({ id, names }) =>
    action(`deactivated the season ${names.season(id)}: no picks come in`),
  ParticipantAdded: ({ event, id, names }) =>
    action(`added ${names.player(event.data.playerId)} to ${names.season(id)}`),
  ParticipantRemoved: ({ event, id, names }) =>
    action(`removed ${names.player(event.data.playerId)} from ${names.season(id)}. The picks are kept`),
  SeasonEnded: ({ event, id, names }) =>
    action(`ended the season ${names.season(id)}: ${podium(event.data.winners, names)}`),
  SeasonRulesKept: ({ id, names }) => action(`stored the rules that ${names.season(id)} ended with`),
  SeasonRulesSet: ({ event, before, id, names }) => {
    const was = 'rules' in before ? before.rules : null
    if (was === null) return action(`gave ${names.season(id)} its own rules: ${rulesText(event.data.rules)}`)
    return changed(` of ${names.season(id)}`, ruleChanges(was, event.data.rules))
  },
  SeasonRulesFollowed: ({ id, names }) =>
    action(`made ${names.season(id)} follow the rules of the league again`),
  PicksSealedFromAdmins: ({ id, names }) =>
    action(`hid the picks of open sports of ${names.season(id)} from admins`),
  PicksUnsealedForAdmins: ({ id, names }) =>
    action(`showed the picks of ${names.season(id)} to admins: they see them before the lock`),
  SeasonNoteChanged: ({ event, before, id, names }) =>
    changed(` under the rules of ${names.season(id)}`, [
      {
        field: 'note',
        before: quoted('note' in before ? before.note : null),
        after: quoted(event.data.note),
      },
    ]),
  SeasonReopened: ({ id, names }) =>
    action(`reopened the season ${names.season(id)}: it has no winners, and the current points count`),
  SeasonDeleted: ({ id, names }) => action(`deleted the season ${names.season(id)}`),
  SeasonRestored: ({ id, names }) => action(`restored the season ${names.season(id)}`),
  SeasonPurged: ({ id, names }) => action(`deleted the season ${names.season(id)} for ever`),
}

const years = ({ yearStart, yearEnd }: Pick<SeasonDetails, 'yearStart' | 'yearEnd'>) =>
  yearStart === yearEnd ? `${yearStart}` : `${yearStart}–${yearEnd}`

/** `1st Ann and Bob with 12 points, 3rd Cleo with 8 points`. */
function podium(winners: readonly Winner[], names: Names): string {
  const places = [...new Set(winners.map(({ place }) => place))].sort((left, right) => left - right)
  const steps = places.map((place) => {
    const holders = winners.filter((winner) => winner.place === place)
    const points = counted(holders[0]?.totalPoints ?? 0, 'point')
    return `${ordinal(place)} ${listedShort(holders.map(({ playerId }) => names.player(playerId)))} with ${points}`
  })
  return steps.length > 0 ? steps.join(', ') : 'nobody took part'
}
