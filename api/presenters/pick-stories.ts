import { refusedPicks } from '../../commands/picks/refused-picks.ts'
import type { Instant } from '../../domain/event.ts'
import { Refusal } from '../../domain/refusal.ts'
import { statusAt } from '../../domain/rounds/round.ts'
import type { RefusedBecause, RefusedPickRow } from '../../platform/database/private-schema.ts'
import { sealsForPositions } from '../../platform/integrity/hash-chain.ts'
import { mailsOfPlayer } from '../../platform/mail/outbox-list.ts'
import {
  keptSeasonRecord,
  type PointInLog,
  type StandingsAround,
  tablesAround,
} from '../../projections/past/season-past.ts'
import { explainStanding } from '../../projections/queries/explanations.ts'
import {
  type PickKey,
  pickStory,
  type StoryEvent,
  type Viewer,
} from '../../projections/queries/pick-story.ts'
import type * as contract from '../contract/pick-stories.ts'
import type { Services } from '../server/services.ts'
import { inTurn } from './in-turn.ts'
import { msBetween } from './pick-receipts.ts'
import { rankInRest } from './ranks.ts'

/** The standings of a past moment take long to make where a league is large. */
const WAITING_MAX = 32
const BYTES_OF_ROW = 2_000

/** The page of a pick. Throws Refusal not_found where there is none. */
export function pickStories(services: Services) {
  const limited = inTurn({
    ...{ atOnceMax: 1, waitingMax: WAITING_MAX },
    busy: 'Too many people look back right now. Please try again in a moment',
  })
  return (of: PickKey, viewer: Viewer, receivedAt: Instant) =>
    presentPickStory(services, limited, of, viewer, receivedAt)
}

async function presentPickStory(
  services: Services,
  limited: ReturnType<typeof inTurn>,
  of: PickKey,
  viewer: Viewer,
  receivedAt: Instant,
): Promise<contract.PickStory> {
  const { read, store, boards, cache, kysely, privateSchema } = services
  const season = await boards.seasonNow(of.seasonId, receivedAt)
  const record = season && (await keptSeasonRecord(services, season.mark))
  const name = record?.players.get(of.playerId)?.player.name
  if (!season || !record || name === undefined) throw notFound()
  const { mark, now } = season
  const tables = async (point: PointInLog): Promise<StandingsAround> => {
    const key = `around ${of.seasonId} ${mark.generation}-${mark.position} ${point.position}`
    const found = await cache(key, () => limited(() => tablesAround(read, record, point)), sizeOfTables)
    return found ?? { before: [], after: [] }
  }
  const story = await pickStory({ read, store, cache, tablesAround: tables }, of, viewer, now)
  if (!story) throw notFound()

  const { sealed, round, hasPicked } = story
  const isTold = viewer === 'owner' || !sealed
  const refused = isTold ? await refusedPicks(privateSchema, of) : []
  const mails = viewer === 'owner' ? await mailsOfPlayer(privateSchema, of) : []
  const seals = await sealsForPositions(
    kysely,
    story.events.map(({ position }) => position),
  )
  const events: contract.StoryEvent[] = [
    ...story.events.map((event) => eventInRest(event, seals.get(event.position))),
    ...refused.map((row) => ({
      ...{ kind: 'refused' as const, at: row.refused_at, by: 'player' as const, admin: null, reason: null },
      sentence: `A pick from the link of ${name} was refused${whyRefused(row)}`,
      lock: { was: null, is: row.locks_at },
    })),
    ...mails.map(({ at, template, state, reply, subject }) => ({
      ...{ kind: 'mail' as const, at, by: 'system' as const, admin: null, reason: null },
      sentence: `Mail: ${subject}`,
      mail: { template, state, reply },
    })),
  ]
  return {
    seasonId: of.seasonId,
    seasonName: record.document.season.name,
    user: { id: of.playerId, name },
    round: {
      id: of.roundId,
      sportName: round.sportName,
      status: statusAt(round, now),
      lockTime: round.locksAt,
      timezone: round.timeZone,
      ...(round.cancelledAt === null ? {} : { cancelled: 1 as const }),
      ...(round.tieBreak && { tieBreak: round.tieBreak }),
    },
    ...{ sealed, hasPicked, standing: standingOf(season, of) },
    // Of what happened at the same instant the log's order stays.
    events: events.sort((left, right) => (left.at < right.at ? -1 : left.at > right.at ? 1 : 0)),
  }
}

const notFound = () => new Refusal('not_found', 'There is no such pick')

const sizeOfTables = ({ before, after }: StandingsAround) => (before.length + after.length) * BYTES_OF_ROW

function eventInRest(
  { kind, at, by, sentence, reason, lock, version, effect }: StoryEvent,
  seal: { head: string; sealedAt: Instant } | undefined,
): contract.StoryEvent {
  return {
    ...{ kind, at, sentence, reason },
    by: by.kind === 'player' || by.kind === 'admin' ? by.kind : 'system',
    admin: by.kind === 'admin' ? by.name : null,
    ...(seal && { seal: { head: seal.head, sealedAt: seal.sealedAt } }),
    ...(lock && { lock }),
    ...(version && {
      version: {
        ...{ code: version.code, savedBy: version.by, picks: [...version.picks] },
        ...{ guess: version.guess, counts: version.counts },
      },
    }),
    ...(effect && { effect }),
  }
}

function standingOf(
  season: NonNullable<Awaited<ReturnType<Services['boards']['seasonNow']>>>,
  { roundId, playerId }: PickKey,
): contract.PickStory['standing'] {
  const explained = explainStanding(season, playerId)
  const cell = explained?.cells.find(({ round }) => round.roundId === roundId)
  if (!explained || !cell) return null
  return {
    ...rankInRest(explained),
    sentence: explained.sentence,
    place: cell.score?.place ?? null,
    points: cell.score?.points ?? null,
    pickSentence: cell.sentence,
  }
}

function whyRefused({ because, refused_at, locks_at }: RefusedPickRow): string {
  if (refused_at >= locks_at && (because === null || because === 'locked')) {
    return `: it came ${afterText(locks_at, refused_at)} the lock`
  }
  return because === null ? ' before the lock' : `: ${REFUSED_BECAUSE[because]}`
}

const REFUSED_BECAUSE: Record<RefusedBecause, string> = {
  locked: 'the sport was locked',
  invalid: 'it was not a valid pick',
  too_many: 'it had been changed too often',
  outdated: 'the sport had been reworded',
  sport_gone: 'the sport was deleted',
  sport_cancelled: 'the sport was cancelled',
  sport_unopened: 'the sport was not open yet',
  season_gone: 'the season was deleted',
  season_ended: 'the season had ended',
  season_inactive: 'the season was not active',
  player_inactive: 'the player was not active',
  player_out: 'the player did not take part in the season',
  link_replaced: 'its link had been replaced by a newer one',
}

/** `2 min 5 s after`; to the millisecond where it was that close. */
function afterText(lock: Instant, at: Instant): string {
  const ms = msBetween(lock, at)
  if (ms < 1_000) return `${ms} ms after`
  const seconds = Math.floor(ms / 1_000)
  const [hours, minutes, rest] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60]
  const parts = [hours && `${hours} h`, minutes && `${minutes} min`, `${rest} s`]
  return `${parts.filter(Boolean).join(' ')} after`
}
