import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { DomainEvent } from '../../domain/domain-event.ts'
import type { RoundDetails } from '../../domain/rounds/round.ts'
import { DEFAULT_POINTS } from '../../domain/seasons/points.ts'

/**
 * `open` of the rounds take picks until long after; the others were played. In the first open one everybody has picked
 * `changed` times. `behind` picks are spread over all open ones.
 */
export type SeasonSize = { players: number; rounds: number; open?: number; changed?: number; behind?: number }

export type LeagueWritten = {
  seasonId: number
  openRoundIds: readonly number[]
  playerIds: readonly number[]
}

const TEAMS = ['Reds', 'Blues', 'Greens', 'Golds', 'Blacks', 'Whites', 'Pinks', 'Browns']
/** Not one of those that clients pick: what is saved already is no pick. */
const OTHER_TEAM = 'Browns'
const HOUR_MS = 3_600_000
const FIRST_LOCK_MS = Date.parse('2020-01-01T12:00:00.000Z')
const OPEN_UNTIL = '2099-01-01T00:00:00.000Z'
const ROWS_AT_ONCE = 5_000
const SMALL = { players: 20, rounds: 20 }
const LARGE = { players: 200, rounds: 40 }

type Logged = { stream: string; revision: number; event: DomainEvent; occurredAt: string }

/**
 * Fills an empty log with seasons that were played to the end and one that is being played: straight into the database, as
 * the store would have done, but by thousands at once.
 * @param eventsMin seasons of the past are added until the log holds about so many.
 */
export async function writeLeague(pool: pg.Pool, size: SeasonSize, eventsMin = 0): Promise<LeagueWritten> {
  const past = eventsMin < 10_000 ? SMALL : LARGE
  const playerIds = numbers(size.players)
  const write = logWriter(pool)
  for (const playerId of numbers(Math.max(size.players, past.players))) {
    const data = { playerId, name: `Player ${playerId}`, email: null }
    await write.add(`player-${playerId}`, { type: 'PlayerAdded', data }, FIRST_LOCK_MS)
  }
  const pastSeasons = Math.max(0, Math.round((eventsMin - eventsOf(size)) / eventsOf(past)))
  for (const seasonId of numbers(pastSeasons)) await playSeason(write, seasonId, past, past.rounds)
  const seasonId = pastSeasons + 1
  const { rounds, open = 1 } = size
  await playSeason(write, seasonId, size, rounds - open)
  const openRoundIds = numbers(rounds)
    .slice(rounds - open)
    .map((number) => roundIdOf(seasonId, number))
  for (const roundId of openRoundIds) {
    await openRound(write, { roundId, seasonId, locksAt: OPEN_UNTIL }, FIRST_LOCK_MS)
  }
  const [changedId = 0] = openRoundIds
  for (const time of numbers(size.changed ?? 0)) {
    for (const playerId of playerIds) {
      await addPick(write, changedId, playerId, teamOf(playerId * time), FIRST_LOCK_MS)
    }
  }
  const links = openRoundIds.flatMap((roundId) => playerIds.map((playerId) => [roundId, playerId] as const))
  for (const number of numbers(size.behind ?? 0)) {
    const [roundId = 0, playerId = 0] = links[number % links.length] ?? []
    await addPick(write, roundId, playerId, OTHER_TEAM, FIRST_LOCK_MS)
  }
  await write.flush()
  return { seasonId, openRoundIds, playerIds }
}

const eventsOf = ({ players, rounds }: SeasonSize) => players * (rounds + 1) + rounds * 4 + 2
const roundIdOf = (seasonId: number, number: number) => seasonId * 100 + number

type LogWriter = ReturnType<typeof logWriter>

