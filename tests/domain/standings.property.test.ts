import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Instant } from '../../domain/event.ts'
import { pick, submitPick } from '../../domain/picks/pick.ts'
import { presentRound, round } from '../../domain/rounds/round.ts'
import { activateRound, createRound, unlockRound } from '../../domain/rounds/round-decisions.ts'
import { calledNow, renameTeam } from '../../domain/rounds/team-names.ts'
import type { Points } from '../../domain/seasons/points.ts'
import { leagueRules } from '../../domain/seasons/rules.ts'
import type { ScoredRound } from '../../domain/seasons/scoring.ts'
import { presentSeason, reopenSeason } from '../../domain/seasons/season.ts'
import { seasonStream } from '../../domain/seasons/season-stream.ts'
import { graphOf, type SeasonFacts, standings, winnersOf } from '../../domain/seasons/standings.ts'
import { changeSettings, DEFAULT_SETTINGS, settings } from '../../domain/settings/settings.ts'
import { withoutPast } from './given-when-then.ts'
import { everybodyJoins, guessingHistories, histories, play } from './histories.ts'
import {
  activeParticipants,
  appended,
  factsIn,
  type Log,
  picksIn,
  playerIds,
  roundInLog,
  sceneIn,
  seasonIds,
  seasonInLog,
  seasonOfRound,
  stateIn,
} from './log-in-memory.ts'
import { naiveTable } from './naive-count.ts'
import { completionOf, endingOf } from './random-commands.ts'
import { instant, pointsTable, result, TEAMS } from './random-inputs.ts'

describe('the standings of a random history', () => {
  test('are what a naive count over its events gives', () => {
    fc.assert(
      fc.property(fc.oneof(histories, guessingHistories), (commands) => {
        const { log } = play(commands)
        for (const seasonId of seasonIds) {
          expect(totalsAndRanks(factsIn(log, seasonId))).toEqual(naiveTable(log, seasonId))
        }
      }),
      { numRuns: 250 },
    )
  })

  test('have a graph that ends where the table stands, all series of equal length', () => {
    fc.assert(
      fc.property(histories, (commands) => {
        const { log } = play(commands)
        for (const seasonId of seasonIds) {
          const facts = factsIn(log, seasonId)
          const table = totals(facts)
          const completed = facts.rounds.filter(({ scored }) => scored !== null).length
          for (const { playerId, points } of graphOf(facts, standings(facts))) {
            expect(points).toHaveLength(completed)
            expect(points.at(-1)?.points ?? 0).toBe(table.get(playerId))
          }
        }
      }),
      { numRuns: 40 },
    )
  })
})

/** A season scored by hand: some picks, some of them empty, and some sports not completed yet. */
const scoredRound: fc.Arbitrary<ScoredRound> = fc.record({
  pickType: fc.constantFrom('single' as const, 'multiple' as const),
  result,
})
const scoredSeasons: fc.Arbitrary<SeasonFacts> = fc
  .record({
    points: pointsTable,
    names: fc.array(fc.constantFrom('Ann', 'ann', 'Bob', 'Émile', 'Zoe', 'Player 10', 'Player 9'), {
      maxLength: 8,
    }),
    rounds: fc.array(fc.option(scoredRound), { maxLength: 8 }),
    picks: fc.array(fc.option(fc.subarray(TEAMS, { maxLength: 1 }), { freq: 3 }), {
      minLength: 64,
      maxLength: 64,
    }),
  })
  .map(({ points, names, rounds, picks }) => ({
    rules: leagueRules({ points, noPick: 0 }),
    participants: names.map((name, index) => ({ playerId: index + 1, name })),
    rounds: rounds.map((scored, index) => ({ roundId: index + 1, locksAt: '', weight: 1, scored })),
    picksOf: (roundId, playerId) => picks[(roundId - 1) * 8 + playerId - 1] ?? null,
    guessOf: () => null,
    owed: () => true,
  }))

