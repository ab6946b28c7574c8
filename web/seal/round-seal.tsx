import { useQuery } from '@tanstack/react-query'
import { query } from '../server/api.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import styles from './round-seal.module.css'

/** A lock is sealed within a second or two. */
const askAgainMs = 2_000
const asksMax = 30
const shortLength = 12

export function RoundSeal({ roundId }: { roundId: number }) {
  const { data } = useQuery({
    ...query('GET /public/rounds/{id}/seal', roundId),
    refetchInterval: ({ state }) =>
      state.data?.seal || state.dataUpdateCount + state.errorUpdateCount >= asksMax ? false : askAgainMs,
  })
  if (!data?.seal) return null
  const { head } = data.seal
  return (
    <details className={styles.seal}>
      <summary>
        Sealed <code>{head.slice(0, shortLength)}</code>
      </summary>
      <code className={styles.head}>{head}</code>
      <CopyButton text={head} name="Copy Seal" />
      <p>
        Keep it: with it anybody can <a href={`/proof?of=${head}`}>check later</a> that nothing up to the lock
        was altered.
      </p>
    </details>
  )
}
