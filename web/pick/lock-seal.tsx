import { lazy, Suspense } from 'react'

// Most who pick do so before the lock.
const RoundSeal = lazy(async () => ({ default: (await import('../seal/round-seal.tsx')).RoundSeal }))

/** What was published when this sport locked, so that the player can keep it. */
export function LockSeal({ roundId }: { roundId: number }) {
  return (
    <Suspense>
      <RoundSeal roundId={roundId} />
    </Suspense>
  )
}