describe('a table', () => {
  test('never depends on the order of the participants or of the sports', () => {
    const shuffled = scoredSeasons.chain((facts) =>
      fc.record({
        facts: fc.constant(facts),
        participants: fc.shuffledSubarray([...facts.participants], { minLength: facts.participants.length }),
        rounds: fc.shuffledSubarray([...facts.rounds], { minLength: facts.rounds.length }),
      }),
    )
    fc.assert(
      fc.property(shuffled, ({ facts, participants, rounds }) => {
        expect(standings({ ...facts, participants, rounds })).toEqual(standings(facts))
      }),
    )
  })

  test('ranks everybody behind exactly those with more points', () => {
    fc.assert(
      fc.property(scoredSeasons, (facts) => {
        const table = standings(facts)
        for (const { rank, totalPoints } of table) {
          expect(rank).toBe(1 + table.filter((other) => other.totalPoints > totalPoints).length)
        }
        expect(winnersOf(table).map(({ playerId }) => playerId)).toEqual(
          table.filter(({ rank }) => rank <= 3).map(({ playerId }) => playerId),
        )
      }),
    )
  })

  test('gives a player who never picked nothing, whatever the points are', () => {
    fc.assert(
      fc.property(scoredSeasons, (facts) => {
        const idle = { ...facts, participants: [...facts.participants, { playerId: 99, name: 'Idle' }] }
        expect(standings(idle).find(({ playerId }) => playerId === 99)).toMatchObject({
          totalPoints: 0,
          scores: new Map(),
        })
      }),
    )
  })

  test('follows the points in proportion, and keeps every place', () => {
    fc.assert(
      fc.property(scoredSeasons, fc.integer({ min: 0, max: 5 }), (facts, factor) => {
        const scaled = leagueRules({
          points: mapPoints(facts.rules.points, (value) => value * factor),
          noPick: 0,
        })
        const before = totals(facts)
        for (const [playerId, total] of totals({ ...facts, rules: scaled })) {
          expect(total).toBe((before.get(playerId) ?? 0) * factor)
        }
        expect(places({ ...facts, rules: scaled })).toEqual(places(facts))
      }),
    )
  })
})

describe('a change of the points', () => {
  test('re-scores every season that is not ended, as the naive count says, and no ended one', () => {
    fc.assert(
      fc.property(histories, pointsTable, (commands, points) => {
        const { log } = play(commands)
        const changed = withPoints(log, points)
        for (const seasonId of seasonIds) {
          const ended = seasonInLog(log, seasonId).status === 'ended'
          expect(totalsAndRanks(factsIn(changed, seasonId))).toEqual(naiveTable(changed, seasonId))
          if (ended) expect(standings(factsIn(changed, seasonId))).toEqual(standings(factsIn(log, seasonId)))
        }
      }),
      { numRuns: 80 },
    )
  })
})

describe('ending a season', () => {
  test('again after reopening it without changes gives the same winners', () => {
    fc.assert(
      fc.property(histories, pointsTable, (commands, points) => {
        const played = play(commands).log
        for (const seasonId of seasonIds) {
          const log = readyToEnd(played, seasonId)
          if (log === null) continue
          const once = ended(log, seasonId)
          const twice = ended(reopened(once, seasonId), seasonId)
          expect(winners(twice, seasonId)).toEqual(winners(once, seasonId))

          const keptPoints = withPoints(once, points)
          expect(winnersOf(standings(factsIn(keptPoints, seasonId)))).toEqual(winners(once, seasonId))
          const rescored = ended(reopened(keptPoints, seasonId), seasonId)
          expect(winners(rescored, seasonId)).toEqual(
            winnersOf(standings(factsIn(reopened(keptPoints, seasonId), seasonId))),
          )
        }
      }),
      { numRuns: 80 },
    )
  })
})

