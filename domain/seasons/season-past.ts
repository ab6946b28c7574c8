import type { Placed } from '../event.ts'
import type { PresentPlayer } from '../players/player.ts'
import { resultOrder } from '../rounds/published-results.ts'
import { byLock, type PresentRound, type RoundEvent, type RoundStatus } from '../rounds/round.ts'
import { type Settings, type SettingsEvent, settings } from '../settings/settings.ts'
import { SETTINGS_EVENTS } from '../settings/settings-events.ts'
import { presenceOf, presentAt } from './presence.ts'
import { rulesInForce, type SeasonEvent } from './season.ts'
import { type SeasonAndRounds, seasonStream } from './season-stream.ts'
import type { SeasonFacts } from './standings.ts'

export type TimelineEvent = (SettingsEvent | SeasonEvent | RoundEvent) & Placed

/** With the settings of the league at the same place of the log. */
export type SeasonPast = SeasonAndRounds & { settings: Settings }

const NOTHING_YET: SeasonPast = { ...seasonStream.initial, settings: settings.initial }

export function seasonPast(timeline: readonly TimelineEvent[], from = NOTHING_YET): SeasonPast {
  return timeline.reduce(evolve, from)
}

function evolve(past: SeasonPast, event: TimelineEvent): SeasonPast {
  return isOfSettings(event)
    ? { ...past, settings: settings.evolve(past.settings, event) }
    : { ...past, ...seasonStream.evolve(past, event) }
}

const isOfSettings = (event: TimelineEvent): event is SettingsEvent => event.type in SETTINGS_EVENTS

/** With what was known then, or with what is known today of the rounds that had been completed by then. */
export type Reading = 'then' | 'corrected'

/** By lock time, then id. */
export const presentRounds = ({ rounds }: Pick<SeasonPast, 'rounds'>): PresentRound[] =>
  [...rounds.values()]
    .filter((state): state is PresentRound => 'deletedAt' in state && state.deletedAt === null)
    .sort(byLock)

export function roundsCorrected(then: SeasonPast, today: SeasonPast): PresentRound[] {
  const withResult = resultOrder(then.results)
  return presentRounds(today).flatMap((state) => {
    const before = then.rounds.get(state.roundId)
    if (before === undefined || !('deletedAt' in before)) return []
    if (withResult.includes(state.roundId)) return state
    return withStatus(state, before.status)
  })
}

type Known = Pick<SeasonFacts, 'picksOf' | 'guessOf'> & {
  players: ReadonlyMap<number, PresentPlayer>
  /** The position of a season of the past. */
  until?: string
}

export function factsOf(
  past: SeasonPast,
  rounds: readonly PresentRound[],
  { players, until, ...made }: Known,
): SeasonFacts {
  const { season } = past
  const participants = 'participants' in season ? [...season.participants] : []
  return {
    rules: rulesInForce(season, past.settings),
    participants: participants.flatMap((playerId) => {
      const { name } = players.get(playerId) ?? {}
      return name === undefined ? [] : { playerId, name }
    }),
    rounds: rounds.map((state) => ({
      roundId: state.roundId,
      locksAt: state.locksAt,
      plannedLocksAt: state.plannedLocksAt,
      lockPosition: state.lockPosition,
      formerLocks: state.formerLocks,
      teamRenames: state.teamRenames,
      weight: state.weight,
      scored: state.status === 'completed' ? { pickType: state.pickType, result: state.result } : null,
    })),
    ...made,
    owed: owedIn(rounds, () => presentAt(presenceOf(season, players, until))),
  }
}

/** Few rules ask for it. */
function owedIn(
  rounds: readonly PresentRound[],
  presence: () => ReturnType<typeof presentAt>,
): SeasonFacts['owed'] {
  const locks = new Map(rounds.map(({ roundId, locksAt }) => [roundId, locksAt]))
  let isPresent: ReturnType<typeof presentAt> | null = null
  return (roundId, playerId) => {
    isPresent ??= presence()
    const locksAt = locks.get(roundId)
    return locksAt !== undefined && isPresent(playerId, locksAt)
  }
}

function withStatus(state: PresentRound, status: RoundStatus): PresentRound {
  return state.status === status || status === 'completed' ? state : { ...state, status }
}
