import type { Aggregate, Instant } from '../../domain/event.ts'
import { pick, submitPick } from '../../domain/picks/pick.ts'
import { addPlayer, player, removePlayer } from '../../domain/players/player.ts'
import { Refusal } from '../../domain/refusal.ts'
import type { RoundDetails } from '../../domain/rounds/round.ts'
import {
  activateRound,
  completeRound,
  createRound,
  lockRoundOnTime,
} from '../../domain/rounds/round-decisions.ts'
import { NOBODY_PLACED } from '../../domain/rounds/round-result.ts'
import { createSeason, deleteSeason, purgeSeason, reopenSeason } from '../../domain/seasons/season.ts'
import { roundIn, seasonStream } from '../../domain/seasons/season-stream.ts'
import { chooseDefaultSeason, clearDefaultSeason, league } from '../../domain/settings/league.ts'
import { load, type Transacted, transact } from '../../platform/event-store/transact.ts'
import { later } from '../../platform/time/clock.ts'
import { lastIds } from '../../projections/now/last-ids.ts'
import { playerData } from '../../projections/now/players.ts'
import { shown } from '../command.ts'
import type { CommandContext } from '../context.ts'
import type { CommandServices } from '../services.ts'
import { ACTIVE_SPORTS, COMPLETED_SPORTS, SAMPLE_PLAYERS, type SampleSport } from './sample-season.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 3_600_000

type Tell = <State, E extends { type: string; data: unknown }, Id extends readonly unknown[]>(
  at: Instant,
  aggregate: Aggregate<State, E, Id>,
  id: Id,
  decide: (state: State) => readonly E[],
) => Promise<Transacted<State, E>>

type Kind = 'player' | 'season' | 'round'

export async function seedSampleData(services: CommandServices, context: CommandContext) {
  const { read, store, privateSchema } = services
  const now = context.receivedAt
  if ((await sampleIds(services)).length > 0) throw new Refusal('sample-data-there')
  await services.ids.raise(await lastIds(read))
  const tell = teller(services, context)
  const begin = later(now, -(COMPLETED_SPORTS.length + 2) * 7 * DAY_MS)

  const playerIds: number[] = []
  for (const { name, email } of SAMPLE_PLAYERS) {
    const playerId = await nextId('player')
    await tell(begin, player, [playerId], (state) => addPlayer(state, { playerId, name, email }))
    playerIds.push(playerId)
  }
  const seasonId = await nextId('season')
  const year = Number(now.slice(0, 4))
  const details = {
    seasonId,
    name: 'Sample Season',
    yearStart: year,
    yearEnd: year,
    commissioner: 'Sam Sample',
  }
  await tell(begin, seasonStream, [seasonId], ({ season }) =>
    createSeason(season, { ...details, participants: playerIds }),
  )
  await tell(begin, league, [], (state) =>
    state.defaultSeasonId === null ? chooseDefaultSeason(state, seasonId) : [],
  )

  for (const [index, sport] of COMPLETED_SPORTS.entries()) {
    await playSport(sport, index, later(now, (index - COMPLETED_SPORTS.length) * 7 * DAY_MS))
  }
  for (const [index, sport] of ACTIVE_SPORTS.entries()) {
    await playSport(sport, COMPLETED_SPORTS.length + index, later(now, (3 + index * 7) * DAY_MS))
  }
  await shown(services, context, await store.head())
  return { players: playerIds.length, seasons: 1, rounds: COMPLETED_SPORTS.length + ACTIVE_SPORTS.length }

  async function playSport(sport: SampleSport, index: number, locksAt: Instant) {
    const roundId = await nextId('round')
    const isOver = locksAt < now
    const opensAt = isOver ? later(locksAt, -5 * DAY_MS) : now
    const pickedAt = isOver ? later(opensAt, MINUTE_MS) : now
    const { state: made } = await tell(opensAt, seasonStream, [seasonId], (state) =>
      createRound(roundIn(state, roundId), state.season, { ...detailsOf(sport, locksAt), roundId, seasonId }),
    )
    const invited = playerIds.map((playerId) => ({ playerId, email: isOver ? null : 'by-link' }))
    const activated = activateRound(roundIn(made, roundId), made.season, invited, opensAt)
    const open = activated.reduce(seasonStream.evolve, made)
    const activate = () => tell(opensAt, seasonStream, [seasonId], () => activated)
    // One whose time has passed is locked as soon as it is open.
    if (!isOver) await activate()
    for (const [seat, playerId] of playerIds.entries()) {
      const picks = picksOf(sport, index, seat)
      if (picks.length === 0) continue
      const context = {
        roundId,
        playerId,
        round: roundIn(open, roundId),
        season: open.season,
        player: await load(store, player, playerId),
      }
      await tell(pickedAt, pick, [roundId, playerId], (state) => submitPick(state, context, picks, pickedAt))
    }
    if (!isOver) return
    await activate()
    await tell(locksAt, seasonStream, [seasonId], (state) =>
      lockRoundOnTime(roundIn(state, roundId), locksAt),
    )
    const [first = '', second = '', third = '', fourth = ''] = rotated(sport.teams ?? [], index)
    const result = { places: { first, second, third, fourth }, placements: [] }
    const scoredAt = later(locksAt, DAY_MS)
    await tell(scoredAt, seasonStream, [seasonId], (state) =>
      completeRound(roundIn(state, roundId), state.season, result, NOBODY_PLACED),
    )
  }

  async function nextId(kind: Kind): Promise<number> {
    const id = await services.ids.next(kind)
    await privateSchema.insertInto('sample_data').values({ kind, id }).execute()
    return id
  }
}

