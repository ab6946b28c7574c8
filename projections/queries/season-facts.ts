import type { Instant } from '../../domain/event.ts'
import type { PublishedResult } from '../../domain/rounds/published-results.ts'
import { noPresence } from '../../domain/seasons/presence.ts'
import { asksWhoOwed, leagueRules } from '../../domain/seasons/rules.ts'
import type { ScoredRound } from '../../domain/seasons/scoring.ts'
import { owedIn } from '../../domain/seasons/season-past.ts'
import type { RoundFacts, SeasonFacts } from '../../domain/seasons/standings.ts'
import type { Position } from '../../platform/event-store/event-store.ts'
import type { Read } from '../engine/read-model.ts'
import { currentSettings } from '../league/settings.ts'
import { type CountingPick, countingGuesses, countingPicks, type PickOfPlayer } from '../read-models/picks.ts'
import {
  answerOf,
  forCounting,
  isUnlocked,
  type RoundRow,
  roundsInPlay,
  rowStatusAt,
} from '../read-models/rounds.ts'
import { publishedResults, seasonPresence } from '../read-models/season-timeline.ts'
import { listParticipants } from '../read-models/seasons.ts'
import { entryMarks, isEntered, type Marks, marksOfSeason } from './marks.ts'

/** What the boards show of a round. */
export type BoardRound = Pick<
  RoundRow,
  | 'id'
  | 'season_id'
  | 'sport_name'
  | 'status'
  | 'places'
  | 'locks_at'
  | 'weight'
  | 'slot_names'
  | 'time_zone'
  | 'tie_break_question'
  | 'tie_break_unit'
  | 'cancelled_at'
  | 'cancelled_reason'
>

/** Everything that a season's boards follow from. */
export type SeasonSnapshot = {
  rounds: readonly BoardRound[]
  facts: SeasonFacts
  /** In the order in which they came. */
  results: readonly PublishedResult[]
  /** Whether admins may not see picks of open sports either; a look at the past, which everybody may have, leaves it out. */
  picksSealed?: boolean
  /** Of unlocked rounds the result that was published, for admins who correct it. */
  former?: ReadonlyMap<number, ScoredRound>
  /** What an admin did after the lock; a look at the past leaves it out. */
  marks?: Marks
}

/** As far as its events go, whatever time it is. Null when the season does not exist or is deleted. */
export async function loadSeason(read: Read, seasonId: number): Promise<SeasonSnapshot | null> {
  const season = await read
    .selectFrom('seasons')
    .select(['rules', 'kept_rules', 'picks_sealed'])
    .where('id', '=', seasonId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!season) return null

  const rounds = await roundsInPlay(read, seasonId)
  const picks = await countingPicks(read, rounds.map(forCounting))
  const participants = await listParticipants(read, seasonId)
  const rules = season.kept_rules ?? season.rules ?? leagueRules(await currentSettings(read))
  const presence = asksWhoOwed(rules) ? await seasonPresence(read, seasonId) : noPresence
  const inPlay = rounds.map((round) => ({
    ...forCounting(round),
    weight: round.weight,
    scored: scored(round),
  }))
  return {
    rounds,
    facts: {
      rules,
      participants: participants.map(({ id, name }) => ({ playerId: id, name })),
      rounds: inPlay,
      picksOf: lookup(picks),
      guessOf: await guessesIn(read, inPlay),
      owed: owedIn(presence, inPlay),
    },
    results: await publishedResults(read, seasonId),
    picksSealed: season.picks_sealed === 1,
    former: new Map(
      rounds.flatMap((round) => (awaitsCorrection(round) ? [[round.id, formerResult(round)]] : [])),
    ),
    marks: await marksOfSeason(read, seasonId, entryMarks(inPlay, picks)),
  }
}

/** The season with what players have picked since in its open rounds. */
export async function withOpenPicks(read: Read, season: SeasonSnapshot): Promise<SeasonSnapshot> {
  const ids = new Set(season.rounds.filter(isOpen).map(({ id }) => id))
  const picks = await countingPicks(
    read,
    season.facts.rounds.filter(({ roundId }) => ids.has(roundId)),
  )
  const since = lookup(picks)
  const before = season.facts.picksOf
  const picksOf: typeof before = (roundId, playerId) =>
    ids.has(roundId) ? since(roundId, playerId) : before(roundId, playerId)
  return { ...season, ...marksSince(season, ids, picks), facts: { ...season.facts, picksOf } }
}

/** A player may have picked over what an admin entered. */
function marksSince(
  { facts, marks: before }: SeasonSnapshot,
  open: ReadonlySet<number>,
  picks: readonly CountingPick[],
): { marks?: Marks } {
  const isMarked = [...open].some((id) =>
    facts.participants.some(({ playerId }) => before?.(id, playerId).length),
  )
  if (before === undefined || !isMarked) return {}
  const entered = entryMarks(facts.rounds, picks)
  const marks: Marks = (roundId, playerId) => {
    const marked = before(roundId, playerId)
    if (!open.has(roundId)) return marked
    return [...entered(roundId, playerId), ...marked.filter((mark) => !isEntered(mark))]
  }
  return { marks }
}

/** The season at an instant: a round whose lock time has passed counts as locked, whether that was published or not. */
export function seasonAt(season: SeasonSnapshot, now: Instant): SeasonSnapshot {
  const rounds = season.rounds.map((round) => ({ ...round, status: rowStatusAt(round, now) }))
  return { ...season, rounds }
}

export const isOpen = ({ status }: BoardRound) => status === 'active'

/** What a player picked in a round, from what was read at once. */
export function lookup(picks: readonly PickOfPlayer[]): SeasonFacts['picksOf'] {
  const byKey = new Map(picks.map((pick) => [`${pick.round_id}-${pick.player_id}`, pick.picks]))
  return (roundId, playerId) => byKey.get(`${roundId}-${playerId}`) ?? null
}

/** What players guessed where a tie-break question has been answered. */
export async function guessesIn(
  read: Read,
  rounds: readonly RoundFacts[],
  until?: Position,
): Promise<SeasonFacts['guessOf']> {
  const round = rounds.find(({ scored }) => scored !== null && scored.result.answer !== undefined)
  if (!round) return () => null
  const guesses = await countingGuesses(read, round, until)
  const byPlayer = new Map(guesses.map(({ player_id, guess }) => [player_id, guess]))
  return (roundId, playerId) => (roundId === round.roundId ? (byPlayer.get(playerId) ?? null) : null)
}

const awaitsCorrection = (round: RoundRow) => isUnlocked(round) && round.cancelled_at === null

const formerResult = ({ pick_type, last_result }: RoundRow): ScoredRound => ({
  pickType: pick_type,
  result: last_result ?? { places: {}, placements: [] },
})

const scored = (row: RoundRow) => {
  const { status, pick_type: pickType, places, placements } = row
  return status === 'completed' ? { pickType, result: { places, placements, ...answerOf(row) } } : null
}
