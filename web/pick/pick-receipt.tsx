import type { PickSaved } from '#api/contract/picks'
import { formatMoment, formatSpan } from './moment.ts'
import styles from './pick-saved.module.css'

type PickReceiptProps = { of: Pick<PickSaved, 'receipt' | 'versions' | 'versionCount'>; timezone: string }

/** What the player can show for the pick, and what stood before it. */
export function PickReceipt({
  of: { receipt, versions = [], versionCount = 0 },
  timezone,
}: PickReceiptProps) {
  if (!receipt) return null
  const older = versionCount - versions.length
  return (
    <div className={styles.when}>
      <p>
        Saved {formatSpan(receipt.beforeLockMs)} before the lock · Receipt{' '}
        <a href={`/receipt/${receipt.code}`}>{receipt.code}</a>
      </p>
      {versions.length > 1 && (
        <details>
          <summary>All {versionCount} versions</summary>
          <ul>
            {versions.map(({ code, savedAt, savedBy, picks }) => (
              <li key={code}>
                {picks.join(', ') || 'Taken back'} · {formatMoment(savedAt, timezone, 'seconds')}
                {savedBy === 'admin' && ' · entered by an admin'}
              </li>
            ))}
          </ul>
          {older > 0 && (
            <p>
              {older} older {older === 1 ? 'version is' : 'versions are'} kept, and their receipts still work.
            </p>
          )}
        </details>
      )}
    </div>
  )
}
