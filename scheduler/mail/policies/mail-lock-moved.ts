import type { Instant } from '../../../domain/event.ts'
import { roundIn, seasonStream } from '../../../domain/seasons/season-stream.ts'
import { idIn } from '../../../domain/stream-id.ts'
import { heldNotices, releaseHeld } from '../../../platform/mail/notices.ts'
import { later } from '../../../platform/time/clock.ts'
import { toEverybody } from './mail-news.ts'
import type { Policy } from './policy.ts'

const HOLD_MS = 10 * 60_000
const URGENT_MS = 30 * 60_000

/** Written when it goes out: a mail that is still held tells of this move as well. */
export const mailLockMoved: Policy<'RoundRescheduled'> = async (context, event) => {
  const { chronicle, privateSchema, now } = context
  const { roundId, locksAt } = event.data
  const { occurredAt } = event.metadata
  const seasonId = idIn(event)
  const before = roundIn(await chronicle.before(seasonStream, [seasonId], event.position), roundId)
  if (!('locksAt' in before) || before.status === 'draft' || before.locksAt === locksAt) return []
  const isUrgent = leftMs(before.locksAt < locksAt ? before.locksAt : locksAt, occurredAt) < URGENT_MS
  if (isUrgent) await releaseHeld(privateSchema, { template: 'lock-moved', roundId }, now)
  const waiting = (await heldNotices(privateSchema, 'lock-moved')).filter((one) => one.round_id === roundId)
  const isWaiting = new Set(waiting.map(({ player_id }) => player_id))
  const dueAt = isUrgent ? occurredAt : later(occurredAt, HOLD_MS)
  const mails = await toEverybody(context, { template: 'lock-moved', since: occurredAt, seasonId, roundId })
  return mails.map(({ playerIds, ...mail }) => ({
    ...mail,
    dueAt,
    uselessAt: null,
    playerIds: playerIds.filter((id) => !isWaiting.has(id)),
  }))
}

const leftMs = (until: Instant, now: Instant) => Date.parse(until) - Date.parse(now)
