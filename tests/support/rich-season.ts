import {
  addAdmin,
  admin,
  changeAdminEmail,
  changeAdminPassword,
  completeSetup,
  removeAdmin,
  renameAdmin,
} from '#domain/admin'
import { admins, changeAdminAddress, delistAdmin, enlistAdmin, enlistFirstAdmin } from '#domain/admins'
import { eraseAdmin, erasePlayer, erasures } from '#domain/erasure'
import { chooseDefaultSeason, clearDefaultSeason, league } from '#domain/league'
import { enterPick, pick, submitPick, withdrawPickEntry } from '#domain/pick'
import { copyPickLink, resendPickLink } from '#domain/pick-links'
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
import type { Points } from '#domain/points'
import { presentRound, type Round, type RoundDetails, type RoundResult, round } from '#domain/round'
import {
  activateRound,
  completeRound,
  createRound,
  deleteRound,
  lockRoundByHand,
  lockRoundOnTime,
  purgeRound,
  remindByHand,
  remindOnTime,
  restoreRound,
  unlockRound,
} from '#domain/round-decisions'
import { editRound } from '#domain/round-editing'
import {
  activateSeason,
  addParticipants,
  createSeason,
  deactivateSeason,
  deleteSeason,
  editSeason,
  endSeason,
  openSeason,
  purgeSeason,
  removeParticipant,
  reopenSeason,
  restoreSeason,
  type Season,
  season,
} from '#domain/season'
import { changeSettings, DEFAULT_SETTINGS, settings, switchNotifications } from '#domain/settings'
import { digestOf } from '#platform/event-digest'
import type { EventStore } from '#platform/event-store'
import { load } from '#platform/transact'
import type { SettableClock } from './clock.ts'
import { type Storyteller, storyteller } from './storyteller.ts'

/** The season that stands at the end; others come and go. */
export const CUP = 1

export const CUP_ROUNDS = { football: 1, oscars: 2, tennis: 3 }

const SCRATCH = 2
const LAST_YEAR = 3
const PLAYERS = ['Ann', 'Bob', 'Cleo', 'Dan', 'Eve', 'Fay', 'Gus', 'Hal']
const [ANN, BOB, CLEO, DAN, EVE, FAY, GUS, HAL, IVY] = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const
const LOCKS_AT = '2027-02-01T18:00:00.000Z'

const SINGLE: RoundDetails = {
  sportName: 'Football',
  pickType: 'single',
  picksMax: 1,
  emailMessage: null,
  locksAt: LOCKS_AT,
  timeZone: 'America/New_York',
  teams: ['Reds', 'Blues', 'Greens', 'Golds', 'Blacks', 'Whites', 'Pinks'],
}
const MULTIPLE: RoundDetails = {
  ...SINGLE,
  sportName: 'Oscars',
  pickType: 'multiple',
  picksMax: 3,
  teams: [],
}

/**
 * A history with every type of event that there is: rounds of both kinds, changed minds, people and seasons that come,
 * go and come again. The clock starts before February 2027 and moves on.
 */
export async function playRichSeason(store: EventStore, clock: SettableClock): Promise<void> {
  const story = { ...storyteller(store, clock), store, clock }
  await admit(story)
  await gather(story)
  await playRounds(story)
  await changeTheRules(story)
  await endAndReopen(story)
  await comeAndGo(story)
  await endLastYear(story)
  await forget(story)
}

type Story = Storyteller & { store: EventStore; clock: SettableClock }

async function admit({ tell }: Story) {
  await tell(admins, [], (state) => enlistFirstAdmin(state, 1, 'key-of-main'))
  await tell(admin, [1], (state) =>
    addAdmin(state, { adminId: 1, name: 'Main', email: 'main@example.com', isMain: true }),
  )
  await tell(admin, [1], (state) => completeSetup(state, { name: 'Connie', email: 'connie@example.com' }))
  await tell(admins, [], (state) => changeAdminAddress(state, 1, 'key-of-connie'))
  await tell(admins, [], (state) => enlistAdmin(state, 2, 'key-of-second'))
  await tell(admin, [2], (state) =>
    addAdmin(state, { adminId: 2, name: 'Second', email: 'second@example.com', isMain: false }),
  )
  await tell(admin, [2], (state) => renameAdmin(state, 'Deputy'))
  await tell(admin, [2], (state) => changeAdminEmail(state, 'deputy@example.com'))
  await tell(admin, [1], changeAdminPassword)
  await tell(admin, [2], removeAdmin)
  await tell(admins, [], (state) => delistAdmin(state, 2))
}

