import { randomUUID } from 'node:crypto'
import type { DomainEvent } from '#domain/domain-event'
import type { RoundDetails } from '#domain/round'
import type { EventStore, NewEvent } from '#platform/event-store'

export const LARGE_SEASON = 1

const TEAMS = ['Reds', 'Blues', 'Greens', 'Golds', 'Blacks', 'Whites', 'Pinks', 'Browns']
const HOUR_MS = 3_600_000
const FIRST_LOCK_MS = Date.parse('2027-01-01T12:00:00.000Z')

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
const at = (ms: number) => new Date(ms).toISOString()
const lockOf = (roundId: number) => FIRST_LOCK_MS + roundId * 24 * HOUR_MS

/** A whole season, played to the end and written straight into an empty log: everybody picks in every round. */
export async function playLargeSeason(
  store: EventStore,
  { players, rounds }: { players: number; rounds: number },
): Promise<void> {
  const everybody = numbers(players)
  const write = (stream: string, events: DomainEvent[], ms: number) =>
    store.append(
      stream,
      events.map((event) => recorded(event, at(ms))),
      'any',
    )
  const opening = FIRST_LOCK_MS - HOUR_MS
  for (const playerId of everybody) {
    const data = { playerId, name: `Player ${playerId}`, email: null }
    await write(`player-${playerId}`, [{ type: 'PlayerAdded', data }], opening)
  }
  const season = {
    seasonId: LARGE_SEASON,
    name: 'League',
    yearStart: 2027,
    yearEnd: 2027,
    commissioner: null,
  }
  await write(
    `season-${LARGE_SEASON}`,
    [
      { type: 'SeasonCreated', data: season },
      ...everybody.map((playerId): DomainEvent => ({ type: 'ParticipantAdded', data: { playerId } })),
    ],
    opening,
  )
  for (const roundId of numbers(rounds)) await playRound(write, roundId, everybody)
}

type Write = (stream: string, events: DomainEvent[], ms: number) => Promise<unknown>

async function playRound(write: Write, roundId: number, everybody: number[]) {
  const lockMs = lockOf(roundId)
  const details: RoundDetails = {
    ...{ sportName: `Championship ${roundId}`, pickType: 'single', picksMax: 1, emailMessage: null },
    ...{ locksAt: at(lockMs), timeZone: 'UTC', teams: TEAMS },
  }
  await write(
    `round-${roundId}`,
    [
      { type: 'RoundCreated', data: { ...details, roundId, seasonId: LARGE_SEASON } },
      { type: 'RoundActivated', data: { recipients: [] } },
    ],
    lockMs - 12 * HOUR_MS,
  )
  for (const playerId of everybody) {
    const picks = [TEAMS[(playerId * 7 + roundId * playerId) % TEAMS.length] ?? '']
    const submittedAt = at(lockMs - HOUR_MS)
    const data = { roundId, playerId, picks, submittedAt }
    await write(`pick-${roundId}-${playerId}`, [{ type: 'PickSubmitted', data }], lockMs - HOUR_MS)
  }
  const [first = '', second = '', third = ''] = TEAMS.slice(roundId % 5)
  await write(`round-${roundId}`, [{ type: 'RoundLocked', data: { lockedAt: at(lockMs) } }], lockMs)
  const result = { places: { first, second, third }, placements: [] }
  await write(`round-${roundId}`, [{ type: 'RoundCompleted', data: result }], lockMs + HOUR_MS)
}

function recorded({ type, data }: DomainEvent, occurredAt: string): NewEvent {
  const commandId = randomUUID()
  const actor = { kind: 'system' } as const
  return {
    id: randomUUID(),
    type,
    data,
    metadata: { actor, commandId, correlationId: commandId, causationId: commandId, occurredAt },
  }
}
