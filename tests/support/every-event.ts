import {
  addAdmin,
  admin,
  changeAdminEmail,
  changeAdminPassword,
  completeSetup,
  lockSignIn,
  mailLink,
  recordFactor,
  removeAdmin,
  renameAdmin,
  signAdminIn,
  signAdminOut,
  switchSummary,
} from '../../domain/admins/admin.ts'
import {
  admins,
  changeAdminAddress,
  delistAdmin,
  enlistAdmin,
  enlistFirstAdmin,
} from '../../domain/admins/admins.ts'
import { champion, correctChampion, recordChampion, removeChampion } from '../../domain/champions/champion.ts'
import { eraseAdmin, eraseChampion, eraseMessage, erasePlayer, erasures } from '../../domain/erasure.ts'
import { message, sendMessage, withdrawMessage } from '../../domain/messages/message.ts'
import { askLate } from '../../domain/picks/late-request.ts'
import { enterPick, pick, submitPick, withdrawPickEntry } from '../../domain/picks/pick.ts'
import { copyPickLink, resendPickLink } from '../../domain/picks/pick-links.ts'
import {
  addPlayer,
  deactivatePlayer,
  declineMail,
  editPlayer,
  player,
  reactivatePlayer,
  removePlayer,
  replaceLinks,
  requestPickLinks,
  welcomeMail,
} from '../../domain/players/player.ts'
import { notices, remindByHand, remindOnTime } from '../../domain/rounds/asking.ts'
import { cancelRound, reinstateRound } from '../../domain/rounds/cancelling.ts'
import { presentRound, type RoundDetails, type RoundResult, round } from '../../domain/rounds/round.ts'
import {
  activateRound,
  completeRound,
  createRound,
  deleteRound,
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
import { type CopyWishes, copySports, planCopies } from '../../domain/seasons/copying.ts'
import { closeJoinLink, openJoinLink } from '../../domain/seasons/join-link.ts'
import type { Points } from '../../domain/seasons/points.ts'
import { leagueRules, type SeasonRules } from '../../domain/seasons/rules.ts'
import { lookAtPicks, sealPicks, unsealPicks } from '../../domain/seasons/sealing.ts'
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
  openSeason,
  purgeSeason,
  removeParticipant,
  reopenSeason,
  restoreSeason,
  season,
  setRules,
} from '../../domain/seasons/season.ts'
import { roundIn, seasonStream } from '../../domain/seasons/season-stream.ts'
import { logOwner, nameInstallation } from '../../domain/settings/installation.ts'
import {
  chooseDefaultSeason,
  clearDefaultSeason,
  league,
  recordDownload,
  recordExport,
} from '../../domain/settings/league.ts'
import { linkKey, replaceLinkKey } from '../../domain/settings/link-key.ts'
import {
  changeSettings,
  DEFAULT_SETTINGS,
  requireSecondFactor,
  settings,
  switchNotifications,
} from '../../domain/settings/settings.ts'
import type { EventStore } from '../../platform/event-store/event-store.ts'
import { load } from '../../platform/event-store/transact.ts'
import { erasedEventOf } from '../../platform/integrity/erased-places.ts'
import { later } from '../../platform/time/clock.ts'
import { nextShown, wallClock } from '../../platform/time/time-zone.ts'
import type { SettableClock } from './clock.ts'
import { type Commands, commandsOn, lockedNow, roundInLog, seasonInLog } from './league/commands.ts'

/** The season that stands at the end; others come and go. */
export const CUP = 1

const CUP_ROUNDS = { football: 1, oscars: 2, tennis: 3 }

const SCRATCH = 2
export const LAST_YEAR = 3
const NEXT_YEAR = 4
const PLAYERS = ['Ann', 'Bob', 'Cleo', 'Dan', 'Eve', 'Fay', 'Gus', 'Hal']
const [ANN, BOB, CLEO, DAN, EVE, FAY, GUS, HAL, IVY] = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const
const LOCKS_AT = '2027-02-01T18:00:00.000Z'

const FOOTBALL_DETAILS: RoundDetails = {
  sportName: 'Football',
  pickType: 'single',
  picksMax: 1,
  emailMessage: null,
  locksAt: LOCKS_AT,
  timeZone: 'America/New_York',
  teams: ['Reds', 'Blues', 'Greens', 'Golds', 'Blacks', 'Whites', 'Pinks'],
}
const OSCARS_DETAILS: RoundDetails = {
  ...FOOTBALL_DETAILS,
  sportName: 'Oscars',
  pickType: 'multiple',
  picksMax: 3,
  teams: [],
}

