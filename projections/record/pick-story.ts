import { sql } from 'kysely'
import type { Instant } from '../../domain/event.ts'
import type { StoryKind } from '../../domain/event-descriptor.ts'
import { EVENT_TABLE, findDescriptor } from '../../domain/event-table.ts'
import { countingPick, countingVersion, lastGuess } from '../../domain/picks/pick.ts'
import { looksAt, looksOf } from '../../domain/rounds/looks.ts'
import { type PresentRound, round } from '../../domain/rounds/round.ts'
import { namedPicks } from '../../domain/rounds/slot-names.ts'
import { nowCalled } from '../../domain/rounds/team-names.ts'
import { isSealed } from '../../domain/seasons/sealing.ts'
import { isRoundEvent, roundIn } from '../../domain/seasons/season-stream.ts'
import { isUnscored, leadersOf, type Standing } from '../../domain/seasons/standings.ts'
import type { Cache } from '../../platform/cache.ts'
import { openChronicle, type SeasonChapter } from '../../platform/event-store/chronicle.ts'
import type { EventStore, Position } from '../../platform/event-store/event-store.ts'
import { describeHistory, type HistoryEntry, sportOf } from '../history/entries.ts'
import { NONE_SEALED } from '../now/pick-visibility.ts'
import type { StandingsAround } from '../past/season-past.ts'
import { findDocument } from '../read-models/find-documents.ts'
import type { HistoryRow } from '../read-models/history.ts'
import { guessSavedWith, type MadePick, type MadeVersion, picksMade } from '../read-models/picks.ts'
import type { Read } from '../read-models/read-tables.ts'
import { ruleRows } from './rules.ts'

export type Viewer = 'everybody' | 'owner'

export type PickKey = { seasonId: number; roundId: number; playerId: number }

export type StoryEvent = Described & {
  kind: StoryKind
  lock: LockChange | null
  version: StoryVersion | null
  /** A pick or guess that counts because its player saved it before the lock. */
  countsByTime: boolean
  effect: StoryEffect | null
}

type LockChange = { was: Instant | null; is: Instant }

type Described = {
  position: Position
  at: Instant
  by: HistoryEntry['actor']
  sentence: string
  reason: string | null
  lacksReason: boolean
}

export type StoryVersion = {
  picks: readonly string[]
  nowCalled?: string
  guess: number | null
  code: string
  by: 'player' | 'admin'
  counts: boolean
}

export type StoryEffect = {
  before: Tally | null
  after: Tally | null
  leaders: { before: string[]; after: string[] }
}

/** `points` is null where the sport gives none, `rank` while nobody has a point. */
type Tally = { points: number | null; total: number; rank: number | null }

type Parts = {
  read: Read
  store: EventStore
  cache: Cache
  tablesAround: (position: Position) => Promise<StandingsAround>
}

/** Until the lock these alone are shown: a change of the teams might tell what others have picked. */
const BEFORE_LOCK: Record<Viewer, readonly StoryKind[]> = {
  everybody: ['opened', 'lock', 'words', 'look'],
  owner: ['opened', 'lock', 'words', 'pick', 'link', 'look'],
}

