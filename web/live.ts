import { useEffect } from 'react'
import { queryClient } from './queries.ts'

/** Viewers who hear the same news at the same moment ask within this time, each at another. */
const spreadMs = 1_500
/** The page itself comes first. */
const startMs = 2_000
/** When the server has no room for more viewers. */
const refusedMs = 60_000

/** Shows what is new as it happens, while somebody looks. Without it the page is up to date whenever it is looked at again. */
export function useLive(): void {
  useEffect(() => follow(), [])
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

  /** Browsers have few connections to one server: a page that nobody sees holds none. */
  function followSight() {
    if (document.hidden) stop()
    else start()
  }

  function start() {
    clearTimeout(starting)
    if (document.hidden || source) return
    source = new EventSource('/api/public/live')
    source.addEventListener('season', ({ data }) => hear(JSON.parse(data).seasonId))
    source.addEventListener('error', () => {
      // A connection that broke is made anew by the browser; one that was refused is not.
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

  /** The list first: of a season that was deleted nobody asks for more. */
  async function ask() {
    asking = null
    const seasons = new Set(moved)
    moved.clear()
    await queryClient.invalidateQueries({
      queryKey: ['public', 'seasons'],
    })
    await queryClient.invalidateQueries({
      predicate: ({ queryKey: [area, , season] }) => area === 'public' && seasons.has(Number(season)),
    })
  }
}