async function gather({ tell }: Story) {
  for (const [index, name] of PLAYERS.entries()) {
    const email = name === 'Cleo' ? null : `${name.toLowerCase()}@example.com`
    await tell(player, [index + 1], (state) => addPlayer(state, { playerId: index + 1, name, email }))
  }
  const details = { seasonId: CUP, name: 'Cup', yearStart: 2027, yearEnd: 2027, commissioner: null }
  const participants = [ANN, BOB, CLEO, DAN, EVE, FAY, GUS]
  await tell(season, [CUP], (state) => createSeason(state, { ...details, participants }))
  await tell(season, [CUP], (state) =>
    editSeason(state, { name: 'Family Cup', yearStart: 2026, yearEnd: 2027, commissioner: 'Connie' }),
  )
  await tell(league, [], (state) => chooseDefaultSeason(state, CUP))
  await tell(player, [HAL], (state) => removePlayer(state, false))
}

async function playRounds(story: Story) {
  const { tell, clock } = story
  const { football, oscars, tennis } = CUP_ROUNDS
  await open(story, football, SINGLE)
  await open(story, oscars, MULTIPLE)
  await open(story, tennis, { ...SINGLE, sportName: 'Tennis', locksAt: '2027-02-03T18:00:00.000Z' })
  await pickAll(story, football, { [ANN]: ['Reds'], [BOB]: ['Blues'], [DAN]: ['Pinks'], [EVE]: ['Greens'] })
  await pickAll(story, football, { [ANN]: ['Blues'], [FAY]: ['Golds'] })
  await pickAll(story, oscars, { [ANN]: ['Dune', 'Barbie'], [BOB]: [' Tár '], [GUS]: ['Žižek “quoted”'] })
  await enter(story, football, CLEO, ['Whites'])
  await enter(story, tennis, CLEO, ['Reds'])
  await withdraw(story, tennis, CLEO)
  await tell(player, [BOB], (state) => editPlayer(state, { name: 'Bobby', email: 'bobby@example.com' }))
  await tell(season, [CUP], (state) => removeParticipant(state, FAY))
  await change(story, oscars, (state, inSeason) => remindByHand(state, inSeason, [CLEO], clock.now()))
  await change(story, oscars, (state, inSeason) => skipToday(state, inSeason, clock.now()))

  await linkAgain(story, football, GUS)

  clock.set('2027-02-01T12:00:00.000Z')
  await tell(round, [oscars], lockRoundByHand)
  clock.set(LOCKS_AT)
  await tell(round, [football], lockRoundOnTime)
  await enter(story, football, DAN, ['Blacks'])
  await complete(story, football, { places: { first: 'Reds', second: 'Blues' }, placements: [] })
  await complete(story, oscars, {
    places: { first: 'Dune' },
    placements: [
      { playerId: ANN, placement: 'first' },
      { playerId: GUS, placement: 'fifth' },
      { playerId: CLEO, placement: 'none' },
    ],
  })
  await tell(player, [DAN], deactivatePlayer)
  await tell(season, [CUP], (state) => addParticipants(state, [FAY]))
  await tell(player, [EVE], deactivatePlayer)
  await tell(player, [EVE], reactivatePlayer)
  await tell(player, [GUS], declineReminders)
  await tell(player, [GUS], welcomeReminders)
  await tell(player, [FAY], declineReminders)
  await change(story, football, unlockRound)
  await complete(story, football, { places: { first: 'Blues', third: 'Golds' }, placements: [] })
}

