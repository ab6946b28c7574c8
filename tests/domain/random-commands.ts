import fc from 'fast-check'
import {
  addAdmin,
  admin,
  changeAdminEmail,
  completeSetup,
  removeAdmin,
  renameAdmin,
} from '../../domain/admins/admin.ts'
import {
  admins,
  changeAdminAddress,
  delistAdmin,
  enlistAdmin,
  enlistFirstAdmin,
} from '../../domain/admins/admins.ts'
import { champion, correctChampion, recordChampion, removeChampion } from '../../domain/champions/champion.ts'
import type { DomainEvent } from '../../domain/domain-event.ts'
import type { Instant } from '../../domain/event.ts'
import { PLAYER_TOPICS } from '../../domain/mail-topics.ts'
import { askLate } from '../../domain/picks/late-request.ts'
import { clearPick, enterPick, pick, submitPick } from '../../domain/picks/pick.ts'
import {
  addPlayer,
  deactivatePlayer,
  declineMail,
  editPlayer,
  player,
  reactivatePlayer,
  removePlayer,
  welcomeMail,
} from '../../domain/players/player.ts'
import { notices, remindOnTime } from '../../domain/rounds/asking.ts'
import { cancelRound, reinstateRound } from '../../domain/rounds/cancelling.ts'
import { type AutomaticReminder, dueReminders, type ReminderTimes } from '../../domain/rounds/reminders.ts'
import { type RoundEvent, type RoundResult, round } from '../../domain/rounds/round.ts'
import {
  activateRound,
  completeRound,
  createRound,
  deleteRound,
  lockRound,
  lockRoundOnTime,
  purgeRound,
  restoreRound,
  unlockRound,
} from '../../domain/rounds/round-decisions.ts'
import { editRound, setWeight } from '../../domain/rounds/round-editing.ts'
import { activateOnTime, planActivation, unplanActivation } from '../../domain/rounds/round-opening.ts'
import { NOBODY_PLACED } from '../../domain/rounds/round-result.ts'
import { renameTeam } from '../../domain/rounds/team-names.ts'
import { askTieBreak, dropTieBreak } from '../../domain/rounds/tie-break-question.ts'
import { copySports, planCopies } from '../../domain/seasons/copying.ts'
import { closeJoinLink, openJoinLink } from '../../domain/seasons/join-link.ts'
import type { Shift } from '../../domain/seasons/lock-shift.ts'
import type { SeasonRules } from '../../domain/seasons/rules.ts'
import { sealPicks, unsealPicks } from '../../domain/seasons/sealing.ts'
import {
  activateSeason,
  addParticipants,
  changeNote,
  createSeason,
  deactivateSeason,
  deleteSeason,
  editSeason,
  endSeason,
  followLeague,
  purgeSeason,
  removeParticipant,
  reopenSeason,
  restoreSeason,
  setRules,
} from '../../domain/seasons/season.ts'
import { hasLocked, seasonStream } from '../../domain/seasons/season-stream.ts'
import { standings, winnersOf } from '../../domain/seasons/standings.ts'
import {
  chooseDefaultSeason,
  clearDefaultSeason,
  league,
  recordExport,
} from '../../domain/settings/league.ts'
import {
  changeSettings,
  requireSecondFactor,
  settings,
  switchNotifications,
} from '../../domain/settings/settings.ts'
import { nextShown, wallClock } from '../../platform/time/time-zone.ts'
import {
  activeParticipants,
  factsIn,
  hasPicks,
  type Log,
  pickedTeams,
  playerIds,
  playersWithPick,
  roundInLog,
  sceneIn,
  seasonIdOf,
  seasonInLog,
  seasonOfRound,
  siblingsOf,
  stateIn,
  streamOfRound,
  unfinishedIn,
} from './log-in-memory.ts'
import {
  addressKey,
  adminId,
  championId,
  email,
  guess,
  HOUR_MS,
  instant,
  NEW_NAMES,
  name,
  picks,
  playerId,
  result,
  roundDetails,
  roundId,
  rules,
  START,
  seasonDetails,
  seasonId,
  settingsForm,
  TEAMS,
  tieBreakQuestion,
} from './random-inputs.ts'

