import { lazy, Suspense } from 'react'

// Most who pick do so before the lock. Without its file the page is still worth having.
const RoundSeal = lazy(() =>
  import('../seal/round-seal.tsx').then(
    ({ RoundSeal }) => ({ default: RoundSeal }),
    () => ({ default: () => null }),
  ),
)

/** What was published when this sport locked, so that the player can keep it. */
export function LockSeal({ roundId }: { roundId: number }) {
  return (
    <Suspense>
      <RoundSeal roundId={roundId} />
    </Suspense>
  )
}
