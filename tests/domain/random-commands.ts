import fc from 'fast-check'
import { addAdmin, admin, changeAdminEmail, completeSetup, removeAdmin, renameAdmin } from '#domain/admin'
import { admins, changeAdminAddress, delistAdmin, enlistAdmin, enlistFirstAdmin } from '#domain/admins'
import type { DomainEvent } from '#domain/domain-event'
import type { Instant } from '#domain/event'
import { chooseDefaultSeason, clearDefaultSeason, league } from '#domain/league'
import { enterPick, pick, submitPick, withdrawPickEntry } from '#domain/pick'
import {
  addPlayer,
  deactivatePlayer,
  declineReminders,
  editPlayer,
  player,
  reactivatePlayer,
  removePlayer,
  welcomeReminders,
} from '#domain/player'
import { type AutomaticReminder, dueReminders, type ReminderTimes } from '#domain/reminders'
import { type RoundResult, round } from '#domain/round'
import {
  activateRound,
  completeRound,
  createRound,
  deleteRound,
  lockRoundByHand,
  lockRoundOnTime,
  purgeRound,
  remindOnTime,
  restoreRound,
  unlockRound,
} from '#domain/round-decisions'
import { editRound } from '#domain/round-editing'
import { NOBODY_PLACED } from '#domain/round-result'
import {
  activateSeason,
  addParticipants,
  createSeason,
  deactivateSeason,
  deleteSeason,
  editSeason,
  endSeason,
  purgeSeason,
  removeParticipant,
  reopenSeason,
  restoreSeason,
  season,
} from '#domain/season'
import { changeSettings, requireSecondFactor, settings, switchNotifications } from '#domain/settings'
import { standings, winnersOf } from '#domain/standings'
import {
  activeParticipants,
  factsIn,
  hasPicks,
  type Log,
  pickedTeams,
  playerIds,
  playersWithPick,
  sceneIn,
  seasonOfRound,
  stateIn,
  unfinishedIn,
} from './log-in-memory.ts'
import {
  addressKey,
  adminId,
  email,
  HOUR_MS,
  instant,
  name,
  picks,
  playerId,
  result,
  roundDetails,
  roundId,
  START,
  seasonDetails,
  seasonId,
  settingsForm,
} from './random-inputs.ts'

/** What a command would add to the log, stream by stream. */
export type Appends = { stream: string; events: DomainEvent[] }[]

export type Command = {
  /** How long after the one before it. */
  waitMs: number
  attempt: (log: Log, now: Instant) => Appends
}

const waitMs = fc.oneof(
  { arbitrary: fc.constant(0), weight: 4 },
  { arbitrary: fc.constant(1), weight: 1 },
  { arbitrary: fc.integer({ min: 1, max: 8 }).map((hours) => hours * HOUR_MS), weight: 3 },
)

/** A kind of command, made from random input. A counterexample shows its name and input. */
function command<Input>(
  called: string,
  input: fc.Arbitrary<Input>,
  attempt: (log: Log, input: Input, now: Instant) => Appends,
): fc.Arbitrary<Command> {
  return fc.tuple(waitMs, input).map(([wait, values]) => ({
    waitMs: wait,
    attempt: (log, now) => attempt(log, values, now),
    [fc.toStringMethod]: () => `after ${wait} ms ${called}(${fc.stringify(values)})`,
  }))
}

export const to = (stream: string, events: DomainEvent[]): Appends => [{ stream, events }]

