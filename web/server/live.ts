import { useEffect } from 'react'
import { basePath } from '../browser/base-path.ts'
import { isOfSeason, query } from './api.ts'
import { queryClient } from './queries.ts'

/** All viewers hear the same news at once, so each asks at a random moment within this time. */
const spreadMs = 1_500
/** The page itself loads first. */
const startMs = 2_000
/** When the server has no room for more viewers. */
const refusedMs = 60_000

/** Without live news the page is still up to date whenever it is looked at again. */
export function useLive(): void {
  useEffect(() => follow(), [])
}

/** For a page that loads this file later. */
export function Live(): null {
  useLive()
  return null
}

function follow(): () => void {
  const moved = new Set<number>()
  let source: EventSource | null = null
  let starting = setTimeout(start, startMs)
  let asking: ReturnType<typeof setTimeout> | null = null
  document.addEventListener('visibilitychange', followSight)
  return () => {
    document.removeEventListener('visibilitychange', followSight)
    stop()
  }

  /** Browsers allow few connections to one server, so a hidden page holds none. */
  function followSight() {
    if (document.hidden) stop()
    else start()
  }

  function start() {
    clearTimeout(starting)
    if (document.hidden || source) return
    source = new EventSource(`${basePath}/api/public/live`)
    source.addEventListener('season', ({ data }) => hear(JSON.parse(data).seasonId))
    source.addEventListener('error', () => {
      // The browser restores a broken connection, but not a refused one.
      if (source?.readyState !== EventSource.CLOSED) return
      stop()
      starting = setTimeout(start, refusedMs * (1 + Math.random()))
    })
  }

  function stop() {
    clearTimeout(starting)
    if (asking) clearTimeout(asking)
    asking = null
    source?.close()
    source = null
  }

  function hear(seasonId: number) {
    moved.add(seasonId)
    asking ??= setTimeout(ask, Math.random() * spreadMs)
  }

  /** The list first, so that nothing asks for a deleted season. */
  async function ask() {
    asking = null
    const seasons = new Set(moved)
    moved.clear()
    await queryClient.invalidateQueries({ queryKey: query('GET /public/seasons').queryKey })
    await queryClient.invalidateQueries({
      predicate: ({ queryKey }) => isOfSeason(queryKey, seasons),
    })
  }
}
