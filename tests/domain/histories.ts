import fc from 'fast-check'
import type { Instant } from '../../domain/event.ts'
import { addPlayer, player } from '../../domain/players/player.ts'
import { Refusal } from '../../domain/refusal.ts'
import { createSeason } from '../../domain/seasons/season.ts'
import { seasonStream } from '../../domain/seasons/season-stream.ts'
import {
  appended,
  type Log,
  noteTime,
  playerIds,
  roundIds,
  seasonIds,
  seasonInLog,
  stateIn,
} from './log-in-memory.ts'
import {
  type Appends,
  activatesRound,
  asksLate,
  asksTieBreak,
  type Command,
  championCommands,
  closingCommands,
  copiesSport,
  createsRound,
  joinCommands,
  leagueCommands,
  opensByItself,
  peopleCommands,
  playCommands,
  roundCommands,
  ruleCommands,
  seasonCommands,
  setsRules,
  submitsPick,
  to,
} from './random-commands.ts'
import { byGuessAlone, instant, roundId, START } from './random-inputs.ts'

const anyCommand = fc.oneof(
  { arbitrary: fc.oneof(...playCommands), weight: 40 },
  { arbitrary: asksLate, weight: 5 },
  { arbitrary: fc.oneof(...roundCommands), weight: 12 },
  { arbitrary: fc.oneof(...seasonCommands), weight: 6 },
  { arbitrary: fc.oneof(...peopleCommands), weight: 8 },
  { arbitrary: fc.oneof(...leagueCommands), weight: 2 },
  { arbitrary: fc.oneof(...championCommands), weight: 1 },
  { arbitrary: fc.oneof(asksTieBreak, ...ruleCommands, ...joinCommands), weight: 4 },
  { arbitrary: fc.oneof(...closingCommands), weight: 3 },
  { arbitrary: fc.oneof(...Object.values(opensByItself(roundId))), weight: 3 },
  { arbitrary: copiesSport, weight: 1 },
)

/** Everybody in every season: without that, most commands would be refused. */
export const everybodyJoins: readonly Command[] = [
  ...playerIds.map(playerJoins),
  ...seasonIds.map(seasonOpens),
]

/** Random commands at random times, most of them sensible. */
export const histories: fc.Arbitrary<Command[]> = fc
  .tuple(fc.tuple(...roundIds.map(sportIsOpened)), fc.array(anyCommand, { maxLength: 120, size: 'max' }))
  .map(([sports, commands]) => [...everybodyJoins, ...sports.flat(), ...commands])

/** Random commands in seasons where many are level and a guess decides. */
export const guessingHistories: fc.Arbitrary<Command[]> = fc
  .tuple(
    fc.tuple(...seasonIds.map((id) => setsRules(fc.constant(id), fc.constant(byGuessAlone)))),
    fc.array(submitsPick, { minLength: 10, maxLength: 20 }),
    histories,
  )
  .map(([rules, picks, commands]) => {
    const opened = everybodyJoins.length + 3 * roundIds.length
    return [...commands.slice(0, opened), ...rules, ...picks, ...commands.slice(opened)]
  })

/** One accepted command: the log before and after it, and when. */
export type Step = { before: Log; command: Command; now: Instant; after: Log; appends: Appends }

/** Runs the commands one after the other. Those that are refused, or change nothing, leave no step. */
export function play(commands: readonly Command[]): { log: Log; steps: Step[] } {
  const steps: Step[] = []
  let log: Log = new Map()
  let ms = START
  for (const command of commands) {
    ms += command.waitMs
    const now = instant(ms)
    const appends = accepted(() => command.attempt(log, now))
    if (appends.length === 0) continue
    for (const { events } of appends) noteTime(events, now)
    const after = appends.reduce((next, { stream, events }) => appended(next, stream, events), log)
    steps.push({ before: log, command, now, after, appends })
    log = after
  }
  return { log, steps }
}

/** What a command adds; nothing when it is refused. Anything else it throws is a bug. */
export function accepted(attempt: () => Appends): Appends {
  try {
    return attempt().filter(({ events }) => events.length > 0)
  } catch (error) {
    if (error instanceof Refusal) return []
    throw error
  }
}

function playerJoins(playerId: number): Command {
  const details = { playerId, name: `Player ${playerId}`, email: `p${playerId}@example.com` }
  return {
    waitMs: 0,
    attempt: (log) => to(player.stream(playerId), addPlayer(stateIn(log, player, playerId), details)),
  }
}

function seasonOpens(seasonId: number): Command {
  const details = {
    seasonId,
    name: `Season ${seasonId}`,
    yearStart: 2027,
    yearEnd: 2027,
    commissioner: null,
    participants: playerIds,
  }
  return {
    waitMs: 0,
    attempt: (log) => to(seasonStream.stream(seasonId), createSeason(seasonInLog(log, seasonId), details)),
  }
}

/** Drafted in one of the seasons, and activated where its lock time allows; some open by themselves. */
function sportIsOpened(roundId: number) {
  const id = fc.constant(roundId)
  return fc.tuple(
    createsRound(id),
    asksTieBreak,
    fc.oneof({ arbitrary: activatesRound(id), weight: 8 }, opensByItself(id).plans),
  )
}