/** A daily reminder that finds nobody. */
function skipToday(state: Round, inSeason: Season, now: string) {
  const today = { date: now.slice(0, 10), instant: now }
  const armedAt = { daily: '2027-01-01T00:00:00.000Z', beforeLock: '2027-01-01T00:00:00.000Z' }
  const times = { settings: DEFAULT_SETTINGS.reminders, locksAt: LOCKS_AT, today, armedAt }
  return remindOnTime(state, inSeason, { kind: 'daily', slot: today.date }, { times, recipients: [], now })
}

async function changeTheRules({ tell }: Story) {
  const points: Points = { first: 10, second: 7, third: 4, fourth: 3, fifth: 2, sixthPlus: 0 }
  await tell(settings, [], (state) =>
    changeSettings(state, {
      branding: { title: 'The <Cup>', tagline: 'Go', footerMessage: 'Bye' },
      timeZone: 'Europe/Berlin',
      points,
      reminders: { ...state.reminders, type: 'before_lock' },
    }),
  )
  await tell(settings, [], (state) => switchNotifications(state, false))
  await tell(settings, [], (state) => switchNotifications(state, true))
}

async function endAndReopen(story: Story) {
  const { tell, clock } = story
  const { tennis } = CUP_ROUNDS
  clock.set('2027-02-03T18:00:01.000Z')
  await tell(round, [tennis], lockRoundOnTime)
  await complete(story, tennis, { places: { first: 'Pinks' }, placements: [] })
  const { points } = await load(story.store, settings)
  const winners = [{ playerId: ANN, place: 1, totalPoints: 20 }]
  const end = () =>
    tell(season, [CUP], (state, now) => endSeason(state, { unfinishedRounds: [], points, winners, now }))
  await end()
  await tell(settings, [], (state) => changeSettings(state, { ...state, points: { ...points, first: 12 } }))
  await tell(season, [CUP], reopenSeason)
  await end()
  await tell(season, [CUP], reopenSeason)
}

async function comeAndGo(story: Story) {
  const { tell, clock } = story
  const { tennis } = CUP_ROUNDS
  await change(story, tennis, unlockRound)
  await change(story, tennis, (state, inSeason) => deleteRound(state, inSeason, clock.now()))
  await change(story, tennis, restoreRound)
  await tell(season, [CUP], deactivateSeason)
  await tell(season, [CUP], activateSeason)
  await tell(league, [], (state) => clearDefaultSeason(state, CUP))
  await tell(season, [CUP], deleteSeason)
  await tell(season, [CUP], restoreSeason)
  await tell(season, [CUP], activateSeason)

  const scratch = {
    seasonId: SCRATCH,
    name: 'Scratch',
    yearStart: 2028,
    yearEnd: 2028,
    commissioner: 'Nobody',
  }
  await tell(season, [SCRATCH], (state) => createSeason(state, { ...scratch, participants: [ANN] }))
  const later = { locksAt: '2027-03-03T18:00:00.000Z' }
  await create(story, 4, SCRATCH, { ...SINGLE, ...later, sportName: 'Golf' })
  const edited = { ...MULTIPLE, ...later, sportName: 'Golf Open', emailMessage: 'Hi', timeZone: 'UTC' }
  await change(story, 4, (state, inSeason) =>
    editRound(state, inSeason, edited, { now: clock.now(), pickedTeams: [] }),
  )
  await activate(story, 4)
  await pickAll(story, 4, { [ANN]: ['Woods'] })
  await change(story, 4, (state, inSeason) => deleteRound(state, inSeason, clock.now()))
  await tell(round, [4], purgeRound)
  await tell(season, [SCRATCH], deleteSeason)
  await tell(season, [SCRATCH], purgeSeason)
}

async function endLastYear({ tell, store }: Story) {
  const details = {
    seasonId: LAST_YEAR,
    name: 'Last Year',
    yearStart: 2026,
    yearEnd: 2026,
    commissioner: null,
  }
  await tell(season, [LAST_YEAR], (state) => createSeason(state, { ...details, participants: [ANN, BOB] }))
  const { points } = await load(store, settings)
  const winners = [ANN, BOB].map((playerId) => ({ playerId, place: 1, totalPoints: 0 }))
  await tell(season, [LAST_YEAR], (state, now) =>
    endSeason(state, { unfinishedRounds: [], points, winners, now }),
  )
}

