import type { PresentAdmin } from '../../domain/admins/admin.ts'
import { AGGREGATES } from '../../domain/aggregates.ts'
import type { PresentChampion } from '../../domain/champions/champion.ts'
import type { DomainEvent } from '../../domain/domain-event.ts'
import { descriptorOf } from '../../domain/event-table.ts'
import { type PickEvent, pick } from '../../domain/picks/pick.ts'
import type { PresentPlayer } from '../../domain/players/player.ts'
import type { PresentRound, RoundResult } from '../../domain/rounds/round.ts'
import type { PresentSeason } from '../../domain/seasons/season.ts'
import { roundIn, type SeasonAndRounds, seasonStream } from '../../domain/seasons/season-stream.ts'
import type { League } from '../../domain/settings/league.ts'
import type { Settings } from '../../domain/settings/settings.ts'
import { idIn } from '../../domain/stream-id.ts'
import type { DocumentKind } from './documents.ts'
import type { DocumentsBefore } from './handler.ts'
import { isPick, type LoggedEvent, roundIdOf } from './logged-event.ts'

export type TypeWithArgs = Exclude<DomainEvent, PickEvent>['type']

/** With its type they are what a row of the history says, in whatever language. Names are those of that moment. */
export type Args<Type extends TypeWithArgs = TypeWithArgs> = {
  season?: string
  /** Another season. */
  from?: string
  sport?: string
  data: Extract<DomainEvent, { type: Type }>['data']
  was: Type extends keyof typeof FORMER_VALUES ? ReturnType<(typeof FORMER_VALUES)[Type]> : undefined
}

/** What a sentence in `projections/history/sentences` needs of the state before the event: its `was`. */
const FORMER_VALUES = {
  AdminRenamed: ({ name }: PresentAdmin) => ({ name }),
  AdminEmailChanged: ({ email }: PresentAdmin) => ({ email }),
  PlayerRenamed: ({ name }: PresentPlayer) => ({ name }),
  PlayerEmailChanged: ({ email }: PresentPlayer) => ({ email }),
  PastChampionCorrected: ({ name, playerId, endYear, note }: PresentChampion) => ({
    ...{ name, playerId, endYear, note },
  }),
  PastChampionRemoved: ({ name, playerId, endYear }: PresentChampion) => ({ name, playerId, endYear }),

  SeasonRenamed: ({ name }: PresentSeason) => ({ name }),
  SeasonYearsChanged: ({ yearStart, yearEnd }: PresentSeason) => ({ yearStart, yearEnd }),
  CommissionerChanged: ({ commissioner }: PresentSeason) => ({ commissioner }),
  SeasonRulesSet: ({ rules }: PresentSeason) => ({ rules }),
  SeasonNoteChanged: ({ note }: PresentSeason) => ({ note }),

  RoundRenamed: ({ sportName }: PresentRound) => ({ sportName }),
  RoundRescheduled: ({ locksAt, timeZone }: PresentRound) => ({ locksAt, timeZone }),
  RoundEmailMessageChanged: ({ emailMessage }: PresentRound) => ({ emailMessage }),
  RoundPickTypeChanged: ({ pickType, picksMax, slotNames }: PresentRound) => ({
    ...{ pickType, picksMax },
    ...(slotNames && { slotNames }),
  }),
  RoundTeamsChanged: ({ teams }: PresentRound) => ({ teams }),
  RoundWeightSet: ({ weight }: PresentRound) => ({ weight }),
  TieBreakQuestionSet: ({ tieBreak }: PresentRound) => ({ tieBreak }),
  TieBreakQuestionDropped: ({ tieBreak }: PresentRound) => ({ tieBreak }),
  TieBreakAnswered: ({ tieBreak }: PresentRound) => ({ tieBreak }),
  ActivationPlanned: ({ opening, timeZone }: PresentRound) => ({ opening, timeZone }),
  RoundLocked: ({ locksAt, timeZone }: PresentRound) => ({ locksAt, timeZone }),
  RoundCompleted: ({ roundId, slotNames, tieBreak, answer }: PresentRound, { results }: SeasonAndRounds) => {
    const last = results.findLast((one) => one.roundId === roundId)
    return {
      tieBreak,
      ...(slotNames && { slotNames }),
      ...(answer !== undefined && { answer }),
      ...(last && { result: withPlaces(last.result) }),
    }
  },

  BrandingChanged: ({ branding }: Settings) => branding,
  DefaultTimeZoneChanged: ({ timeZone }: Settings) => ({ timeZone }),
  PointsChanged: ({ points }: Settings) => ({ points }),
  NoPickPointsChanged: ({ noPick }: Settings) => ({ noPick }),
  RemindersChanged: ({ reminders }: Settings) => reminders,
  ReminderGroupingChanged: ({ reminderGrouping }: Settings) => ({ grouping: reminderGrouping }),
} satisfies { [Type in DomainEvent['type']]?: (before: never, whole: never) => object }

/** Most players of a sport have none. */
const withPlaces = <Result extends Pick<RoundResult, 'placements'>>(result: Result): Result => ({
  ...result,
  placements: result.placements.filter(({ placement }) => placement !== 'none'),
})

/** What a pick says is in the tables of picks alone, which hide it until the lock. */
export function argsOf(event: LoggedEvent, { find }: DocumentsBefore, before: unknown): object {
  if (isPick(event)) return { sport: find('round', event.data.roundId)?.sportName }
  const { type, data } = event
  const { stream } = descriptorOf(type)
  const nameOf = (seasonId: number | null) => find('season', seasonId ?? 0)?.season.name
  const seasonId = stream === 'season' ? idIn(event) : 'seasonId' in data ? data.seasonId : null
  const whole = find('season', seasonId ?? 0) ?? seasonStream.initial
  const round = roundIn(whole, roundIdOf(event) ?? 0)
  const was = (FORMER_VALUES as { [type: string]: (before: unknown, whole: SeasonAndRounds) => object })[type]
  return {
    season: nameOf(seasonId),
    from:
      'fromSeasonId' in data
        ? nameOf(data.fromSeasonId)
        : type === 'DefaultSeasonChosen'
          ? nameOf((before as League).defaultSeasonId)
          : undefined,
    sport: 'sportName' in round ? round.sportName : undefined,
    data: type === 'RoundCompleted' ? withPlaces(data) : data,
    was: was?.(before, whole),
  }
}

/** Empty for a pick: a batch of them loads no state. */
export function stateBefore(event: LoggedEvent, { find }: DocumentsBefore): unknown {
  if (isPick(event)) return pick.initial
  const { stream } = descriptorOf(event.type)
  if (stream !== 'season') return find(stream as DocumentKind, idIn(event)) ?? AGGREGATES[stream].initial
  const whole = find('season', idIn(event)) ?? seasonStream.initial
  const roundId = roundIdOf(event)
  return roundId === null ? whole.season : roundIn(whole, roundId)
}