async function playSeason(
  write: LogWriter,
  seasonId: number,
  { players, rounds }: SeasonSize,
  played: number,
) {
  const stream = `season-${seasonId}`
  const name = { name: `League ${seasonId}`, yearStart: 2020, yearEnd: 2020, commissioner: null }
  await write.add(stream, { type: 'SeasonCreated', data: { seasonId, ...name } }, FIRST_LOCK_MS)
  for (const playerId of numbers(players)) {
    await write.add(stream, { type: 'ParticipantAdded', data: { playerId } }, FIRST_LOCK_MS)
  }
  for (const number of numbers(played)) {
    await playRound(write, roundIdOf(seasonId, number), seasonId, numbers(players))
  }
  if (played === rounds) await endSeason(write, stream)
}

/** Its points are its own from now on. */
async function endSeason(write: LogWriter, stream: string) {
  const data = { endedAt: at(FIRST_LOCK_MS), points: DEFAULT_POINTS, winners: [] }
  await write.add(stream, { type: 'SeasonEnded', data }, FIRST_LOCK_MS)
}

async function playRound(write: LogWriter, roundId: number, seasonId: number, playerIds: number[]) {
  const lockMs = FIRST_LOCK_MS + roundId * HOUR_MS
  const pickedMs = lockMs - HOUR_MS / 2
  await openRound(write, { roundId, seasonId, locksAt: at(lockMs) }, lockMs - HOUR_MS)
  for (const playerId of playerIds) {
    await addPick(write, roundId, playerId, teamOf(playerId * (7 + roundId)), pickedMs)
  }
  const [first = '', second = '', third = ''] = TEAMS.slice(roundId % 5)
  const data = { roundId, places: { first, second, third }, placements: [] }
  const stream = `season-${seasonId}`
  await write.add(stream, { type: 'RoundLocked', data: { roundId } }, lockMs)
  await write.add(stream, { type: 'RoundCompleted', data }, lockMs + HOUR_MS)
}

async function addPick(write: LogWriter, roundId: number, playerId: number, team: string, ms: number) {
  const data = { roundId, playerId, picks: [team], submittedAt: at(ms) }
  await write.add(`pick-${roundId}-${playerId}`, { type: 'PickSubmitted', data }, ms)
}

async function openRound(
  write: LogWriter,
  { roundId, seasonId, locksAt }: { roundId: number; seasonId: number; locksAt: string },
  ms: number,
) {
  const details: RoundDetails = {
    ...{ sportName: `Championship ${roundId}`, pickType: 'single', picksMax: 1, emailMessage: null },
    ...{ locksAt, timeZone: 'UTC', teams: TEAMS },
  }
  const stream = `season-${seasonId}`
  await write.add(stream, { type: 'RoundCreated', data: { ...details, roundId, seasonId } }, ms)
  await write.add(stream, { type: 'RoundActivated', data: { roundId, recipients: [] } }, ms)
}

function logWriter(pool: pg.Pool) {
  const revisions = new Map<string, number>()
  let waiting: Logged[] = []
  const flush = async () => {
    const rows = waiting.splice(0)
    waiting = []
    if (rows.length > 0) await pool.query(INSERT, [JSON.stringify(rows.map(rowOf))])
  }
  return {
    flush,
    add: async (stream: string, event: DomainEvent, ms: number) => {
      const revision = revisions.get(stream) ?? 0
      revisions.set(stream, revision + 1)
      waiting.push({ stream, revision, event, occurredAt: at(ms) })
      if (waiting.length >= ROWS_AT_ONCE) await flush()
    },
  }
}

const INSERT = `
  insert into log.events (position, append_end, stream, revision, event_id, type, data, metadata)
  select place, place, stream, revision, event_id, type, data, metadata
  from (
    select nextval('log.positions') as place, given.*
    from json_to_recordset($1) as given (stream text, revision integer, event_id uuid, type text, data json, metadata json)
  ) numbered`

function rowOf({ stream, revision, event, occurredAt }: Logged) {
  const commandId = randomUUID()
  const actor = { kind: 'system' }
  const ids = { commandId, correlationId: commandId, causationId: commandId }
  const { type, data } = event
  return { stream, revision, event_id: randomUUID(), type, data, metadata: { actor, ...ids, occurredAt } }
}

const teamOf = (number: number) => TEAMS[number % TEAMS.length] ?? ''
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
const at = (ms: number) => new Date(ms).toISOString()
