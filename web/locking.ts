import { useEffect, useSyncExternalStore } from 'react'

type Sport = { status: string; cancelled_at?: string } & ({ lock_time: string } | { lockTime: string })

/** A lock takes a second or two. Where it seems to take longer, the clock of this device is fast. */
const longestMs = 60_000
const askAgainMs = 1_000

/** Its lock time has come, so picks are refused, but it is not locked yet. `aheadMs`: of the server's clock, if known. */
export function isLocking(sport: Sport, aheadMs?: number): boolean {
  const lockTime = 'lockTime' in sport ? sport.lockTime : sport.lock_time
  const sinceMs = Date.now() + (aheadMs ?? 0) - Date.parse(lockTime)
  return (
    sport.status === 'active' &&
    !sport.cancelled_at &&
    sinceMs >= 0 &&
    (aheadMs !== undefined || sinceMs < longestMs)
  )
}

/** Draws again when a lock time comes, and asks until the sport is locked. Each viewer at another moment. */
export function useLocking(sports: readonly Sport[] = [], ask: () => void, aheadMs?: number): boolean {
  const some = useTicking(() => sports.some((sport) => isLocking(sport, aheadMs)))
  useEffect(() => {
    if (!some) return
    const timer = setInterval(ask, askAgainMs * (1 + Math.random()))
    return () => clearInterval(timer)
  }, [some, ask])
  return some
}

/** In whole seconds, and drawn again with each of them. */
export function useTimeLeft(lockTime: string, aheadMs: number): number {
  const endsAt = Date.parse(lockTime) - aheadMs
  return useTicking(() => Math.ceil((endsAt - Date.now()) / 1000)) * 1000
}

/** Draws again when time has changed what is read. */
const useTicking = <Read extends number | boolean>(read: () => Read) => useSyncExternalStore(ticks, read)

function ticks(onTick: () => void) {
  const timer = setInterval(onTick, 250)
  return () => clearInterval(timer)
}