/**
 * A history with every type of event that there is: rounds of both kinds, changed minds, people and seasons that come,
 * go and come again. The clock starts before February 2027 and moves on.
 */
export async function appendEveryEvent(store: EventStore, clock: SettableClock): Promise<void> {
  const parts = { ...commandsOn(store, clock), store, clock }
  await admit(parts)
  await gather(parts)
  await playRounds(parts)
  await changeTheRules(parts)
  await write(parts)
  await endAndReopen(parts)
  await comeAndGo(parts)
  await endLastYear(parts)
  await beginNextYear(parts)
  await honour(parts)
  await forget(parts)
}

type Parts = Commands & { store: EventStore; clock: SettableClock }

const NETWORK = '3f9a12cd'.repeat(4)

async function admit({ run }: Parts) {
  await run(admins, [], (state) => enlistFirstAdmin(state, 1, 'key-of-main'))
  await run(admin, [1], (state) =>
    addAdmin(state, { adminId: 1, name: 'Main', email: 'main@example.com', isMain: true }),
  )
  await run(admin, [1], (state) => completeSetup(state, { name: 'Connie', email: 'connie@example.com' }))
  await run(admins, [], (state) => changeAdminAddress(state, 1, 'key-of-connie'))
  await run(admins, [], (state) => enlistAdmin(state, 2, 'key-of-second'))
  await run(admin, [2], (state) =>
    addAdmin(state, { adminId: 2, name: 'Second', email: 'second@example.com', isMain: false }),
  )
  await run(admin, [2], (state) => renameAdmin(state, 'Deputy'))
  await run(admin, [2], (state) => changeAdminEmail(state, 'deputy@example.com'))
  for (const isOn of [true, false]) await run(admin, [2], (state) => switchSummary(state, isOn))
  await run(admin, [1], changeAdminPassword)
  await run(admin, [2], signAdminOut)
  await run(admin, [1], (state) => mailLink(state, { link: 'sign-in', network: NETWORK }))
  await run(admin, [1], (state) => lockSignIn(state, { failures: 5, network: NETWORK }))
  await run(admin, [1], (state) => signAdminIn(state, { by: 'link', failures: 6, network: NETWORK }))
  await run(admin, [1], (state) => recordFactor(state, 'SecondFactorTurnedOn'))
  await run(admin, [1], (state) => recordFactor(state, 'RecoveryCodesReplaced'))
  await run(admin, [1], (state) => recordFactor(state, 'SecondFactorTurnedOff'))
  await run(admin, [1], (state) => recordFactor(state, 'SecondFactorReset'))
  await run(logOwner, [], (state) => nameInstallation(state, 'the-installation'))
  await run(linkKey, [], () => replaceLinkKey('second-generation'))
  await run(admin, [2], removeAdmin)
  await run(admins, [], (state) => delistAdmin(state, 2))
}

async function gather({ run }: Parts) {
  for (const [index, name] of PLAYERS.entries()) {
    const email = name === 'Cleo' ? null : `${name.toLowerCase()}@example.com`
    await run(player, [index + 1], (state) => addPlayer(state, { playerId: index + 1, name, email }))
  }
  const details = { seasonId: CUP, name: 'Cup', yearStart: 2027, yearEnd: 2027, commissioner: null }
  const participants = [ANN, BOB, CLEO, DAN, EVE, FAY, GUS]
  await run(season, [CUP], (state) => createSeason(state, { ...details, participants }))
  await run(season, [CUP], (state) =>
    editSeason(state, { name: 'Family Cup', yearStart: 2026, yearEnd: 2027, commissioner: 'Connie' }),
  )
  await run(league, [], (state) => chooseDefaultSeason(state, CUP))
  await run(player, [HAL], (state) => removePlayer(state, false))
}