/** One who has points, one who was removed before, and an admin who left. */
async function forget({ tell, store }: Story) {
  await tell(player, [IVY], (state) => addPlayer(state, { playerId: IVY, name: 'Ivy', email: null }))
  await tell(player, [IVY], (state) => removePlayer(state, false))
  for (const playerId of [FAY, IVY]) {
    const digests = (await store.read(player.stream(playerId))).map(digestOf)
    const person = await load(store, player, playerId)
    await tell(erasures, [], (state) => erasePlayer(state, person, { playerId, digests }))
    await store.tombstone(player.stream(playerId))
  }
  const adminId = 3
  const former = { adminId, name: 'Third', email: 'third@example.com', isMain: false }
  await tell(admin, [adminId], (state) => addAdmin(state, former))
  await tell(admin, [adminId], removeAdmin)
  const digests = (await store.read(admin.stream(adminId))).map(digestOf)
  const left = await load(store, admin, adminId)
  await tell(erasures, [], (state) => eraseAdmin(state, left, { adminId, digests }))
  await store.tombstone(admin.stream(adminId))
}

async function open(story: Story, roundId: number, details: RoundDetails) {
  await create(story, roundId, CUP, details)
  await activate(story, roundId)
}

function create({ tell, store }: Story, roundId: number, seasonId: number, details: RoundDetails) {
  return load(store, season, seasonId).then((inSeason) =>
    tell(round, [roundId], (state) => createRound(state, inSeason, { ...details, roundId, seasonId })),
  )
}

function activate(story: Story, roundId: number) {
  return change(story, roundId, (state, inSeason) => {
    const everybody = [...openSeason(inSeason).participants]
    const participants = everybody.map((playerId) => ({ playerId, email: `${playerId}@example.com` }))
    return activateRound(state, inSeason, participants, story.clock.now())
  })
}

async function pickAll({ tell, scene }: Story, roundId: number, picks: Record<number, string[]>) {
  for (const [id, values] of Object.entries(picks)) {
    const playerId = Number(id)
    const inScene = await scene(roundId, playerId)
    await tell(pick, [roundId, playerId], (state, now) => submitPick(state, inScene, values, now))
  }
}

async function enter({ tell, scene }: Story, roundId: number, playerId: number, values: string[]) {
  const inScene = await scene(roundId, playerId)
  await tell(pick, [roundId, playerId], (state, now) => enterPick(state, inScene, values, now))
}

async function linkAgain({ tell, scene }: Story, roundId: number, playerId: number) {
  const inScene = await scene(roundId, playerId)
  await tell(round, [roundId], (_, now) => resendPickLink(inScene, now))
  await tell(round, [roundId], (_, now) => copyPickLink(inScene, now))
}

async function withdraw({ tell, scene }: Story, roundId: number, playerId: number) {
  const inScene = await scene(roundId, playerId)
  await tell(pick, [roundId, playerId], (state, now) => withdrawPickEntry(state, inScene, now))
}

function complete(story: Story, roundId: number, result: RoundResult) {
  const picked = new Set(result.placements.map(({ playerId }) => playerId))
  return change(story, roundId, (state, inSeason) =>
    completeRound(state, inSeason, result, { now: story.clock.now(), picked }),
  )
}

/** A decision about a round that looks at its season as well. */
async function change(
  { tell, store }: Story,
  roundId: number,
  decide: (...states: Parameters<typeof unlockRound>) => ReturnType<typeof unlockRound>,
) {
  const state = await load(store, round, roundId)
  const seasonId = 'seasonId' in state ? state.seasonId : presentRound(state).seasonId
  const inSeason = await load(store, season, seasonId)
  await tell(round, [roundId], (current) => decide(current, inSeason))
}
