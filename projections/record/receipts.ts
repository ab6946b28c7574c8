import type { Kysely } from 'kysely'
import type { Instant } from '../../domain/event.ts'
import { countingVersion, isInTime, type PickVersion } from '../../domain/picks/pick.ts'
import type { Lock } from '../../domain/rounds/round.ts'
import { namedPicks } from '../../domain/rounds/slot-names.ts'
import { nowCalled } from '../../domain/rounds/team-names.ts'
import { isSealed } from '../../domain/seasons/sealing.ts'
import { roundIn, type SeasonAndRounds, seasonStream } from '../../domain/seasons/season-stream.ts'
import type { EventStore, Position } from '../../platform/event-store/event-store.ts'
import { lateSealAt } from '../../platform/integrity/late-seals.ts'
import { findRound } from '../now/rounds.ts'
import { openChronicle } from '../past/chronicle.ts'
import { findDocument } from '../read-models/find-documents.ts'
import type { Read } from '../read-models/read-tables.ts'

/** `late` came after the lock, `sealed_late` too although its time is before it, `withdrawn` was taken back. */
export type ReceiptFate = 'counts' | 'superseded' | 'late' | 'sealed_late' | 'withdrawn'

export type Receipt = {
  code: string
  of: { seasonId: number; roundId: number; playerId: number }
  playerName: string
  sportName: string
  seasonName: string
  calledThen?: { sportName: string; seasonName: string }
  timeZone: string
  savedAt: Instant
  savedBy: PickVersion['by']
  lockInstant: Instant
  fate: ReceiptFate
  lateSeal?: string
  supersededBy: { savedAt: Instant; savedBy: PickVersion['by'] } | null
  locked: boolean
  cancelled?: 1
  /** Null while the sport is open for picks, and of a sport that is deleted. */
  picks: readonly string[] | null
  nowCalled?: string
  guess: number | null
}

/** Null for a code that no pick has, or only one that was deleted for ever. */
export async function findReceipt(
  { read, store, kysely }: { read: Read; store: EventStore; kysely: Kysely<object> },
  code: string,
): Promise<Receipt | null> {
  const made = await read
    .selectFrom('pick_versions')
    .select(['round_id', 'player_id'])
    .where('receipt', '=', code)
    .executeTakeFirst()
  if (!made) return null
  const { round_id: roundId, player_id: playerId } = made
  const found = await findRound(read, roundId)
  const versions = await versionsOf(read, roundId, playerId)
  const own = versions.find((version) => version.receipt === code)
  if (!found || !own) return null

  const { round, season } = found
  const counting = countingVersion(versions, round)
  const locked = !isSealed(round)
  const isThere = round.deletedAt === null && season.season.deletedAt === null
  const called = namesIn(season, roundId)
  const of = { seasonId: round.seasonId, roundId, playerId }
  const isRenamed = await renamedSince(read, of, own.position)
  const then = isRenamed
    ? namesIn(await openChronicle(store).before(seasonStream, [of.seasonId], own.position), roundId)
    : called
  const isCalledSo = then.sportName === called.sportName && then.seasonName === called.seasonName
  const owner = await findDocument(read, 'player', playerId)
  return {
    of,
    code,
    locked,
    timeZone: round.timeZone,
    lockInstant: round.locksAt,
    ...called,
    ...(isCalledSo ? {} : { calledThen: then }),
    ...(round.cancelled === null ? {} : { cancelled: 1 }),
    playerName: owner?.name ?? 'Former player',
    savedAt: own.at,
    savedBy: own.by,
    fate: counting === own ? 'counts' : (lateness(own, round) ?? (counting ? 'superseded' : 'withdrawn')),
    ...(counting === own && own.by === 'player' && (await lateSealAt(kysely, own.position, round.locksAt))),
    supersededBy: counting && counting !== own ? { savedAt: counting.at, savedBy: counting.by } : null,
    picks: locked && isThere ? namedPicks(own.picks, round.slotNames ?? null) : null,
    ...(locked && isThere ? nowCalled(own, round) : {}),
    guess: locked && isThere ? await guessAt(read, made, own.position) : null,
  }
}

async function renamedSince(
  read: Read,
  { seasonId, roundId }: { seasonId: number; roundId: number },
  position: Position,
): Promise<boolean> {
  const row = await read
    .selectFrom('history')
    .select('position')
    .where('season_id', '=', seasonId)
    .where('position', '>', position)
    .where((eb) =>
      eb.or([
        eb('type', '=', 'SeasonRenamed'),
        eb.and([eb('type', '=', 'RoundRenamed'), eb('round_id', '=', roundId)]),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

function namesIn({ season, rounds }: SeasonAndRounds, roundId: number) {
  const round = roundIn({ rounds }, roundId)
  return {
    sportName: 'sportName' in round ? round.sportName : '',
    seasonName: 'name' in season ? season.name : '',
  }
}

function lateness(version: PickVersion, lock: Lock): 'late' | 'sealed_late' | null {
  if (version.by === 'admin' || isInTime(version, lock)) return null
  return version.at < lock.locksAt ? 'sealed_late' : 'late'
}

async function versionsOf(read: Read, roundId: number, playerId: number) {
  const rows = await read
    .selectFrom('pick_versions')
    .select(['receipt', 'position', 'picks', 'made_at', 'made_by'])
    .where('round_id', '=', roundId)
    .where('player_id', '=', playerId)
    .orderBy('position')
    .execute()
  return rows.map(({ made_at, made_by, ...row }) => ({ ...row, at: made_at, by: made_by }))
}

/** A guess comes right before the version that it was saved with. */
async function guessAt(
  read: Read,
  { round_id, player_id }: { round_id: number; player_id: number },
  position: Position,
): Promise<number | null> {
  const row = await read
    .selectFrom('guesses')
    .select('guess')
    .where('round_id', '=', round_id)
    .where('player_id', '=', player_id)
    .where('position', '<', position)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.guess ?? null
}
