import { LRUCache } from 'lru-cache'

const SIZE_MAX = 64_000_000

/** Made once for all who ask at the same time; least recently used entries go first. Null is not kept. */
export type BoardCache = <Value extends object>(
  key: string,
  make: () => Promise<Value | null>,
  sizeOf?: (value: Value) => number,
) => Promise<Value | null>

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
    return (entry?.value as Value | undefined) ?? null
  }
}

type Entry = { value: object; size: number }
