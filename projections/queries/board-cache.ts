import { LRUCache } from 'lru-cache'

/** Characters of boards, or as much of other things. */
const SIZE_MAX = 64_000_000

/**
 * What was made of seasons, by all that it follows from: made once for however many ask at the same time, and forgotten when it
 * was not asked for longest. What is made of nothing is null, and not kept.
 */
export type BoardCache = <Value extends object>(
  key: string,
  make: () => Promise<Value | null>,
  sizeOf?: (value: Value) => number,
) => Promise<Value | null>

/** What an entry counts whose size nobody tells. */
const SIZE = 1_000

export function makeBoardCache(): BoardCache {
  const cache = new LRUCache<string, { value: object; size: number }, () => Promise<Entry | undefined>>({
    maxSize: SIZE_MAX,
    ignoreFetchAbort: true,
    sizeCalculation: ({ size }) => size,
    fetchMethod: (_key, _stale, { context: make }) => make(),
  })
  return async <Value extends object>(
    key: string,
    make: () => Promise<Value | null>,
    sizeOf: (value: Value) => number = () => SIZE,
  ) => {
    const entry = await cache.fetch(key, {
      context: async () => {
        const value = await make()
        return value ? { value, size: Math.max(1, sizeOf(value)) } : undefined
      },
    })
    // A key belongs to one caller, and so to one type.
    return (entry?.value as Value | undefined) ?? null
  }
}

type Entry = { value: object; size: number }
