import type { Instant } from '../../domain/event.ts'
import type { Position, RecordedEvent } from '../../platform/event-store/event-store.ts'
import type { EventRef } from '../../platform/integrity/hash-chain-check.ts'
import { lateSeal, span } from '../../platform/integrity/late-seals.ts'

/** A clock that was wrong, or a server that did not run, explains a remark, and nothing else. */
export type OutOfOrder = { event: EventRef; what: string; isRemark: boolean }

/** Far more than clocks of two processes differ by, and than an append takes. */
const APART_MS = 120_000

const FOUND_MAX = 100

type Sport = {
  isActive: boolean
  locksAt: Instant
  lockPosition: Position | null
  completedAt: Instant | null
}

type Data = Partial<
  Record<'submittedAt' | 'enteredAt' | 'withdrawnAt' | 'locksAt' | 'lockedAt', Instant> & { roundId: number }
>

/** Compares the times in events with the order of the log. */
export function lookForDisorder() {
  const found: OutOfOrder[] = []
  const sports = new Map<number, Sport>()
  let latest: { position: Position; atMs: number }[] = []
  let previousMs = Number.NaN
  let firstSealAt: Instant | null = null

  return { look, found }

  function look(event: RecordedEvent, sealedAt: Instant | null) {
    firstSealAt ??= sealedAt
    const { position } = event
    const data = (event.data ?? {}) as Data
    const atMs = Math.min(
      ...[event.metadata?.occurredAt, madeAt(data)].filter((at) => at !== undefined).map(Date.parse),
    )
    if (!Number.isFinite(atMs)) {
      follow(event, data)
      return note(event, 'has no readable time')
    }
    const sport = sports.get(data.roundId ?? 0)
    if (sport) lookAt(event, data, sport, sealedAt)
    if (previousMs - atMs >= APART_MS) {
      note(event, `has a time ${span(previousMs - atMs)} before that of the event before it`, true)
    }
    follow(event, data)
    latest = [...latest.filter((one) => one.atMs > atMs), { position, atMs }]
    previousMs = atMs
  }

  function lookAt(event: RecordedEvent, data: Data, sport: Sport, sealedAt: Instant | null) {
    const { type, metadata } = event
    const made = madeAt(data)
    const behindMs = made === undefined ? 0 : passedSince(sport.lockPosition) - Date.parse(made)
    switch (type) {
      case 'PickSubmitted':
      case 'TieBreakGuessed':
        if (made === undefined || made >= sport.locksAt) return
        if (sport.lockPosition === null) return lookAtSeal(event, sport, sealedAt)
        return note(
          event,
          `says that it was saved on ${made}, before the lock, but is in the log after it, and does not count`,
          behindMs < APART_MS,
        )
      case 'PickEntered':
      case 'PickEntryWithdrawn':
      case 'TieBreakGuessEntered':
        if (made === undefined) return
        if (sport.lockPosition !== null && made < sport.locksAt && behindMs >= APART_MS)
          return note(event, `says that it was made on ${made}, before the lock, but is in the log after it`)
        if (sport.completedAt !== null && Date.parse(made) - Date.parse(sport.completedAt) >= APART_MS)
          note(event, 'was made while the sport was completed, which takes no entries')
        return
      case 'RoundRescheduled': {
        const { locksAt = sport.locksAt } = data
        if (locksAt === sport.locksAt) return
        if (sport.lockPosition !== null)
          return note(event, `moves the lock to ${locksAt} after the sport has locked, and does not count`)
        if (!sport.isActive || previousMs - Date.parse(locksAt) < APART_MS) return
        // A clock that was ahead explains it.
        return note(
          event,
          `moves the lock to ${locksAt}, when that time had passed`,
          metadata?.occurredAt < locksAt,
        )
      }
      case 'RoundLocked': {
        const isByHand = data.lockedAt && sport.lockPosition === null && metadata?.actor?.kind === 'admin'
        if (!isByHand && metadata?.occurredAt < sport.locksAt)
          note(event, `locks the sport before its lock time of ${sport.locksAt}`)
      }
    }
  }

  function lookAtSeal(event: RecordedEvent, { locksAt }: Sport, sealedAt: Instant | null) {
    const late = sealedAt && firstSealAt && lateSeal(sealedAt, locksAt, firstSealAt)
    if (late) note(event, `was ${late}`, true)
  }

  function follow({ type, position, metadata }: RecordedEvent, data: Data) {
    const { roundId = 0, locksAt = '', lockedAt } = data
    const sport = sports.get(roundId)
    switch (type) {
      case 'RoundCreated':
        sports.set(roundId, { isActive: false, locksAt, lockPosition: null, completedAt: null })
        return
      case 'RoundActivated':
        return change({ isActive: true })
      case 'RoundRescheduled':
        return change(sport?.lockPosition === null ? { locksAt } : {})
      case 'RoundLocked':
        if (sport?.lockPosition !== null) return
        return change({ isActive: false, lockPosition: position, locksAt: lockedAt ?? sport.locksAt })
      case 'RoundCompleted':
        return change({ completedAt: metadata?.occurredAt })
      case 'RoundUnlocked':
        return change({ completedAt: null })
    }

    function change(to: Partial<Sport>) {
      if (sport) Object.assign(sport, to)
    }
  }

  function passedSince(position: Position | null): number {
    return latest.find((one) => one.position >= (position ?? ''))?.atMs ?? Number.NaN
  }

  function note({ position, stream, revision, type }: RecordedEvent, what: string, isRemark = false) {
    if (found.filter((one) => one.isRemark === isRemark).length >= FOUND_MAX) return
    found.push({ event: { position, stream, revision, type }, what, isRemark })
  }
}

const madeAt = ({ submittedAt, enteredAt, withdrawnAt }: Data) => submittedAt ?? enteredAt ?? withdrawnAt
