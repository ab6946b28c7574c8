import { counted } from '../../../domain/names.ts'
import { ordinal } from '../../../domain/ordinal.ts'
import type { SeasonDetails, SeasonEvent, Winner } from '../../../domain/seasons/season.ts'
import { formatTime } from '../../../platform/time/time-zone.ts'
import type { Names } from './names.ts'
import { ruleChanges, rulesText } from './rules-wording.ts'
import type { Sentences } from './sentence.ts'
import { action, changed, listedShort, quoted } from './wording.ts'

export const seasonSentences: Sentences<SeasonEvent> = {
  SeasonCreated: ({ data }) => {
    const { name, commissioner } = data
    const by = commissioner === null ? '' : `, with ${commissioner} as commissioner`
    return action(`created the season ${name} (${years(data)})${by}`)
  },
  SeasonCopied: ({ season, from }) => action(`created ${season} from ${from}`),
  SeasonRenamed: ({ data, was }) => {
    const change = { field: 'name', before: was.name, after: data.name }
    return action(`renamed the season ${change.before} to ${change.after}`, [change])
  },
  SeasonYearsChanged: ({ data, was, season }) =>
    changed(` of ${season}`, [{ field: 'years', before: years(was), after: years(data) }]),
  CommissionerChanged: ({ data, was, season }) =>
    changed(` of ${season}`, [
      {
        field: 'commissioner',
        before: was.commissioner || 'nobody',
        after: data.commissioner || 'nobody',
      },
    ]),
  SeasonActivated: ({ season }) => action(`activated the season ${season}`),
  SeasonDeactivated: ({ season }) => action(`deactivated the season ${season}: no picks come in`),
  ParticipantAdded: ({ data, season, names }) => action(`added ${names.player(data.playerId)} to ${season}`),
  ParticipantRemoved: ({ data, season, names }) =>
    action(`removed ${names.player(data.playerId)} from ${season}. The picks are kept`),
  SeasonEnded: ({ data, season, names }) =>
    action(`ended the season ${season}: ${podium(data.winners, names)}`),
  SeasonRulesKept: ({ season }) => action(`stored the rules that ${season} ended with`),
  SeasonRulesSet: ({ data, was, season }) => {
    if (was.rules === null) return action(`gave ${season} its own rules: ${rulesText(data.rules)}`)
    return changed(` of ${season}`, ruleChanges(was.rules, data.rules))
  },
  SeasonRulesFollowed: ({ season }) => action(`made ${season} follow the rules of the league again`),
  PicksSealedFromAdmins: ({ season }) => action(`hid the picks of open sports of ${season} from admins`),
  PicksUnsealedForAdmins: ({ season }) =>
    action(`showed the picks of ${season} to admins: they see them before the lock`),
  SeasonNoteChanged: ({ data, was, season }) =>
    changed(` under the rules of ${season}`, [
      {
        field: 'note',
        before: quoted(was.note),
        after: quoted(data.note),
      },
    ]),
  JoinLinkOpened: ({ data, season }) => {
    const { approval, until } = data
    const who = approval === 'ask' ? 'an admin decides on each request' : 'a confirmed address is enough'
    const time = until === null ? '' : `, until ${formatTime(until, 'UTC')}`
    return action(`opened the join link of ${season}: ${who}${time}`)
  },
  JoinLinkClosed: ({ season }) => action(`closed the join link of ${season}`),
  SeasonReopened: ({ season }) =>
    action(`reopened the season ${season}: it has no winners, and the current points count`),
  SeasonDeleted: ({ season }) => action(`deleted the season ${season}`),
  SeasonRestored: ({ season }) => action(`restored the season ${season}`),
  SeasonPurged: ({ season }) => action(`deleted the season ${season} for ever`),
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
