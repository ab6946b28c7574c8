import type { Instant } from '../../domain/event.ts'
import type { RefusedBecause, RefusedPickRow } from '../../platform/database/private-schema.ts'
import { START } from '../../platform/event-store/event-store.ts'
import { lateSeal } from '../../platform/integrity/late-seals.ts'
import type { NoticeOutcome } from '../../platform/mail/notices.ts'
import { spanText } from '../../platform/time/clock.ts'
import { zoneOffsets } from '../../platform/time/time-zone.ts'
import type { PickKey, pickStory, StoryEvent } from '../../projections/record/pick-story.ts'
import type { Explanation } from '../answers/explanations.ts'
import type * as contract from '../contract/pick-stories.ts'
import { presentRank } from './leaderboards.ts'
import { msBetween } from './picks.ts'

type Seal = { head: string; sealedAt: Instant }

type Found = {
  of: PickKey
  story: NonNullable<Awaited<ReturnType<typeof pickStory>>>
  seasonName: string
  playerName: string
  explained: Explanation | null
  seals: ReadonlyMap<string, Seal>
  refused: readonly RefusedPickRow[]
  mails: readonly NoticeOutcome[]
}

export function presentPickStory({ of, story, playerName: name, ...found }: Found): contract.PickStory {
  const { sealed, round, hasPicked } = story
  const events: contract.StoryEvent[] = [
    ...story.events.map((event) => presentEvent(event, found.seals, round.locksAt)),
    ...found.refused.map((row) => ({
      kind: 'refused' as const,
      at: row.refused_at,
      by: 'player' as const,
      admin: null,
      reason: null,
      sentence: `A pick from the link of ${name} was refused${whyRefused(row)}`,
      lock: { was: null, is: row.locks_at },
    })),
    ...found.mails.map(({ created_at, sent_at, template, state, reply, subject }) => ({
      kind: 'mail' as const,
      at: sent_at ?? created_at,
      by: 'system' as const,
      admin: null,
      reason: null,
      sentence: subject
        ? `Mail: ${subject}`
        : `A mail ${state === 'queued' ? 'is on its way' : 'was not sent'}`,
      mail: { template, state, reply },
    })),
  ]
  return {
    seasonId: of.seasonId,
    seasonName: found.seasonName,
    user: { id: of.playerId, name },
    round: {
      id: of.roundId,
      sportName: round.sportName,
      status: round.status,
      lockTime: round.locksAt,
      timezone: round.timeZone,
      offsets: zoneOffsets(round.timeZone, round.locksAt, ...timesIn(events)),
      ...(round.cancelled === null ? {} : { cancelled: 1 as const }),
      ...(round.tieBreak && { tieBreak: round.tieBreak }),
    },
    sealed,
    hasPicked,
    standing: found.explained && presentStanding(found.explained, of),
    events: events.sort((left, right) => (left.at < right.at ? -1 : left.at > right.at ? 1 : 0)),
  }
}

const timesIn = (events: readonly contract.StoryEvent[]) =>
  events.flatMap(({ at, lock }) => [at, lock?.was ?? at, lock?.is ?? at])

function presentEvent(
  { position, kind, at, by, sentence, reason, lacksReason, lock, version, countsByTime, effect }: StoryEvent,
  seals: Found['seals'],
  locksAt: Instant,
): contract.StoryEvent {
  const [first, seal] = [seals.get(START), seals.get(position)]
  const late = countsByTime && first && seal && lateSeal(seal.sealedAt, locksAt, first.sealedAt)
  return {
    kind,
    at,
    sentence,
    reason,
    by: by.kind === 'player' || by.kind === 'admin' ? by.kind : 'system',
    admin: by.kind === 'admin' ? by.name : null,
    ...(lacksReason && { lacksReason: true as const }),
    ...(seal && { seal: { head: seal.head, sealedAt: seal.sealedAt } }),
    ...(late && { lateSeal: late }),
    ...(lock && { lock }),
    ...(version && {
      version: {
        code: version.code,
        savedBy: version.by,
        picks: [...version.picks],
        ...(version.nowCalled && { nowCalled: version.nowCalled }),
        guess: version.guess,
        counts: version.counts,
      },
    }),
    ...(effect && { effect }),
  }
}

function presentStanding(explained: Explanation, { roundId }: PickKey): contract.PickStory['standing'] {
  const cell = explained.cells.find(({ round }) => round.roundId === roundId)
  return cell
    ? {
        ...presentRank(explained),
        sentence: explained.sentence,
        place: cell.score?.place ?? null,
        points: cell.score?.points ?? null,
        ...(cell.score?.dropped && { dropped: 1 as const }),
        pickSentence: cell.sentence,
      }
    : null
}

function whyRefused({ because, refused_at, locks_at }: RefusedPickRow): string {
  if (refused_at >= locks_at && (because === null || because === 'picks-locked')) {
    return `: it came ${spanText(msBetween(locks_at, refused_at))} after the lock`
  }
  return because === null ? ' before the lock' : `: ${REFUSED_BECAUSE[because]}`
}

const REFUSED_BECAUSE: Record<RefusedBecause, string> = {
  'picks-locked': 'the sport was locked',
  invalid: 'it was not a valid pick',
  too_many: 'it had been changed too often',
  'sport-gone': 'the sport was deleted',
  'sport-cancelled': 'the sport was cancelled',
  'sport-unopened': 'the sport was not open yet',
  'season-gone': 'the season was deleted',
  'season-ended': 'the season had ended',
  'season-inactive': 'the season was not active',
  'player-inactive': 'the player was not active',
  'player-out': 'the player did not take part in the season',
  'link-replaced': 'its link had been replaced',
}