async function playRounds(parts: Parts) {
  const { run, clock } = parts
  const { football, oscars, tennis } = CUP_ROUNDS
  await open(parts, football, FOOTBALL_DETAILS)
  await open(parts, oscars, OSCARS_DETAILS)
  await openAsking(parts, tennis, {
    ...FOOTBALL_DETAILS,
    sportName: 'Tennis',
    locksAt: '2027-02-03T18:00:00.000Z',
  })
  await pickAll(parts, football, { [ANN]: ['Reds'], [BOB]: ['Blues'], [DAN]: ['Pinks'], [EVE]: ['Greens'] })
  await pickAll(parts, football, { [ANN]: ['Blues'], [FAY]: ['Golds'] })
  await pickAll(parts, oscars, { [ANN]: ['Dune', 'Barbie'], [BOB]: [' Tár '], [GUS]: ['Žižek “quoted”'] })
  await enter(parts, football, CLEO, ['Whites'])
  await guess(parts, tennis)
  await enter(parts, tennis, CLEO, ['Reds'])
  await withdraw(parts, tennis, CLEO)
  await sealAndLook(parts, tennis)
  await run(player, [BOB], (state) => editPlayer(state, { name: 'Bobby', email: 'bobby@example.com' }))
  await run(season, [CUP], (state) => removeParticipant(state, FAY))
  const { round: asked, season: inSeason } = await parts.pickContext(oscars, CLEO)
  await run(notices, [oscars], (_, now) => remindByHand(asked, inSeason, [CLEO], now))
  await skipToday(parts, oscars)

  await linkAgain(parts, football, GUS)

  clock.set('2027-02-01T12:00:00.000Z')
  await run(round, [oscars], lockedNow)
  clock.set(LOCKS_AT)
  await run(round, [football], lockRoundOnTime)
  await enter(parts, football, DAN, ['Blacks'])
  await complete(parts, football, { places: { first: 'Reds', second: 'Blues' }, placements: [] })
  await complete(parts, oscars, {
    places: { first: 'Dune' },
    placements: [
      { playerId: ANN, placement: 'first' },
      { playerId: GUS, placement: 'fifth' },
      { playerId: CLEO, placement: 'none' },
    ],
  })
  await run(player, [DAN], deactivatePlayer)
  await run(season, [CUP], (state) => addParticipants(state, [FAY]))
  await run(player, [EVE], deactivatePlayer)
  await run(player, [EVE], reactivatePlayer)
  await run(player, [GUS], (state) => declineMail(state, 'reminders'))
  await run(player, [GUS], (state) => welcomeMail(state, 'reminders'))
  await run(player, [GUS], (state) => welcomeMail(state, 'receipts'))
  await run(player, [FAY], (state) => declineMail(state, 'messages'))
  await run(player, [GUS], (state, now) => requestPickLinks(state, CUP, now))
  await run(player, [GUS], replaceLinks)
  await change(parts, football, unlockRound)
  const names = { from: 'Golds', to: 'Golden Ones' }
  await change(parts, football, (state, inSeason) => renameTeam(state, inSeason, names, 'They moved'))
  await complete(parts, football, { places: { first: 'Blues', third: 'Golds' }, placements: [] })
}

/** With a question that was taken away for a while. */
async function openAsking(parts: Parts, roundId: number, details: RoundDetails) {
  const ask = () =>
    parts.run(seasonStream, [CUP], (state) =>
      askTieBreak(roundIn(state, roundId), { question: 'How many aces?', unit: 'aces' }, state),
    )
  await create(parts, roundId, CUP, details)
  await ask()
  await change(parts, roundId, dropTieBreak)
  await ask()
  await activate(parts, roundId)
}

async function guess({ run, pickContext }: Parts, roundId: number) {
  const [ofAnn, ofBob] = [await pickContext(roundId, ANN), await pickContext(roundId, BOB)]
  await run(pick, [roundId, ANN], (state, now) => submitPick(state, ofAnn, ['Reds'], now, 12))
  await run(pick, [roundId, BOB], (state, now) => enterPick(state, ofBob, ['Blues'], now, 11.5))
}

/** Picks are sealed from admins for a while, and one is looked at. */
async function sealAndLook(parts: Parts, roundId: number) {
  const { run, clock } = parts
  const why = { reason: 'Gus asked me to', now: clock.now() }
  await run(season, [CUP], sealPicks)
  await change(parts, roundId, (state, inSeason) =>
    lookAtPicks(state, inSeason, { ...why, playerIds: [ANN, GUS] }),
  )
  await linkAgain(parts, roundId, GUS)
  await run(league, [], () => recordExport(true))
  await run(league, [], () => recordDownload('league-2027-01-31T0330.backup'))
}

/** A daily reminder that finds nobody. */
async function skipToday({ run, pickContext }: Parts, roundId: number) {
  const context = await pickContext(roundId, ANN)
  await run(notices, [roundId], (done, now) => {
    const today = { date: now.slice(0, 10), instant: now }
    const armedAt = { daily: '2027-01-01T00:00:00.000Z', beforeLock: '2027-01-01T00:00:00.000Z' }
    const times = { settings: DEFAULT_SETTINGS.reminders, locksAt: LOCKS_AT, today, armedAt }
    return remindOnTime(done, context, { kind: 'daily', slot: today.date }, { times, recipients: [], now })
  })
}

