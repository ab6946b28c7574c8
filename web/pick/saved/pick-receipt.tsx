import type { OwnPick } from '../../../api/contract/picks.ts'
import { Hint, Lines } from '../../ui/layout.tsx'
import { Name, Time } from '../../ui/name.tsx'
import { formatInZone, formatSpan } from '../moment.ts'
import { KEEP_RECEIPT } from '../pick-texts.ts'
import { ReceiptLine, ReceiptLink } from './receipt-line.tsx'

export function PickReceipt({ of: { receipt, versions = [], versionCount = 0, round } }: { of: OwnPick }) {
  if (versions.length === 0) return null
  const older = versionCount - versions.length
  return (
    <Hint as="div">
      {receipt && (
        <>
          <p>
            {formatSpan(Math.abs(receipt.beforeLockMs))} {receipt.beforeLockMs > 0 ? 'before' : 'after'} the
            lock
          </p>
          <ReceiptLine code={receipt.code} justify="center" />
          <p>{KEEP_RECEIPT}</p>
        </>
      )}
      {(versions.length > 1 || !receipt) && (
        <details>
          <summary>{versionCount > 1 ? `${versionCount} versions` : 'One version'}</summary>
          <Lines gap={2}>
            {versions.map(({ code, savedAt, savedBy, picks, nowCalled }) => (
              <li key={code}>
                <strong>{picks.length > 0 ? <Name of={picks.join(', ')} /> : 'Removed'}</strong>
                {nowCalled && (
                  <>
                    , now called <Name of={nowCalled} />
                  </>
                )}
                <br />
                <Time of={savedAt}>{formatInZone(savedAt, round.offsets, 'seconds')}</Time>
                {savedBy === 'admin' && ', entered by an admin'}
                <br />
                {picks.length > 0 && <ReceiptLink code={code} />}
              </li>
            ))}
          </Lines>
          {older > 0 && (
            <p>
              {older} older {older === 1 ? 'version is' : 'versions are'} kept, and their receipts still work.
            </p>
          )}
        </details>
      )}
    </Hint>
  )
}