export const peopleCommands = [
  command('addPlayer', fc.record({ playerId, name, email: fc.option(email) }), (log, details) =>
    to(player.stream(details.playerId), addPlayer(stateIn(log, player, details.playerId), details)),
  ),
  command(
    'editPlayer',
    fc.record({ playerId, name, email: fc.option(email) }),
    (log, { playerId, ...next }) =>
      to(player.stream(playerId), editPlayer(stateIn(log, player, playerId), next)),
  ),
  command('deactivatePlayer', playerId, (log, id) =>
    to(player.stream(id), deactivatePlayer(stateIn(log, player, id))),
  ),
  command('declineReminders', playerId, (log, id) =>
    to(player.stream(id), declineReminders(stateIn(log, player, id))),
  ),
  command('welcomeReminders', playerId, (log, id) =>
    to(player.stream(id), welcomeReminders(stateIn(log, player, id))),
  ),
  command('reactivatePlayer', playerId, (log, id) =>
    to(player.stream(id), reactivatePlayer(stateIn(log, player, id))),
  ),
  command('removePlayer', playerId, (log, id) =>
    to(player.stream(id), removePlayer(stateIn(log, player, id), hasPicks(log, id))),
  ),
  command('addAdmin', fc.record({ adminId, name, email, isMain: fc.boolean() }), (log, added) =>
    to(admin.stream(added.adminId), addAdmin(stateIn(log, admin, added.adminId), added)),
  ),
  command('completeSetup', fc.record({ adminId, name, email }), (log, { adminId, ...next }) =>
    to(admin.stream(adminId), completeSetup(stateIn(log, admin, adminId), next)),
  ),
  command('renameAdmin', fc.record({ adminId, name }), (log, { adminId, name }) =>
    to(admin.stream(adminId), renameAdmin(stateIn(log, admin, adminId), name)),
  ),
  command('changeAdminEmail', fc.record({ adminId, email }), (log, { adminId, email }) =>
    to(admin.stream(adminId), changeAdminEmail(stateIn(log, admin, adminId), email)),
  ),
  command('removeAdmin', adminId, (log, id) => to(admin.stream(id), removeAdmin(stateIn(log, admin, id)))),
  command('enlistFirstAdmin', fc.record({ adminId, addressKey }), (log, { adminId, addressKey }) =>
    to(admins.stream(), enlistFirstAdmin(stateIn(log, admins), adminId, addressKey)),
  ),
  command('enlistAdmin', fc.record({ adminId, addressKey }), (log, { adminId, addressKey }) =>
    to(admins.stream(), enlistAdmin(stateIn(log, admins), adminId, addressKey)),
  ),
  command('changeAdminAddress', fc.record({ adminId, addressKey }), (log, { adminId, addressKey }) =>
    to(admins.stream(), changeAdminAddress(stateIn(log, admins), adminId, addressKey)),
  ),
  command('delistAdmin', adminId, (log, id) => to(admins.stream(), delistAdmin(stateIn(log, admins), id))),
]

export const leagueCommands = [
  command('changeSettings', settingsForm, (log, next) =>
    to(settings.stream(), changeSettings(stateIn(log, settings), next)),
  ),
  command('requireSecondFactor', fc.boolean(), (log, required) =>
    to(settings.stream(), requireSecondFactor(stateIn(log, settings), required)),
  ),
  command('switchNotifications', fc.boolean(), (log, on) =>
    to(settings.stream(), switchNotifications(stateIn(log, settings), on)),
  ),
  command('chooseDefaultSeason', seasonId, (log, id) =>
    to(league.stream(), chooseDefaultSeason(stateIn(log, league), id)),
  ),
  command('clearDefaultSeason', seasonId, (log, id) =>
    to(league.stream(), clearDefaultSeason(stateIn(log, league), id)),
  ),
]