async function changeTheRules({ run }: Parts) {
  const points: Points = { first: 10, second: 7, third: 4, fourth: 3, fifth: 2, sixthPlus: 0 }
  await run(settings, [], (state) =>
    changeSettings(state, {
      branding: { title: 'The <Cup>', tagline: 'Go', footerMessage: 'Bye' },
      timeZone: 'Europe/Berlin',
      points,
      noPick: 0,
      reminderGrouping: 'per_sport',
      reminders: { ...state.reminders, type: 'before_lock' },
    }),
  )
  await run(settings, [], (state) => changeSettings(state, { ...state, noPick: -2 }))
  await run(settings, [], (state) => changeSettings(state, { ...state, reminderGrouping: 'one_mail' }))
  await run(settings, [], (state) => changeSettings(state, { ...state, noPick: 0 }))
  await run(settings, [], (state) => switchNotifications(state, false))
  await run(settings, [], (state) => switchNotifications(state, true))
  await run(settings, [], (state) => requireSecondFactor(state, true))
  await run(settings, [], (state) => requireSecondFactor(state, false))
}

/** One that is withdrawn, and one that goes out. */
async function write({ run, store }: Parts) {
  const { season: inSeason } = await load(store, seasonStream, CUP)
  const words = { subject: 'Dinner', text: 'Ivy cooks.\nAt seven.' }
  for (const messageId of [1, 2]) {
    const to = { seasonId: CUP, audience: 'all', recipients: [ANN, BOB] } as const
    await run(message, [messageId], (state) => sendMessage(state, inSeason, { messageId, ...to, ...words }))
  }
  await run(message, [1], (state, now) => withdrawMessage(state, { now, hasLeft: false }))
}

async function endAndReopen(parts: Parts) {
  const { run, clock } = parts
  const { tennis } = CUP_ROUNDS
  clock.set('2027-02-03T18:00:01.000Z')
  await run(round, [tennis], lockRoundOnTime)
  const late = await parts.pickContext(tennis, CLEO)
  const asked = { picks: ['Reds'], guess: 12, askedAt: clock.now() }
  await run(pick, [tennis, CLEO], (state) => askLate(state, late, asked))
  await complete(parts, tennis, { places: { first: 'Pinks' }, placements: [], answer: 14 })
  const league = await load(parts.store, settings)
  const rules: SeasonRules = {
    ...leagueRules(league),
    dropWorst: 1,
    tieBreak: ['round_wins', 'countback', 'guess'],
  }
  const known = { isFrozen: true, reason: 'Agreed at dinner' }
  await run(seasonStream, [CUP], (state, now) => unsealPicks(state, { ...known, now }))
  await run(season, [CUP], (state) => setRules(state, rules, known))
  await change(parts, tennis, (state, inSeason) => setWeight(state, inSeason, 2, known))
  await run(season, [CUP], (state) => changeNote(state, 'The last one bakes a cake.'))
  const terms = { approval: 'open', until: '2027-12-31T12:00:00.000Z' } as const
  await run(season, [CUP], (state, now) => openJoinLink(state, terms, now))
  await run(season, [CUP], closeJoinLink)
  const winners = [{ playerId: ANN, place: 1, totalPoints: 20 }]
  const end = () =>
    run(season, [CUP], (state, now) => endSeason(state, { unfinishedRounds: [], rules, winners, now }))
  await end()
  await run(settings, [], (state) =>
    changeSettings(state, { ...state, points: { ...state.points, first: 12 } }),
  )
  await run(season, [CUP], reopenSeason)
  await end()
  await run(season, [CUP], reopenSeason)
  await run(season, [CUP], (state) => followLeague(state, known))
  await change(parts, tennis, (state, inSeason) => setWeight(state, inSeason, 1, known))
}