/** What a command would add to the log, stream by stream. */
export type Appends = { stream: string; events: DomainEvent[] }[]

export type Command = {
  /** How long after the one before it. */
  waitMs: number
  attempt: (log: Log, now: Instant) => Appends
}

const topic = fc.constantFrom(...PLAYER_TOPICS)
const reason = fc.constantFrom('Agreed at dinner', null)

const frozenIn = (log: Log, seasonId: number, why: string | null) => ({
  isFrozen: hasLocked(stateIn(log, seasonStream, seasonId)),
  reason: why,
})

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
    fc.record({ playerId, name, email: fc.option(email), keepsEmail: fc.boolean() }),
    (log, { playerId, keepsEmail, name, email }) => {
      const state = stateIn(log, player, playerId)
      const kept = keepsEmail && 'email' in state ? state.email : email
      return to(player.stream(playerId), editPlayer(state, { name, email: kept }))
    },
  ),
  command('deactivatePlayer', playerId, (log, id) =>
    to(player.stream(id), deactivatePlayer(stateIn(log, player, id))),
  ),
  command('declineMail', fc.tuple(playerId, topic), (log, [id, about]) =>
    to(player.stream(id), declineMail(stateIn(log, player, id), about)),
  ),
  command('welcomeMail', fc.tuple(playerId, topic), (log, [id, about]) =>
    to(player.stream(id), welcomeMail(stateIn(log, player, id), about)),
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

const championDetails = fc.record({
  name: fc.option(name),
  playerId: fc.option(playerId),
  endYear: fc.constantFrom(1998, 1999),
  note: fc.constantFrom(null, 'A trophy'),
})
const NOBODY_ELSE = { honoured: [], nameOf: String }

export const championCommands = [
  command('recordChampion', fc.tuple(championId, championDetails), (log, [id, details]) =>
    to(champion.stream(id), recordChampion(stateIn(log, champion, id), id, details, NOBODY_ELSE)),
  ),
  command('correctChampion', fc.tuple(championId, championDetails), (log, [id, details]) =>
    to(champion.stream(id), correctChampion(stateIn(log, champion, id), details, NOBODY_ELSE)),
  ),
  command('removeChampion', championId, (log, id) =>
    to(champion.stream(id), removeChampion(stateIn(log, champion, id))),
  ),
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
  command('recordExport', fc.boolean(), (_, personalData) => to(league.stream(), recordExport(personalData))),
]

export const seasonCommands = [
  command(
    'createSeason',
    fc.record({ seasonId, ...seasonDetails, participants: fc.subarray(playerIds) }),
    (log, details) =>
      to(seasonStream.stream(details.seasonId), createSeason(seasonInLog(log, details.seasonId), details)),
  ),
  command('editSeason', fc.record({ seasonId, ...seasonDetails }), (log, { seasonId, ...next }) =>
    to(seasonStream.stream(seasonId), editSeason(seasonInLog(log, seasonId), next)),
  ),
  command('activateSeason', seasonId, (log, id) =>
    to(seasonStream.stream(id), activateSeason(seasonInLog(log, id))),
  ),
  command(
    'addParticipants',
    fc.record({ seasonId, added: fc.subarray(playerIds) }),
    (log, { seasonId, added }) =>
      to(seasonStream.stream(seasonId), addParticipants(seasonInLog(log, seasonId), added)),
  ),
  command('removeParticipant', fc.record({ seasonId, playerId }), (log, { seasonId, playerId }) =>
    to(seasonStream.stream(seasonId), removeParticipant(seasonInLog(log, seasonId), playerId)),
  ),
  command('endSeason', seasonId, (log, id, now) => to(seasonStream.stream(id), endingOf(log, id, now))),
  command('reopenSeason', seasonId, (log, id) =>
    to(seasonStream.stream(id), reopenSeason(seasonInLog(log, id))),
  ),
  command('sealPicks', seasonId, (log, id) => to(seasonStream.stream(id), sealPicks(seasonInLog(log, id)))),
  command('unsealPicks', fc.record({ seasonId, reason }), (log, { seasonId, reason }, now) =>
    to(seasonStream.stream(seasonId), unsealPicks(stateIn(log, seasonStream, seasonId), { reason, now })),
  ),
  command('restoreSeason', seasonId, (log, id) =>
    to(seasonStream.stream(id), restoreSeason(seasonInLog(log, id))),
  ),
]

const LAST_DAY = '2027-12-31T12:00:00.000Z'

export const joinCommands = [
  command(
    'openJoinLink',
    fc.record({ seasonId, approval: fc.constantFrom('ask', 'open'), until: fc.constantFrom(null, LAST_DAY) }),
    (log, { seasonId, ...terms }, now) =>
      to(seasonStream.stream(seasonId), openJoinLink(seasonInLog(log, seasonId), terms, now)),
  ),
  command('closeJoinLink', seasonId, (log, id) =>
    to(seasonStream.stream(id), closeJoinLink(seasonInLog(log, id))),
  ),
]

/** Under an id that nothing else takes. */
export const copiesSport = command(
  'copySport',
  fc.record({ roundId, into: seasonId, shift: fc.constantFrom<Shift[]>('weekday', 'date', 'keep') }),
  (log, { roundId, into, shift }, now) => {
    if (seasonIdOf(log, COPY_ID) !== null) return []
    const source = stateIn(log, seasonStream, seasonIdOf(log, roundId) ?? 0)
    const target = stateIn(log, seasonStream, into)
    const wishes = { roundIds: [roundId], shift, lockTimes: new Map(), opensDaysBefore: 1 }
    const at = { now, zones: { wallClock, nextShown } }
    const { copies } = planCopies(source, target, wishes, at)
    return to(seasonStream.stream(into), copySports(target, copies, [COPY_ID]))
  },
)

const COPY_ID = 90

/** What the standings follow from besides picks and results. */
export const setsRules = (seasonId: fc.Arbitrary<number>, rules: fc.Arbitrary<SeasonRules>) =>
  command('setRules', fc.record({ seasonId, rules, reason }), (log, { seasonId, rules, reason }) =>
    to(
      seasonStream.stream(seasonId),
      setRules(seasonInLog(log, seasonId), rules, frozenIn(log, seasonId, reason)),
    ),
  )

export const ruleCommands = [
  command('dropTieBreak', roundId, (log, id) =>
    to(streamOfRound(log, id), dropTieBreak(roundInLog(log, id), seasonOfRound(log, id))),
  ),
  setsRules(seasonId, rules),
  command('followLeague', fc.record({ seasonId, reason }), (log, { seasonId, reason }) =>
    to(
      seasonStream.stream(seasonId),
      followLeague(seasonInLog(log, seasonId), frozenIn(log, seasonId, reason)),
    ),
  ),
  command(
    'changeNote',
    fc.record({ seasonId, note: fc.constantFrom(null, 'Cake') }),
    (log, { seasonId, note }) =>
      to(seasonStream.stream(seasonId), changeNote(seasonInLog(log, seasonId), note)),
  ),
  command(
    'setWeight',
    fc.record({ roundId, weight: fc.integer({ min: 1, max: 5 }), reason }),
    (log, { roundId, weight, reason }) => {
      const frozen = frozenIn(log, seasonIdOf(log, roundId) ?? 0, reason)
      return to(
        streamOfRound(log, roundId),
        setWeight(roundInLog(log, roundId), seasonOfRound(log, roundId), weight, frozen),
      )
    },
  ),
]

export const asksTieBreak = command(
  'askTieBreak',
  fc.record({ roundId, asked: tieBreakQuestion }),
  (log, { roundId, asked }, now) => {
    const inSeason = { season: seasonOfRound(log, roundId), rounds: siblingsOf(log, roundId), now }
    return to(streamOfRound(log, roundId), askTieBreak(roundInLog(log, roundId), asked, inSeason))
  },
)

/** Rare, because they bring the game to a stand. */
export const closingCommands = [
  command('deactivateSeason', seasonId, (log, id) =>
    to(seasonStream.stream(id), deactivateSeason(seasonInLog(log, id))),
  ),
  command('deleteSeason', seasonId, (log, id, now) =>
    to(seasonStream.stream(id), deleteSeason(seasonInLog(log, id), now)),
  ),
  command('purgeSeason', seasonId, (log, id) =>
    to(seasonStream.stream(id), purgeSeason(seasonInLog(log, id))),
  ),
  command('deleteRound', roundId, (log, id, now) =>
    to(streamOfRound(log, id), deleteRound(roundInLog(log, id), seasonOfRound(log, id), now)),
  ),
  command('purgeRound', roundId, (log, id) => to(streamOfRound(log, id), purgeRound(roundInLog(log, id)))),
]

export const roundCommands = [
  createsRound(roundId),
  command(
    'editRound',
    fc.record({ roundId, change: roundDetails, keepsKind: fc.boolean() }),
    (log, { roundId, change, keepsKind }, now) => {
      const state = roundInLog(log, roundId)
      const kind =
        keepsKind && 'pickType' in state
          ? { pickType: state.pickType, picksMax: state.picksMax, teams: state.teams }
          : {}
      const at = { now, pickedTeams: pickedTeams(log, roundId) }
      return to(
        streamOfRound(log, roundId),
        editRound(state, seasonOfRound(log, roundId), { ...change, ...kind }, at),
      )
    },
  ),
  command(
    'renameTeam',
    fc.record({ roundId, from: fc.constantFrom(...TEAMS), to: fc.constantFrom(...NEW_NAMES), reason }),
    (log, { roundId, from, to: name, reason }) =>
      to(
        streamOfRound(log, roundId),
        renameTeam(roundInLog(log, roundId), seasonOfRound(log, roundId), { from, to: name }, reason),
      ),
  ),
  command('lockRound', roundId, (log, id, now) =>
    to(streamOfRound(log, id), lockRound(roundInLog(log, id), seasonOfRound(log, id), now)),
  ),
  command('lockRoundOnTime', roundId, (log, id, now) =>
    to(streamOfRound(log, id), lockRoundOnTime(roundInLog(log, id), now)),
  ),
  command('unlockRound', roundId, (log, id) =>
    to(streamOfRound(log, id), unlockRound(roundInLog(log, id), seasonOfRound(log, id))),
  ),
  command('cancelRound', roundId, (log, id, now) =>
    to(streamOfRound(log, id), cancelRound(roundInLog(log, id), seasonOfRound(log, id), now)),
  ),
  command('reinstateRound', roundId, (log, id, now) =>
    to(streamOfRound(log, id), reinstateRound(roundInLog(log, id), seasonOfRound(log, id), now)),
  ),
  command('restoreRound', roundId, (log, id, now) =>
    to(streamOfRound(log, id), restoreRound(roundInLog(log, id), seasonOfRound(log, id), now)),
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
]

export const submitsPick = command(
  'submitPick',
  fc.record({ roundId, playerId, picks, guess, delayMs: fc.constantFrom(0, 0, 1, 2_000) }),
  (log, { roundId, playerId, picks, guess, delayMs }, now) =>
    to(
      pick.stream(roundId, playerId),
      submitPick(
        stateIn(log, pick, roundId, playerId),
        sceneIn(log, roundId, playerId),
        picks,
        instant(Date.parse(now) - delayMs),
        asksIn(log, roundId) ? guess : undefined,
      ),
    ),
)

export const asksLate = command(
  'askLate',
  fc.record({ roundId, playerId, picks }),
  (log, { roundId, playerId, picks }, now) => {
    const state = stateIn(log, pick, roundId, playerId)
    const hadResult = [...log.values()]
      .flat()
      .some(({ type, data }) => type === 'RoundCompleted' && data.roundId === roundId)
    const scene = { ...sceneIn(log, roundId, playerId), ...(hadResult && { firstResultPosition: '0' }) }
    return to(pick.stream(roundId, playerId), askLate(state, scene, { picks, askedAt: now }))
  },
)

export const playCommands = [
  activatesRound(roundId),
  submitsPick,
  command(
    'enterPick',
    fc.record({ roundId, playerId, picks, guess: fc.option(guess, { nil: undefined }) }),
    (log, { roundId, playerId, picks, guess }, now) => {
      const state = stateIn(log, pick, roundId, playerId)
      const scene = sceneIn(log, roundId, playerId)
      const guessed = asksIn(log, roundId) ? guess : undefined
      return to(pick.stream(roundId, playerId), enterPick(state, scene, picks, now, guessed))
    },
  ),
  command('clearPick', fc.record({ roundId, playerId }), (log, { roundId, playerId }, now) =>
    to(
      pick.stream(roundId, playerId),
      clearPick(stateIn(log, pick, roundId, playerId), sceneIn(log, roundId, playerId), now),
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
      return to(streamOfRound(log, roundId), completionOf(log, roundId, { ...result, placements }, now))
    },
  ),
]

function asksIn(log: Log, roundId: number): boolean {
  const state = roundInLog(log, roundId)
  return 'tieBreak' in state && state.tieBreak !== null
}

/** What the scheduler does when one kind of reminder is due. */
function remind(
  log: Log,
  { roundId, kind, recipients }: { roundId: number; kind: AutomaticReminder; recipients: number[] },
  now: Instant,
): Appends {
  const state = roundInLog(log, roundId)
  if (!('locksAt' in state)) return []
  const date = now.slice(0, 10)
  const longAgo = instant(START - HOUR_MS)
  const times: ReminderTimes = {
    settings: stateIn(log, settings).reminders,
    locksAt: state.locksAt,
    today: { date, instant: `${date}T00:00:00.000Z` },
    armedAt: { daily: longAgo, beforeLock: longAgo },
  }
  const noticed = stateIn(log, notices, roundId)
  const due = dueReminders(noticed.done, times, now).find((one) => one.kind === kind)
  if (!due) return []
  const context = { round: state, season: seasonOfRound(log, roundId) }
  return to(notices.stream(roundId), remindOnTime(noticed, context, due, { times, recipients, now }))
}

export function completionOf(
  log: Log,
  roundId: number,
  { answer = null, ...outcome }: RoundResult,
  now: Instant,
): RoundEvent[] {
  const picked = playersWithPick(log, roundId)
  const before = roundInLog(log, roundId)
  const locked = lockRoundOnTime(before, now)
  const state = locked.reduce(round.evolve, before)
  const { rightAnswers: _, ...unnamed } = outcome
  const judged = 'slotNames' in state ? outcome : unnamed
  const result = asksIn(log, roundId) ? { ...judged, answer } : judged
  const placed = { ...NOBODY_PLACED, picked }
  return [...locked, ...completeRound(state, seasonOfRound(log, roundId), result, placed)]
}

export function endingOf(log: Log, seasonId: number, now: Instant) {
  const facts = factsIn(log, seasonId)
  return endSeason(seasonInLog(log, seasonId), {
    unfinishedRounds: unfinishedIn(log, seasonId),
    rules: facts.rules,
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
        seasonStream.stream(seasonId),
        createRound(roundInLog(log, roundId), seasonInLog(log, seasonId), {
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
      streamOfRound(log, id),
      activateRound(roundInLog(log, id), seasonOfRound(log, id), activeParticipants(log, id), now),
    ),
  )
}

/** A sport that may come to open by itself. */
export function opensByItself(roundId: fc.Arbitrary<number>) {
  const hours = fc.constantFrom(1, 3, 100)
  const plans = command('planActivation', fc.record({ roundId, hours }), (log, { roundId, hours }, now) => {
    const opensAt = instant(Date.parse(now) + hours * HOUR_MS)
    const inSeason = seasonOfRound(log, roundId)
    return to(streamOfRound(log, roundId), planActivation(roundInLog(log, roundId), inSeason, opensAt, now))
  })
  const unplans = command('unplanActivation', roundId, (log, id) =>
    to(streamOfRound(log, id), unplanActivation(roundInLog(log, id), seasonOfRound(log, id))),
  )
  const opens = command('activateOnTime', roundId, (log, id, now) =>
    to(
      streamOfRound(log, id),
      activateOnTime(roundInLog(log, id), seasonOfRound(log, id), activeParticipants(log, id), now),
    ),
  )
  return { plans, unplans, opens }
}