export const seasonCommands = [
  command(
    'createSeason',
    fc.record({ seasonId, ...seasonDetails, participants: fc.subarray(playerIds) }),
    (log, details) =>
      to(season.stream(details.seasonId), createSeason(stateIn(log, season, details.seasonId), details)),
  ),
  command('editSeason', fc.record({ seasonId, ...seasonDetails }), (log, { seasonId, ...next }) =>
    to(season.stream(seasonId), editSeason(stateIn(log, season, seasonId), next)),
  ),
  command('activateSeason', seasonId, (log, id) =>
    to(season.stream(id), activateSeason(stateIn(log, season, id))),
  ),
  command(
    'addParticipants',
    fc.record({ seasonId, added: fc.subarray(playerIds) }),
    (log, { seasonId, added }) =>
      to(season.stream(seasonId), addParticipants(stateIn(log, season, seasonId), added)),
  ),
  command('removeParticipant', fc.record({ seasonId, playerId }), (log, { seasonId, playerId }) =>
    to(season.stream(seasonId), removeParticipant(stateIn(log, season, seasonId), playerId)),
  ),
  command('endSeason', seasonId, (log, id, now) => to(season.stream(id), endingOf(log, id, now))),
  command('reopenSeason', seasonId, (log, id) =>
    to(season.stream(id), reopenSeason(stateIn(log, season, id))),
  ),
  command('restoreSeason', seasonId, (log, id) =>
    to(season.stream(id), restoreSeason(stateIn(log, season, id))),
  ),
]

/** Rare, because they bring the game to a stand. */
export const closingCommands = [
  command('deactivateSeason', seasonId, (log, id) =>
    to(season.stream(id), deactivateSeason(stateIn(log, season, id))),
  ),
  command('deleteSeason', seasonId, (log, id, now) =>
    to(season.stream(id), deleteSeason(stateIn(log, season, id), now)),
  ),
  command('purgeSeason', seasonId, (log, id) => to(season.stream(id), purgeSeason(stateIn(log, season, id)))),
  command('deleteRound', roundId, (log, id, now) =>
    to(round.stream(id), deleteRound(stateIn(log, round, id), seasonOfRound(log, id), now)),
  ),
  command('purgeRound', roundId, (log, id) => to(round.stream(id), purgeRound(stateIn(log, round, id)))),
]

export const roundCommands = [
  createsRound(roundId),
  command(
    'editRound',
    fc.record({ roundId, change: roundDetails, keepsKind: fc.boolean() }),
    (log, { roundId, change, keepsKind }, now) => {
      const state = stateIn(log, round, roundId)
      const kind =
        keepsKind && 'pickType' in state
          ? { pickType: state.pickType, picksMax: state.picksMax, teams: state.teams }
          : {}
      const at = { now, pickedTeams: pickedTeams(log, roundId) }
      return to(
        round.stream(roundId),
        editRound(state, seasonOfRound(log, roundId), { ...change, ...kind }, at),
      )
    },
  ),
  command('lockRoundByHand', roundId, (log, id, now) =>
    to(round.stream(id), lockRoundByHand(stateIn(log, round, id), now)),
  ),
  command('lockRoundOnTime', roundId, (log, id, now) =>
    to(round.stream(id), lockRoundOnTime(stateIn(log, round, id), now)),
  ),
  command('unlockRound', roundId, (log, id) =>
    to(round.stream(id), unlockRound(stateIn(log, round, id), seasonOfRound(log, id))),
  ),
  command('restoreRound', roundId, (log, id) =>
    to(round.stream(id), restoreRound(stateIn(log, round, id), seasonOfRound(log, id))),
  ),
  command(
    'remindOnTime',
    fc.record({
      roundId,
      kind: fc.constantFrom('daily' as const, 'first' as const, 'final' as const),
      recipients: fc.subarray(playerIds),
    }),
    remind,
  ),
  command('pickRacingALockByHand', fc.record({ roundId, playerId, picks }), racePickWithLock),
]