async function comeAndGo(parts: Parts) {
  const { run, clock } = parts
  const { tennis } = CUP_ROUNDS
  await change(parts, tennis, unlockRound)
  await change(parts, tennis, (state, inSeason) => cancelRound(state, inSeason, clock.now()))
  await change(parts, tennis, (state, inSeason) => reinstateRound(state, inSeason, clock.now()))
  await change(parts, tennis, (state, inSeason) => deleteRound(state, inSeason, clock.now()))
  await change(parts, tennis, (state, inSeason) => restoreRound(state, inSeason, clock.now()))
  await run(season, [CUP], deactivateSeason)
  await run(season, [CUP], activateSeason)
  await run(league, [], (state) => clearDefaultSeason(state, CUP))
  await run(season, [CUP], deleteSeason)
  await run(season, [CUP], restoreSeason)
  await run(season, [CUP], activateSeason)

  const scratch = {
    seasonId: SCRATCH,
    name: 'Scratch',
    yearStart: 2028,
    yearEnd: 2028,
    commissioner: 'Nobody',
  }
  await run(season, [SCRATCH], (state) => createSeason(state, { ...scratch, participants: [ANN] }))
  const later = { locksAt: '2027-03-03T18:00:00.000Z' }
  await create(parts, 4, SCRATCH, { ...FOOTBALL_DETAILS, ...later, sportName: 'Golf' })
  const edited = { ...OSCARS_DETAILS, ...later, sportName: 'Golf Open', emailMessage: 'Hi', timeZone: 'UTC' }
  await change(parts, 4, (state, inSeason) =>
    editRound(state, inSeason, edited, { now: clock.now(), pickedTeams: [] }),
  )
  await planOpening(parts, 4)
  await activate(parts, 4)
  await pickAll(parts, 4, { [ANN]: ['Woods'] })
  await change(parts, 4, (state, inSeason) => deleteRound(state, inSeason, clock.now()))
  await run(round, [4], purgeRound)
  await run(season, [SCRATCH], deleteSeason)
  await run(season, [SCRATCH], purgeSeason)
}

/** Planned, planned no more, planned again, and missed because nobody is there. */
async function planOpening(parts: Parts, roundId: number) {
  const opensAt = later(parts.clock.now(), 60_000)
  const plan = () =>
    change(parts, roundId, (state, inSeason) => planActivation(state, inSeason, opensAt, parts.clock.now()))
  await plan()
  await change(parts, roundId, unplanActivation)
  await plan()
  await change(parts, roundId, (state, inSeason) => activateOnTime(state, inSeason, [], opensAt))
}

async function endLastYear({ run, store }: Parts) {
  const details = {
    seasonId: LAST_YEAR,
    name: 'Last Year',
    yearStart: 2026,
    yearEnd: 2026,
    commissioner: null,
  }
  await run(season, [LAST_YEAR], (state) => createSeason(state, { ...details, participants: [ANN, BOB] }))
  const rules = leagueRules(await load(store, settings))
  const winners = [ANN, BOB].map((playerId) => ({ playerId, place: 1, totalPoints: 0 }))
  await run(season, [LAST_YEAR], (state, now) =>
    endSeason(state, { unfinishedRounds: [], rules, winners, now }),
  )
}

/** The sports of the Cup again. */
async function beginNextYear({ run, store, clock }: Parts) {
  const details = {
    seasonId: NEXT_YEAR,
    name: 'Next Year',
    yearStart: 2027,
    yearEnd: 2028,
    commissioner: null,
  }
  await run(season, [NEXT_YEAR], (state) => createSeason(state, { ...details, participants: [GUS] }))
  const cup = await load(store, seasonStream, CUP)
  const wishes: CopyWishes = { shift: 'weekday', lockTimes: new Map() }
  await run(seasonStream, [NEXT_YEAR], (state) => {
    const { copies } = planCopies(cup, state, wishes, {
      now: clock.now(),
      zones: { wallClock, nextShown },
    })
    const copied = { type: 'SeasonCopied' as const, data: { fromSeasonId: CUP } }
    return [...copySports(state, copies, [5, 6, 7]), copied]
  })
}

const NOBODY_ELSE = { honoured: [], nameOf: (id: number) => PLAYERS[id - 1] ?? '' }
const OF_OLD = { name: 'Grandma Rose', playerId: null, endYear: 1998, note: null }

/** One who is a player by now, one who is not honoured any more. */
async function honour({ run }: Parts) {
  for (const [id, name] of ['Grandma Rose', 'Gus Senior', 'Uncle Theo'].entries()) {
    await run(champion, [id + 1], (state) =>
      recordChampion(state, id + 1, { ...OF_OLD, name, endYear: 1998 + id }, NOBODY_ELSE),
    )
  }
  const linked = { name: null, playerId: GUS, endYear: 2000, note: 'It was him' }
  await run(champion, [2], (state) => correctChampion(state, linked, NOBODY_ELSE))
  await run(champion, [1], removeChampion)
}

