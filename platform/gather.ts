import { createNotifier } from './notifier.ts'

/**
 * Reads on while whoever takes the items is at work, and yields together what has come meanwhile, in order.
 * @param options `itemsMax` wait at most. `stop` ends the source when nobody takes any more.
 */
export async function* gather<T>(
  source: AsyncIterable<readonly T[]>,
  { itemsMax, stop }: { itemsMax: number; stop: () => void },
): AsyncGenerator<readonly T[], void> {
  let waiting: T[] = []
  let isOver = false
  const moves = createNotifier()
  const stopped = new AbortController()
  const moved = (heard: number) => moves.wait({ heard, signal: stopped.signal })

  async function read() {
    for await (const items of source) {
      waiting.push(...items)
      moves.notify()
      while (waiting.length >= itemsMax && !stopped.signal.aborted) await moved(moves.count())
      if (stopped.signal.aborted) return
    }
  }
  const reading = read().finally(() => {
    isOver = true
    moves.notify()
  })
  reading.catch(() => {})
  try {
    while (!isOver || waiting.length > 0) {
      const heard = moves.count()
      if (waiting.length === 0) await moved(heard)
      const items = waiting
      waiting = []
      moves.notify()
      if (items.length > 0) yield items
    }
    await reading
  } finally {
    stopped.abort()
    stop()
    await reading.catch(() => {})
  }
}