export const playCommands = [
  activatesRound(roundId),
  command(
    'submitPick',
    fc.record({ roundId, playerId, picks, delayMs: fc.constantFrom(0, 0, 1, 2_000) }),
    (log, { roundId, playerId, picks, delayMs }, now) =>
      to(
        pick.stream(roundId, playerId),
        submitPick(
          stateIn(log, pick, roundId, playerId),
          sceneIn(log, roundId, playerId),
          picks,
          instant(Date.parse(now) - delayMs),
        ),
      ),
  ),
  command('enterPick', fc.record({ roundId, playerId, picks }), (log, { roundId, playerId, picks }, now) =>
    to(
      pick.stream(roundId, playerId),
      enterPick(stateIn(log, pick, roundId, playerId), sceneIn(log, roundId, playerId), picks, now),
    ),
  ),
  command('withdrawPickEntry', fc.record({ roundId, playerId }), (log, { roundId, playerId }, now) =>
    to(
      pick.stream(roundId, playerId),
      withdrawPickEntry(stateIn(log, pick, roundId, playerId), sceneIn(log, roundId, playerId), now),
    ),
  ),
  command(
    'completeRound',
    fc.record({ roundId, result, placesPickersOnly: fc.boolean() }),
    (log, { roundId, result, placesPickersOnly }, now) => {
      const picked = playersWithPick(log, roundId)
      const placements = result.placements.filter(
        ({ playerId }) => !placesPickersOnly || picked.has(playerId),
      )
      return to(round.stream(roundId), completionOf(log, roundId, { ...result, placements }, now))
    },
  ),
]

/** What the scheduler does when one kind of reminder is due. */
function remind(
  log: Log,
  { roundId, kind, recipients }: { roundId: number; kind: AutomaticReminder; recipients: number[] },
  now: Instant,
): Appends {
  const state = stateIn(log, round, roundId)
  if (!('locksAt' in state)) return []
  const date = now.slice(0, 10)
  const longAgo = instant(START - HOUR_MS)
  const times: ReminderTimes = {
    settings: stateIn(log, settings).reminders,
    locksAt: state.locksAt,
    today: { date, instant: `${date}T00:00:00.000Z` },
    armedAt: { daily: longAgo, beforeLock: longAgo },
  }
  const due = dueReminders(state.reminders, times, now).find((one) => one.kind === kind)
  if (!due) return []
  const inSeason = seasonOfRound(log, roundId)
  return to(round.stream(roundId), remindOnTime(state, inSeason, due, { times, recipients, now }))
}

/** Lock Now and a pick, each decided before it could see the other. */
function racePickWithLock(
  log: Log,
  { roundId, playerId, picks }: { roundId: number; playerId: number; picks: string[] },
  now: Instant,
): Appends {
  const locking = lockRoundByHand(stateIn(log, round, roundId), now)
  const picking = submitPick(
    stateIn(log, pick, roundId, playerId),
    sceneIn(log, roundId, playerId),
    picks,
    now,
  )
  return [
    { stream: round.stream(roundId), events: locking },
    { stream: pick.stream(roundId, playerId), events: picking },
  ]
}

export function completionOf(log: Log, roundId: number, outcome: RoundResult, now: Instant) {
  const picked = playersWithPick(log, roundId)
  return completeRound(stateIn(log, round, roundId), seasonOfRound(log, roundId), outcome, {
    now,
    ...NOBODY_PLACED,
    picked,
  })
}

export function endingOf(log: Log, seasonId: number, now: Instant) {
  const facts = factsIn(log, seasonId)
  return endSeason(stateIn(log, season, seasonId), {
    unfinishedRounds: unfinishedIn(log, seasonId, now),
    points: facts.points,
    winners: winnersOf(standings(facts)),
    now,
  })
}

export function createsRound(roundId: fc.Arbitrary<number>) {
  return command(
    'createRound',
    fc.record({ roundId, seasonId, details: roundDetails }),
    (log, { roundId, seasonId, details }) =>
      to(
        round.stream(roundId),
        createRound(stateIn(log, round, roundId), stateIn(log, season, seasonId), {
          ...details,
          roundId,
          seasonId,
        }),
      ),
  )
}

export function activatesRound(roundId: fc.Arbitrary<number>) {
  return command('activateRound', roundId, (log, id, now) =>
    to(
      round.stream(id),
      activateRound(stateIn(log, round, id), seasonOfRound(log, id), activeParticipants(log, id), now),
    ),
  )
}