/** One who has points, one who was removed before, an admin who left, and a champion. */
async function forget({ run, store }: Parts) {
  await run(player, [IVY], (state) => addPlayer(state, { playerId: IVY, name: 'Ivy', email: null }))
  await run(player, [IVY], (state) => removePlayer(state, false))
  for (const playerId of [FAY, IVY]) {
    const events = (await store.read(player.stream(playerId))).map((event) => erasedEventOf(event))
    const person = await load(store, player, playerId)
    await run(erasures, [], (state) => erasePlayer(state, person, { playerId, events }))
    await store.tombstone(player.stream(playerId))
  }
  const adminId = 3
  const former = { adminId, name: 'Third', email: 'third@example.com', isMain: false }
  await run(admin, [adminId], (state) => addAdmin(state, former))
  await run(admin, [adminId], removeAdmin)
  const events = (await store.read(admin.stream(adminId))).map((event) => erasedEventOf(event))
  const left = await load(store, admin, adminId)
  await run(erasures, [], (state) => eraseAdmin(state, left, { adminId, events }))
  await store.tombstone(admin.stream(adminId))
  const theo = await load(store, champion, 3)
  const ofTheo = (await store.read(champion.stream(3))).map((event) => erasedEventOf(event))
  await run(erasures, [], (state) => eraseChampion(state, theo, { championId: 3, events: ofTheo }))
  await store.tombstone(champion.stream(3))
  const ofMessage = (await store.read(message.stream(2))).map((event) => erasedEventOf(event))
  await run(erasures, [], (state) => eraseMessage(state, { messageId: 2, events: ofMessage }))
  await store.tombstone(message.stream(2))
}

async function open(parts: Parts, roundId: number, details: RoundDetails) {
  await create(parts, roundId, CUP, details)
  await activate(parts, roundId)
}

function create({ run, store }: Parts, roundId: number, seasonId: number, details: RoundDetails) {
  return seasonInLog(store, seasonId).then((inSeason) =>
    run(round, [roundId], (state) => createRound(state, inSeason, { ...details, roundId, seasonId })),
  )
}

function activate(parts: Parts, roundId: number) {
  return change(parts, roundId, (state, inSeason) => {
    const everybody = [...openSeason(inSeason).participants]
    const participants = everybody.map((playerId) => ({ playerId, email: `${playerId}@example.com` }))
    return activateRound(state, inSeason, participants, parts.clock.now())
  })
}

async function pickAll({ run, pickContext }: Parts, roundId: number, picks: Record<number, string[]>) {
  for (const [id, values] of Object.entries(picks)) {
    const playerId = Number(id)
    const context = await pickContext(roundId, playerId)
    await run(pick, [roundId, playerId], (state, now) => submitPick(state, context, values, now))
  }
}

async function enter({ run, pickContext }: Parts, roundId: number, playerId: number, values: string[]) {
  const context = await pickContext(roundId, playerId)
  await run(pick, [roundId, playerId], (state, now) => enterPick(state, context, values, now))
}

async function linkAgain({ run, pickContext }: Parts, roundId: number, playerId: number) {
  const context = await pickContext(roundId, playerId)
  await run(notices, [roundId], (_, now) => resendPickLink(context, now))
  await run(notices, [roundId], (_, now) => copyPickLink(context, now))
}

async function withdraw({ run, pickContext }: Parts, roundId: number, playerId: number) {
  const context = await pickContext(roundId, playerId)
  await run(pick, [roundId, playerId], (state, now) => withdrawPickEntry(state, context, now, true))
}

function complete(parts: Parts, roundId: number, result: RoundResult) {
  const picked = new Set(result.placements.map(({ playerId }) => playerId))
  return change(parts, roundId, (state, inSeason) =>
    completeRound(state, inSeason, result, { ...NOBODY_PLACED, picked }),
  )
}

/** A decision about a round that looks at its season as well. */
async function change(
  { run, store }: Parts,
  roundId: number,
  decide: (...states: Parameters<typeof unlockRound>) => ReturnType<typeof unlockRound>,
) {
  const state = await roundInLog(store, roundId)
  const seasonId = 'seasonId' in state ? state.seasonId : presentRound(state).seasonId
  const inSeason = await seasonInLog(store, seasonId)
  await run(round, [roundId], (current) => decide(current, inSeason))
}
