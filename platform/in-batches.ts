import { setImmediate } from 'node:timers/promises'
import { createNotifier } from './notifier.ts'

type Waiting<Question, Answer> = {
  question: Question
  resolve: (answer: Answer) => void
  reject: (error: unknown) => void
}

/** Questions that come while one is under way are asked together. An Error among the answers is thrown to its caller. */
export function inBatches<Question, Answer>(
  batchMax: number,
  answer: (questions: readonly Question[]) => Promise<readonly (Answer | Error)[]>,
): (question: Question) => Promise<Answer> {
  const waiting: Waiting<Question, Answer>[] = []
  let isAsking = false

  async function askAll() {
    isAsking = true
    while (waiting.length > 0) {
      // The embedded database answers before anybody else is heard: callers of the same moment come first.
      await setImmediate()
      await ask(waiting.splice(0, batchMax))
    }
    isAsking = false
  }

  async function ask(batch: readonly Waiting<Question, Answer>[]) {
    try {
      const answers = await answer(batch.map(({ question }) => question))
      for (const [index, { resolve, reject }] of batch.entries()) {
        const answered = answers[index]
        if (answered instanceof Error) reject(answered)
        else resolve(answered as Answer)
      }
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  return (question) =>
    new Promise((resolve, reject) => {
      waiting.push({ question, resolve, reject })
      if (!isAsking) void askAll()
    })
}

const TOGETHER_MAX = 1_000

export function coalesced<Answer>(answer: () => Promise<Answer>): () => Promise<Answer> {
  const ask = inBatches<true, Answer>(TOGETHER_MAX, async (questions) => {
    const shared = await answer()
    return questions.map(() => shared)
  })
  return () => ask(true)
}

/** Reads on while the caller works: small batches become one, large ones several. Sizes are in items. */
export async function* gather<T>(
  source: AsyncIterable<readonly T[]>,
  options: { batchMax: number; waitingMax: number; stop?: () => void },
): AsyncGenerator<readonly T[], void> {
  const waiting: T[] = []
  let isOver = false
  const moves = createNotifier()
  const stopped = new AbortController()
  const moved = (heard: number) => moves.wait({ heard, signal: stopped.signal })

  async function read() {
    for await (const items of source) {
      waiting.push(...items)
      moves.notify()
      while (waiting.length >= options.waitingMax && !stopped.signal.aborted) await moved(moves.count())
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
      const items = waiting.splice(0, options.batchMax)
      moves.notify()
      if (items.length > 0) yield items
    }
    await reading
  } finally {
    stopped.abort()
    options.stop?.()
    await reading.catch(() => {})
  }
}
