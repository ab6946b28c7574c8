import type { PickSaved } from '#api/contract/picks'
import { formatMoment, formatSpan } from './moment.ts'
import styles from './pick-saved.module.css'

type PickReceiptProps = { of: Pick<PickSaved, 'receipt' | 'versions'>; timezone: string }

/** What the player can show for the pick, and what stood before it. */
export function PickReceipt({ of: { receipt, versions = [] }, timezone }: PickReceiptProps) {
  if (!receipt) return null
  return (
    <div className={styles.when}>
      <p>
        Saved {formatSpan(receipt.beforeLockMs)} before the lock · Receipt{' '}
        <a href={`/receipt/${receipt.code}`}>{receipt.code}</a>
      </p>
      {versions.length > 1 && (
        <details>
          <summary>All {versions.length} versions</summary>
          <ul>
            {versions.map(({ code, savedAt, savedBy, picks }) => (
              <li key={code}>
                {picks.join(', ') || 'Taken back'} · {formatMoment(savedAt, timezone, 'seconds')}
                {savedBy === 'admin' && ' · entered by an admin'}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}