export async function clearSampleData(services: CommandServices, context: CommandContext) {
  const { projector, read, store, privateSchema } = services
  const now = context.receivedAt
  const tell = teller(services, context)
  const made = await sampleIds(services)
  const idsOf = (kind: Kind) => made.filter((row) => row.kind === kind).map(({ id }) => id)

  for (const seasonId of idsOf('season')) {
    await tell(now, league, [], (state) => clearDefaultSeason(state, seasonId))
    const { season } = await load(store, seasonStream, seasonId)
    if (season.status === 'missing' || season.status === 'purged') continue
    if (season.deletedAt === null) {
      if (season.status === 'ended')
        await tell(now, seasonStream, [seasonId], (state) => reopenSeason(state.season))
      await tell(now, seasonStream, [seasonId], (state) => deleteSeason(state.season, now))
    }
    await tell(now, seasonStream, [seasonId], (state) => purgeSeason(state.season))
  }
  await projector.waitFor(await store.head())
  for (const playerId of idsOf('player')) {
    const { hasData } = await playerData(read, playerId)
    if ((await load(store, player, playerId)).status === 'missing' || hasData) continue
    await tell(now, player, [playerId], (state) =>
      state.status === 'removed' ? [] : removePlayer(state, false),
    )
  }
  for (const table of ['notices', 'mails'] as const) {
    await privateSchema
      .deleteFrom(table)
      .where((eb) =>
        eb.or([eb('round_id', 'in', [0, ...idsOf('round')]), eb('season_id', 'in', [0, ...idsOf('season')])]),
      )
      .execute()
  }
  await privateSchema.deleteFrom('sample_data').execute()
  await shown(services, context, await store.head())
  return {
    players: idsOf('player').length,
    seasons: idsOf('season').length,
    rounds: idsOf('round').length,
  }
}

const sampleIds = ({ privateSchema }: CommandServices) =>
  privateSchema.selectFrom('sample_data').selectAll().execute()

function teller({ store, ids }: CommandServices, { actor }: CommandContext): Tell {
  return (occurredAt, aggregate, id, decide) => {
    const command = { id: ids.uuid(), actor, occurredAt, reason: 'Sample data' }
    return transact(store, { aggregate, id, decide, command })
  }
}

const detailsOf = ({ sportName, teams }: SampleSport, locksAt: Instant): RoundDetails => ({
  sportName,
  pickType: teams ? 'single' : 'multiple',
  picksMax: teams ? 1 : 2,
  emailMessage: null,
  locksAt,
  timeZone: 'America/New_York',
  teams: teams ?? [],
})

const WRITE_INS = ['Sinners', 'One Battle After Another', 'Hamnet', 'Marty Supreme', 'Train Dreams']

function picksOf({ teams }: SampleSport, index: number, seat: number): string[] {
  if ((seat * 5 + index * 3) % 13 === 0) return []
  if (!teams) return rotated(WRITE_INS, seat).slice(0, 2)
  return [teams[(seat * seat + index * (seat % 4)) % teams.length] ?? '']
}

const rotated = (list: readonly string[], by: number) =>
  list.map((_, index) => list[(index + by) % list.length] ?? '')
