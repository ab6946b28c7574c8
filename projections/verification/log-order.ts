import type { Instant } from '../../domain/event.ts'
import { type PresentRound, type Round, round } from '../../domain/rounds/round.ts'
import { isRoundEvent } from '../../domain/seasons/season-stream.ts'
import type { Position, RecordedEvent } from '../../platform/event-store/event-store.ts'
import type { EventRef } from '../../platform/integrity/hash-chain-check.ts'
import { lateSeal, span } from '../../platform/integrity/late-seals.ts'
import { isIn, type LoggedEvent } from '../read-models/logged-event.ts'

/** A clock that was wrong, or a server that did not run, explains a remark, and nothing else. */
export type OutOfOrder = { event: EventRef; what: string; isRemark: boolean }

/** Far more than clocks of two processes differ by, and than an append takes. */
const APART_MS = 120_000

const FOUND_MAX = 100

type Data = Partial<
  Record<'submittedAt' | 'enteredAt' | 'withdrawnAt' | 'locksAt' | 'lockedAt', Instant> & { roundId: number }
>

/** Compares the times in events with the order of the log. */
export function lookForDisorder() {
  const found: OutOfOrder[] = []
  const rounds = new Map<number, Round>()
  const completedMs = new Map<number, number>()
  let latest: { position: Position; atMs: number }[] = []
  let previousMs = Number.NaN
  let firstSealAt: Instant | null = null

  return { look, found }

  function look(event: RecordedEvent, sealedAt: Instant | null) {
    firstSealAt ??= sealedAt
    const { position, metadata } = event
    const data = (event.data ?? {}) as Data
    const times = [metadata?.occurredAt, madeAt(data)].filter((at) => at !== undefined)
    const atMs = Math.min(...times.map(Date.parse))
    const sport = rounds.get(data.roundId ?? 0)
    if (!Number.isFinite(atMs)) note(event, 'has no readable time')
    else {
      if (sport && 'locksAt' in sport) lookAt(event, data, sport, sealedAt)
      if (previousMs - atMs >= APART_MS)
        note(event, `has a time ${span(previousMs - atMs)} before that of the event before it`, true)
      latest = [...latest.filter((one) => one.atMs > atMs), { position, atMs }]
      previousMs = atMs
    }
    follow(event)
  }

  function lookAt(event: RecordedEvent, data: Data, sport: PresentRound, sealedAt: Instant | null) {
    const { type, metadata } = event
    const { roundId, status, locksAt, lockPosition } = sport
    const { locksAt: to = locksAt } = data
    const made = madeAt(data)
    if (made !== undefined && made < locksAt) {
      const what = `says that it was made on ${made}, before the lock, but is in the log after it`
      if (lockPosition !== undefined)
        note(event, what, latestSince(lockPosition) - Date.parse(made) < APART_MS)
      else if (data.submittedAt) lookAtSeal(event, locksAt, sealedAt)
    } else if (made !== undefined && !data.submittedAt && status === 'completed') {
      if (Date.parse(made) - (completedMs.get(roundId) ?? 0) >= APART_MS)
        note(event, 'was made while the sport was completed, which takes no entries')
    }
    if (type === 'RoundRescheduled' && to !== locksAt) {
      if (lockPosition !== undefined) note(event, `moves the lock to ${to} after the sport has locked`)
      else if (status === 'active' && metadata?.occurredAt >= to)
        note(event, `moves the lock to ${to}, when that time had passed`)
    }
    const isByHand = data.lockedAt && lockPosition === undefined && metadata?.actor?.kind === 'admin'
    if (type === 'RoundLocked' && !isByHand && metadata?.occurredAt < locksAt)
      note(event, `locks the sport before its lock time of ${locksAt}`)
  }

  function lookAtSeal(event: RecordedEvent, locksAt: Instant, sealedAt: Instant | null) {
    const late = sealedAt && firstSealAt && lateSeal(sealedAt, locksAt, firstSealAt)
    if (late) note(event, `was ${late}`, true)
  }

  function follow(event: RecordedEvent) {
    const logged = event as LoggedEvent
    try {
      if (!isIn(logged, 'season') || !isRoundEvent(logged)) return
      const { roundId } = logged.data
      if (logged.type === 'RoundCompleted') completedMs.set(roundId, Date.parse(logged.metadata.occurredAt))
      rounds.set(roundId, round.evolve(rounds.get(roundId) ?? round.initial, logged))
    } catch {
      // Nor can tables be made of such an event: `verify` says so.
    }
  }

  function latestSince(position: Position): number {
    return latest.find((one) => one.position >= position)?.atMs ?? Number.NaN
  }

  function note({ position, stream, revision, type }: RecordedEvent, what: string, isRemark = false) {
    if (found.filter((one) => one.isRemark === isRemark).length >= FOUND_MAX) return
    found.push({ event: { position, stream, revision, type }, what, isRemark })
  }
}

const madeAt = ({ submittedAt, enteredAt, withdrawnAt }: Data) => submittedAt ?? enteredAt ?? withdrawnAt
