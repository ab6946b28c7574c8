import type { Socket } from 'node:net'
import { PassThrough, type Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Position } from '../../platform/event-store/event-store.ts'
import { boardsMovedSince } from '../../projections/read-models/boards.ts'
import { WIDER_NETWORK_TIMES } from './limits.ts'
import type { Services } from './services.ts'

const RECONNECT_MS = 3_000
/** A viewer who reads nothing is disconnected, and learns at the next connection what was missed. */
const UNREAD_BYTES_MAX = 64 * 1024

type Watching = { networks: readonly string[]; socket: Socket }
type Limits = {
  viewersMax: number
  ofNetworkMax: number
  heartbeatMs: number
  /** Between two messages: what moves meanwhile is told together. */
  restMs: number
  /** What a page shows that opens the stream may be as old: it comes from a cache, and loads first. */
  pageAgeMaxMs: number
}

/** Tells every viewer which season's boards moved to which position: they ask for the boards themselves. */
export function liveBoards(
  { read, projector, log }: Pick<Services, 'read' | 'projector' | 'log'>,
  { viewersMax, ofNetworkMax, heartbeatMs, restMs, pageAgeMaxMs }: Limits,
) {
  const viewers = new Map<PassThrough, Watching>()
  let announced = projector.position()
  let telling = false
  let [before, lately] = [announced, announced]
  const heartbeat = setInterval(() => sendAll(': still here\n\n'), heartbeatMs)
  heartbeat.unref()
  const remember = setInterval(() => {
    before = lately
    lately = projector.position()
  }, pageAgeMaxMs)
  remember.unref()
  const unsubscribe = projector.onMove(() => void tell())

  return {
    /** What was missed, then server-sent events. Null when there are too many viewers, in all or of one network. */
    join: async (lastEventId: Position | null, watching: Watching): Promise<Readable | null> => {
      if (!hasPlaceFor(watching)) return null
      const seen = lastEventId ?? before
      const missed = seen < projector.position() ? await boardsMovedSince(read, seen) : []
      // Others may have come, or this one may have gone, meanwhile.
      if (!hasPlaceFor(watching)) return null
      if (viewers.size === 0) announced = projector.position()
      const viewer = new PassThrough()
      viewers.set(viewer, watching)
      // The connection may close before the answer has begun.
      const leave = () => viewer.destroy()
      watching.socket.once('close', leave)
      viewer.once('close', () => {
        viewers.delete(viewer)
        watching.socket.off('close', leave)
      })
      send(viewer, `retry: ${RECONNECT_MS}\n${missed.map(messageOf).join('')}id: ${announced}\n\n`)
      return viewer
    },
    close: () => {
      clearInterval(heartbeat)
      clearInterval(remember)
      unsubscribe()
      for (const viewer of viewers.keys()) viewer.end()
    },
  }

  function hasPlaceFor({ networks, socket }: Watching): boolean {
    if (viewers.size >= viewersMax || socket.destroyed) return false
    const others = [...viewers.values()]
    return networks.every((network, index) => {
      const from = others.filter((other) => other.networks[index] === network).length
      return from < ofNetworkMax * (index === 0 ? 1 : WIDER_NETWORK_TIMES)
    })
  }

  async function tell() {
    if (telling || viewers.size === 0) return
    telling = true
    try {
      while (announced < projector.position() && viewers.size > 0) {
        const reached = projector.position()
        const moved = await boardsMovedSince(read, announced)
        announced = reached
        sendAll(moved.map(messageOf).join(''))
        await sleep(restMs, undefined, { ref: false })
      }
    } catch (err) {
      log.warn({ err }, 'viewers were not told what moved')
    } finally {
      telling = false
    }
  }

  function sendAll(text: string) {
    if (text === '') return
    for (const viewer of viewers.keys()) send(viewer, text)
  }
}

type Moved = { seasonId: number; position: Position }

const messageOf = ({ seasonId, position }: Moved) =>
  `id: ${position}\nevent: season\ndata: ${JSON.stringify({ seasonId, position })}\n\n`

function send(viewer: PassThrough, text: string) {
  if (viewer.writableLength > UNREAD_BYTES_MAX) viewer.destroy()
  else if (viewer.writable) viewer.write(text)
}
