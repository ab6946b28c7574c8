import type { Kysely } from 'kysely'
import type { Instant } from '../../domain/event.ts'
import { countingVersion, isInTime, type PickVersion } from '../../domain/picks/pick.ts'
import type { Lock } from '../../domain/rounds/round.ts'
import { namedPicks } from '../../domain/rounds/slot-names.ts'
import { nowCalled } from '../../domain/rounds/team-names.ts'
import { isSealed } from '../../domain/seasons/sealing.ts'
import type { Position } from '../../platform/event-store/event-store.ts'
import { lateSealAt } from '../../platform/integrity/late-seals.ts'
import { findRound } from '../now/rounds.ts'
import { findDocument } from '../read-models/find-documents.ts'
import { guessSavedWith, type MadeVersion, picksMade } from '../read-models/picks.ts'
import type { Read } from '../read-models/read-tables.ts'

/** `late` came after the lock, `sealed_late` too although its time is before it, `withdrawn` was taken back. */
type ReceiptFate = 'counts' | 'superseded' | 'late' | 'sealed_late' | 'withdrawn'

type Receipt = {
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
  { read, kysely }: { read: Read; kysely: Kysely<object> },
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
  const versions = (await picksMade(read, [made]))(roundId, playerId)
  const own = versions.find((one): one is MadeVersion => 'picks' in one && one.receipt === code)
  if (!found || !own) return null

  const { round, season } = found
  const counting = countingVersion(versions, round)
  const locked = !isSealed(round)
  const isThere = round.deletedAt === null && season.season.deletedAt === null
  const called = { sportName: round.sportName, seasonName: season.season.name }
  const of = { seasonId: round.seasonId, roundId, playerId }
  const then = { ...called, ...(await namesAt(read, of, own.position)) }
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
    guess: locked && isThere ? guessSavedWith(versions, own) : null,
  }
}

/** What was renamed since says how it was called then. */
async function namesAt(
  read: Read,
  { seasonId, roundId }: { seasonId: number; roundId: number },
  position: Position,
): Promise<{ sportName?: string; seasonName?: string }> {
  const rows = await read
    .selectFrom('history')
    .select('args')
    .where('season_id', '=', seasonId)
    .where('position', '>', position)
    .where('type', 'in', ['SeasonRenamed', 'RoundRenamed'])
    .where((eb) => eb.or([eb('round_id', 'is', null), eb('round_id', '=', roundId)]))
    .orderBy('position', 'desc')
    .execute()
  return Object.assign(
    {},
    ...rows.map(({ args: { was } }) => (was && 'name' in was ? { seasonName: was.name } : was)),
  )
}

function lateness(version: PickVersion, lock: Lock): 'late' | 'sealed_late' | null {
  if (version.by === 'admin' || isInTime(version, lock)) return null
  return version.at < lock.locksAt ? 'sealed_late' : 'late'
}