/** Oldest first; null where players have not seen the sport yet, or do not any more. */
export async function pickStory(
  parts: Parts,
  of: PickKey,
  viewer: Viewer,
): Promise<{ sealed: boolean; round: PresentRound; hasPicked: boolean; events: StoryEvent[] } | null> {
  const { read } = parts
  const chapters = await openChronicle(parts.store).ofSeason(of.seasonId)
  const { state, locks, openedAt } = locksIn(chapters, of.roundId)
  if (!('locksAt' in state) || state.deletedAt !== null || openedAt === null) return null

  const sealed = isSealed(state)
  const versions = (await picksMade(read, [{ round_id: of.roundId, player_id: of.playerId }]))(
    of.roundId,
    of.playerId,
  )
  const notices = await findDocument(read, 'notices', of.roundId)
  const looks = looksAt(looksOf(state, notices), of.playerId)
  const kindAt = ({ type, position }: { type: string; position: Position }) =>
    looks.includes(position) ? 'look' : kindOf(type)
  const rules = sealed
    ? []
    : (await ruleRows(parts, of.seasonId)).filter(({ round_id }) => isOfRound(round_id, of.roundId))
  const rows = await read
    .selectFrom('history')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb.and([eb('round_id', '=', of.roundId), eb('player_id', 'is', null), eb('type', 'in', OF_ROUND)]),
        eb.and([eb('round_id', '=', of.roundId), eb('player_id', '=', of.playerId)]),
        eb.and([eb('season_id', '=', of.seasonId), eb('round_id', 'is', null), eb('type', 'in', OF_SEASON)]),
        ...(viewer === 'owner' ? [isCopyOf(of)] : []),
        eb('position', 'in', ['', ...looks, ...rules.map(({ position }) => position)]),
      ]),
    )
    .where((eb) => eb.or([eb('position', '>=', openedAt), eb('player_id', '=', of.playerId)]))
    .orderBy('position')
    .execute()
  const shownRows = rows.filter((row) => {
    const kind = kindAt(row)
    // A guess comes in the same append as its pick, which tells it.
    const isWithPick = row.type.startsWith('TieBreakGuess') && rows.some((other) => isPickWith(row, other))
    return kind !== null && (!sealed || BEFORE_LOCK[viewer].includes(kind)) && !isWithPick
  })
  const described = await describeHistory(read, NONE_SEALED, shownRows)
  const counting = [countingVersion(versions, state), lastGuess(versions, state)]
  const events: StoryEvent[] = []
  const sports = new Map(shownRows.map((row) => [row.position, sportOf(row)]))
  for (const entry of described) {
    const { position, type, occurredAt: at, actor: by, sentence, reason, lacksReason } = entry
    const changes = findDescriptor(type)?.record?.changesPoints ?? false
    const lock = locks.get(position) ?? null
    const own = versions.find((one) => one.position === position)
    events.push({
      position,
      at,
      by,
      reason,
      lacksReason,
      lock,
      // Who publishes a lock, perhaps long after it, did nothing.
      ...(type === 'RoundLocked' && lock?.was === lock?.is && lock
        ? { at: lock.is, by: NOBODY, reason: null }
        : {}),
      sentence: lock?.was ? lockSentence(by.name, type, lock, sports.get(position) ?? '') : sentence,
      kind: kindAt({ type, position }) ?? 'sport',
      version: own && 'picks' in own ? storyVersion(own, versions, state) : null,
      countsByTime: own?.by === 'player' && counting.some((one) => one === own),
      effect: changes ? effectOf(await parts.tablesAround(position), of) : null,
    })
  }
  return { sealed, round: state, hasPicked: countingPick(versions, state) !== null, events }
}

const NOBODY: Described['by'] = { kind: 'scheduler', id: null, name: '' }

function lockSentence(name: string, type: string, { was, is }: LockChange, sportName: string): string {
  if (type !== 'RoundLocked') return `${name} moved the lock of ${sportName}`
  return was === is ? `${sportName} locked at its lock time` : `${name} locked ${sportName} by hand`
}

const kindOf = (type: string): StoryKind | null => findDescriptor(type)?.story ?? null

const OF_ROUND = Object.keys(EVENT_TABLE).filter(
  (type) => !['pick', 'asked', 'rules', 'link', 'look', null].includes(kindOf(type)),
)

const OF_SEASON = OF_ROUND.filter((type) => type.startsWith('Season'))

const isOfRound = (changed: number | null, roundId: number) => changed === null || changed === roundId

function locksIn(chapters: readonly SeasonChapter[], roundId: number) {
  const locks = new Map<Position, LockChange>()
  let state = round.initial
  let openedAt: Position | null = null
  for (const { event, before, after } of chapters) {
    if (!isRoundEvent(event) || event.data.roundId !== roundId) continue
    const former = roundIn(before, roundId)
    const was = 'locksAt' in former ? former.locksAt : null
    state = roundIn(after, roundId)
    if (event.type === 'RoundActivated') openedAt ??= event.position
    if (!('locksAt' in state)) continue
    if (event.type === 'RoundActivated') locks.set(event.position, { was: null, is: state.locksAt })
    else if (was !== state.locksAt || event.type === 'RoundLocked')
      locks.set(event.position, { was, is: state.locksAt })
  }
  return { state, locks, openedAt }
}

const isCopyOf = ({ roundId, playerId }: PickKey) =>
  sql<boolean>`type = 'PickLinkCopied' and round_id = ${roundId} and (args -> 'data' ->> 'playerId')::integer = ${playerId}`

const isPickWith = (guess: HistoryRow, { command_id, kind, type, position }: HistoryRow) =>
  command_id === guess.command_id && kind === 'picks' && type.startsWith('Pick') && position > guess.position

function storyVersion(
  version: MadeVersion,
  versions: readonly MadePick[],
  round: PresentRound,
): StoryVersion {
  return {
    picks: namedPicks(version.picks, round.slotNames),
    ...nowCalled(version, round),
    guess: guessSavedWith(versions, version),
    code: version.receipt,
    by: version.by,
    counts: countingVersion(versions, round) === version,
  }
}

const effectOf = ({ before, after }: StandingsAround, { roundId, playerId }: PickKey): StoryEffect => ({
  before: tallyOf(before, roundId, playerId),
  after: tallyOf(after, roundId, playerId),
  leaders: { before: leadersOf(before), after: leadersOf(after) },
})

function tallyOf(table: readonly Standing[], roundId: number, playerId: number): Tally | null {
  const own = table.find((entry) => entry.playerId === playerId)
  if (!own) return null
  const points = own.scores.get(roundId)?.points ?? null
  return { points, total: own.totalPoints, rank: isUnscored(table) ? null : own.rank }
}
