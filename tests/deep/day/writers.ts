import { setTimeout as sleep } from 'node:timers/promises'
import { http } from '../../support/http.ts'

/** What a player was told of one pick. */
type Told = { text: string; atMs: number; status: number; tookMs: number; sentence: string }

type PickWriters = {
  told: readonly Told[]
  /** Texts that were answered 'saved', since the beginning. */
  saved(): string[]
  stop(): Promise<void>
}

const PAUSE_MS = 350

/**
 * Each player writes in one text after the other, at whichever server takes requests now, and repeats nothing. A server that is
 * away tells nobody anything.
 */
export function startPickWriters(options: {
  players: readonly { id: number; path: string }[]
  url: () => string
}): PickWriters {
  const told: Told[] = []
  let stopped = false
  const write = async ({ id, path }: { id: number; path: string }) => {
    for (let count = 1; !stopped; count += 1) {
      const text = `${id}/${count}`
      const startedMs = performance.now()
      const answer = await http(options.url())
        .post(path, { picks: [text] })
        .catch(() => null)
      const atMs = performance.now()
      if (answer) {
        const { status, body } = answer
        told.push({ text, atMs, status, tookMs: atMs - startedMs, sentence: body.error ?? '' })
      }
      await sleep(PAUSE_MS)
    }
  }
  const running = options.players.map(write)
  return {
    told,
    saved: () => told.filter(({ status }) => status === 200).map(({ text }) => text),
    stop: async () => {
      stopped = true
      await Promise.all(running)
    },
  }
}
