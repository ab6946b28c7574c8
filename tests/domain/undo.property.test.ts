import fc from 'fast-check'
import { expect, test } from 'vitest'
import { champion } from '../../domain/champions/champion.ts'
import { undoChampion } from '../../domain/champions/champion-events.ts'
import type { DomainEvent } from '../../domain/domain-event.ts'
import type { Aggregate, Instant } from '../../domain/event.ts'
import type { Undoing } from '../../domain/event-descriptor.ts'
import { pick } from '../../domain/picks/pick.ts'
import { undoPick } from '../../domain/picks/pick-events.ts'
import { player } from '../../domain/players/player.ts'
import { undoPlayer } from '../../domain/players/player-events.ts'
import { Refusal } from '../../domain/refusal.ts'
import type { RoundEvent } from '../../domain/rounds/round.ts'
import { undoRound } from '../../domain/rounds/round-events.ts'
import { NOBODY_PLACED } from '../../domain/rounds/round-result.ts'
import type { SeasonEvent } from '../../domain/seasons/season.ts'
import { undoSeason } from '../../domain/seasons/season-events.ts'
import {
  isRoundEvent,
  roundIn,
  type SeasonAndRounds,
  seasonStream,
} from '../../domain/seasons/season-stream.ts'
import { settings } from '../../domain/settings/settings.ts'
import { undoSettings } from '../../domain/settings/settings-events.ts'
import { withoutPast } from './given-when-then.ts'
import { histories, play } from './histories.ts'
import { inverse } from './inverse.ts'
import {
  appended,
  guessIn,
  type Log,
  pickedTeams,
  picksIn,
  playersWithPick,
  sceneIn,
  stateIn,
} from './log-in-memory.ts'

const NOBODY_ELSE = { honoured: [], nameOf: String }

/** Undoes the last event of a stream, or one before it, by the rules of the server. Null when that is refused. */
function undone(log: Log, stream: string, now: Instant, since = 0): DomainEvent[] | null {
  const [kind, first, second] = stream.split('-')
  const [id, other] = [Number(first), Number(second)]
  switch (kind) {
    case 'settings':
      return undoneIn(log, stream, since, settings, undoSettings)
    case 'season':
      return undoneIn(log, stream, since, seasonStream, (undoing) => undoInSeason(undoing, log, now))
    case 'pick':
      return undoneIn(log, stream, since, pick, (undoing) =>
        undoPick(undoing, { ...sceneIn(log, id, other), at: now }),
      )
    case 'player':
      return undoneIn(log, stream, since, player, undoPlayer)
    case 'champion':
      return undoneIn(log, stream, since, champion, (undoing) => undoChampion(undoing, NOBODY_ELSE))
    default:
      return null
  }
}

function undoInSeason(
  { event, before, now }: Undoing<SeasonAndRounds, SeasonEvent | RoundEvent>,
  log: Log,
  at: Instant,
) {
  if (!isRoundEvent(event)) return undoSeason({ event, before: before.season, now: now.season }, at)
  const { roundId } = event.data
  const undoing = { event, before: roundIn(before, roundId), now: roundIn(now, roundId) }
  return undoRound(undoing, {
    now: at,
    season: now.season,
    rounds: now.rounds,
    pickedTeams: pickedTeams(log, roundId),
    ...NOBODY_PLACED,
    picked: playersWithPick(log, roundId),
  })
}

function undoneIn<State, Event extends DomainEvent, Id extends readonly unknown[]>(
  log: Log,
  stream: string,
  since: number,
  aggregate: Aggregate<State, Event, Id>,
  undo: (undoing: Undoing<State, Event>) => Event[],
): DomainEvent[] | null {
  // A stream holds only the events of its own aggregate.
  const events = (log.get(stream) ?? []) as readonly Event[]
  try {
    return inverse(aggregate, events, events.length - 1 - since, undo)
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

test('an undo puts the stream back to where it was before, and undoing that puts it forth again', () => {
  const undoneTypes = new Set<string>()
  fc.assert(
    fc.property(histories, (commands) => {
      const { steps } = play(commands)
      for (const { before, after, now, appends } of steps) {
        for (const { stream, events } of appends) {
          const last = events.at(-1)
          const back = last ? undone(after, stream, now) : null
          // The undo of a copy takes its draft away: copying.property looks at that.
          if (!last || !back || last.type === 'RoundCopied') continue
          // What comes back after its lock time locks.
          if (back.some(({ type }) => type === 'RoundLocked')) continue
          undoneTypes.add(last.type)
          const restored = appended(after, stream, back)
          expect(undone(restored, stream, now, back.length), `${last.type} twice`).toBeNull()
          // What an admin did to a pick is undone with its guess.
          const isPick = last.type === 'PickEntered' || last.type === 'PickEntryWithdrawn'
          const kept = isPick ? [] : events.slice(0, -1)
          const earlier = appended(before, stream, kept)
          expect(stateOf(restored, stream), last.type).toEqual(stateOf(earlier, stream))
          const forth = isPick || back.length === 1 ? undone(restored, stream, now) : null
          if (forth)
            expect(stateOf(appended(restored, stream, forth), stream)).toEqual(stateOf(after, stream))
        }
      }
    }),
    { numRuns: 400, seed: 2027 },
  )
  expect(UNDOABLE.filter((type) => !undoneTypes.has(type))).toEqual([])
})

/** What random histories undo between them. */
const UNDOABLE = [
  'ActivationPlanned',
  'CommissionerChanged',
  'JoinLinkOpened',
  'NotificationsSwitchedOff',
  'NotificationsSwitchedOn',
  'ParticipantAdded',
  'ParticipantRemoved',
  'PickEntered',
  'PickEntryWithdrawn',
  'PlayerDeactivated',
  'PlayerEmailChanged',
  'PlayerRenamed',
  'RemindersChanged',
  'RoundCompleted',
  'RoundDeleted',
  'RoundEmailMessageChanged',
  'RoundRescheduled',
  'RoundRestored',
  'RoundTeamsChanged',
  'RoundUnlocked',
  'RoundWeightSet',
  'SeasonActivated',
  'SeasonDeactivated',
  'SeasonDeleted',
  'SeasonEnded',
  'SeasonNoteChanged',
  'SeasonRenamed',
  'SeasonRestored',
  'SeasonRulesFollowed',
  'SeasonRulesSet',
  'SeasonYearsChanged',
  'SecondFactorRequired',
  'TieBreakQuestionDropped',
  'TieBreakQuestionSet',
]

/** Everything that follows from a stream: of a pick what counts, for its versions only grow; of a deletion not when. */
function stateOf(log: Log, stream: string): unknown {
  const [kind, first, second] = stream.split('-')
  const [id, other] = [Number(first), Number(second)]
  switch (kind) {
    case 'settings':
      return stateIn(log, settings)
    case 'season':
      return withoutTimes(stateIn(log, seasonStream, id))
    case 'player':
      return withoutPast(stateIn(log, player, id))
    default:
      return [picksIn(log, id, other), guessIn(log, id, other)]
  }
}

const withoutTimes = ({ season, rounds }: SeasonAndRounds) => ({
  season: withoutTime(season),
  rounds: new Map([...rounds].map(([id, sport]) => [id, withoutTime(sport)])),
})

// That a team was ever on the list stays known.
function withoutTime(state: object) {
  const { formerTeams: _, ...kept } = { formerTeams: null, ...state }
  return withoutPast({
    ...kept,
    ...('deletedAt' in kept && { deletedAt: kept.deletedAt !== null }),
    ...('cancelled' in kept && { cancelled: kept.cancelled !== null }),
  })
}