describe('completing a sport', () => {
  const LOCK_TIME = instant(Date.parse('2027-03-14T18:00:00.000Z'))
  const BEFORE = instant(Date.parse(LOCK_TIME) - 1)

  test('unlocking it and completing it with another champion is as if it had been completed once', () => {
    const picks = fc.tuple(...playerIds.map(() => fc.option(fc.constantFrom(...TEAMS))))
    const pickType = fc.constantFrom('single' as const, 'multiple' as const)
    fc.assert(
      fc.property(pickType, picks, result, result, (kind, chosen, mistaken, final) => {
        const locked = playedUntilTheLock(kind, chosen)
        const toPickers = (given: typeof final) => ({
          ...given,
          placements: given.placements.filter(({ playerId }) => picksIn(locked, 1, playerId) !== null),
        })
        const once = completedAs(locked, toPickers(final))
        const corrected = completedAs(unlocked(completedAs(locked, toPickers(mistaken))), toPickers(final))

        expect(withoutPast(roundInLog(corrected, 1))).toEqual(withoutPast(roundInLog(once, 1)))
        expect(standings(factsIn(corrected, 1))).toEqual(standings(factsIn(once, 1)))
        expect(new Set(totals(factsIn(unlocked(once), 1)).values())).toEqual(new Set([0]))
      }),
    )
  })

  test('after all of its teams were renamed scores as before, picks and places by their new names', () => {
    const picks = fc.tuple(...playerIds.map(() => fc.option(fc.constantFrom(...TEAMS))))
    const times = fc.constantFrom(1, 2)
    fc.assert(
      fc.property(picks, result, times, (chosen, outcome, times) => {
        const once = completedAs(playedUntilTheLock('single', chosen), outcome)
        let renamed = unlocked(once)
        for (const team of Array.from({ length: times }, () => TEAMS).flat())
          renamed = withNewName(renamed, team)
        const again = completedAs(renamed, outcome)

        expect(standings(factsIn(again, 1))).toEqual(standings(factsIn(once, 1)))
        for (const id of playerIds) {
          const before = picksIn(once, 1, id)
          expect(picksIn(again, 1, id)).toEqual(before?.map((team) => 'New '.repeat(times) + team) ?? null)
        }
      }),
    )
  })

  /** Sent by what it was called at first, however often it was renamed since. */
  function withNewName(log: Log, from: string): Log {
    const current = presentRound(roundInLog(log, 1))
    const to = `New ${calledNow(current, from)}`
    return appended(
      log,
      seasonStream.stream(1),
      renameTeam(current, seasonOfRound(log, 1), { from, to }, 'They moved'),
    )
  }

  /** One season, one sport, and whoever picked did so in time. */
  function playedUntilTheLock(pickType: 'single' | 'multiple', chosen: readonly (string | null)[]): Log {
    const started = play(everybodyJoins).log
    const details = {
      roundId: 1,
      seasonId: 1,
      sportName: 'Football',
      pickType,
      picksMax: 1,
      emailMessage: null,
      locksAt: LOCK_TIME,
      timeZone: 'UTC',
      teams: pickType === 'single' ? TEAMS : [],
    }
    const created = createRound(round.initial, seasonInLog(started, 1), details)
    const drafted = appended(started, seasonStream.stream(1), created)
    const activated = activateRound(
      roundInLog(drafted, 1),
      seasonOfRound(drafted, 1),
      activeParticipants(drafted, 1),
      BEFORE,
    )
    const active = appended(drafted, seasonStream.stream(1), activated)
    return playerIds.reduce((log, playerId, index) => {
      const value = chosen[index]
      if (!value) return log
      const events = submitPick(pick.initial, sceneIn(log, 1, playerId), [value], BEFORE)
      return appended(log, pick.stream(1, playerId), events)
    }, active)
  }

  const completedAs = (log: Log, outcome: Parameters<typeof completionOf>[2]) =>
    appended(log, seasonStream.stream(1), completionOf(log, 1, outcome, LOCK_TIME))
  const unlocked = (log: Log) =>
    appended(log, seasonStream.stream(1), unlockRound(roundInLog(log, 1), seasonOfRound(log, 1)))
})

const totalsAndRanks = (facts: SeasonFacts) =>
  new Map(standings(facts).map(({ playerId, totalPoints: total, rank }) => [playerId, { total, rank }]))

const totals = (facts: SeasonFacts) =>
  new Map(standings(facts).map(({ playerId, totalPoints }) => [playerId, totalPoints]))

const places = (facts: SeasonFacts) =>
  new Map(
    standings(facts).map(({ playerId, scores }) => [
      playerId,
      [...scores].map(([roundId, { place }]) => `${roundId} ${place}`),
    ]),
  )

const mapPoints = (points: Points, change: (value: number) => number): Points => ({
  first: change(points.first),
  second: change(points.second),
  third: change(points.third),
  fourth: change(points.fourth),
  fifth: change(points.fifth),
  sixthPlus: change(points.sixthPlus),
})

function withPoints(log: Log, points: Points): Log {
  const { notificationsOn: _, ...form } = { ...DEFAULT_SETTINGS, points }
  return appended(log, settings.stream(), changeSettings(stateIn(log, settings), form))
}

/** The season with only its completed sports, where it is there to be ended. */
function readyToEnd(log: Log, seasonId: number): Log | null {
  const state = seasonInLog(log, seasonId)
  if (state.status !== 'open' || state.deletedAt !== null) return null
  const stream = seasonStream.stream(seasonId)
  const completed = (log.get(stream) ?? []).filter(
    ({ data }) => !('roundId' in data) || roundInLog(log, data.roundId).status === 'completed',
  )
  return new Map(log).set(stream, completed)
}

const NOW: Instant = '2027-12-31T00:00:00.000Z'
const ended = (log: Log, seasonId: number) =>
  appended(log, seasonStream.stream(seasonId), endingOf(log, seasonId, NOW))
const reopened = (log: Log, seasonId: number) =>
  appended(log, seasonStream.stream(seasonId), reopenSeason(seasonInLog(log, seasonId)))

function winners(log: Log, seasonId: number) {
  const state = presentSeason(seasonInLog(log, seasonId))
  return state.status === 'ended' ? state.winners : expect.unreachable('the season has not ended')
}
