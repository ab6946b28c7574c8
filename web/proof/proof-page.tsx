import { type FormEvent, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { Receipt } from '../../api/contract/receipts.ts'
import type { Seal } from '../../api/contract/seals.ts'
import { formatCount } from '../browser/formats.ts'
import { formatInZone, formatMoment, formatSpan } from '../pick/moment.ts'
import { Page } from '../shell/page.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { TextInput } from '../ui/form/inputs.tsx'
import { Stack } from '../ui/layout.tsx'
import { Link } from '../ui/link.tsx'
import { Time } from '../ui/name.tsx'
import { Notice } from '../ui/notice.tsx'
import { Asked } from '../ui/waiting/loaded.tsx'
import { findProof, isProof, kindsOf } from './proof.ts'
import styles from './proof-page.module.css'

const neither =
  'This is neither. A seal has 16 to 64 digits from 0 to 9 and a to f. A receipt has 16 letters and digits, such as 7ZK4-9QWM-01CD-XF3T.'

/** Compares a seal or a receipt with the log. */
export function ProofPage() {
  const [params] = useSearchParams()
  const of = params.get('of') ?? ''
  return (
    <Page title="Check that nothing was changed" width="narrow">
      <h1>Check that nothing was changed</h1>
      <Stack as="ol" gap={1} marked>
        <li>
          Find the seal in a mail about a lock, a result or the end of a season, or the receipt on your pick
          page.
        </li>
        <li>
          Type it here. A seal looks like <Example of="3f9a07c1d2e4b586" />, a receipt like{' '}
          <Example of="7ZK4-9QWM-01CD-XF3T" />.
        </li>
        <li>You see at once whether anything was changed after it was made.</li>
      </Stack>
      <Search key={of} of={of} />
    </Page>
  )
}

const Example = ({ of }: { of: string }) => (
  <code className={styles.example} translate="no">
    {of}
  </code>
)

function Search({ of }: { of: string }) {
  const [typed, setTyped] = useState(of)
  const [error, setError] = useState(of === '' || isProof(of) ? undefined : neither)
  const navigate = useNavigate()
  const find = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const text = typed.trim()
    if (!isProof(text)) {
      setError(neither)
      event.currentTarget.querySelector('input')?.focus()
      return
    }
    // After the event: React would take what the form holds along for the transition.
    queueMicrotask(() => navigate(`/proof?of=${encodeURIComponent(text)}`))
  }
  const edit = (text: string) => {
    setTyped(text)
    setError(undefined)
  }
  return (
    <>
      <Card>
        <Stack as="form" onSubmit={find} noValidate>
          <div className={styles.code}>
            <TextInput
              label="Seal or receipt"
              value={typed}
              error={error}
              autoComplete="off"
              autoCapitalize="off"
              autoCorrect="off"
              spellCheck={false}
              onChange={(event) => edit(event.target.value)}
            />
          </div>
          <div>
            <Button type="submit" variant="secondary">
              Check
            </Button>
          </div>
        </Stack>
      </Card>
      {typed === of && isProof(of) && <Found of={of} />}
    </>
  )
}

const proofQuery = (of: string) => ({ queryKey: ['public', 'proof', of], queryFn: () => findProof(of) })

function Found({ of }: { of: string }) {
  return (
    <Asked of={proofQuery(of)} fallback="This could not be checked." blocks={1}>
      {({ seal, receipt }) => {
        if (seal) return <SealAnswer seal={seal} />
        return receipt ? <ReceiptAnswer receipt={receipt} /> : <Notice tone="danger">{unknown(of)}</Notice>
      }}
    </Asked>
  )
}

function unknown(of: string) {
  const [kind] = kindsOf(of)
  return kind === 'receipt'
    ? 'There is no receipt with this code. Compare it with the one on your pick page.'
    : 'This league has no such seal. Either a digit is wrong, or what it covered is gone.'
}

function SealAnswer({ seal: { head, at, covers, locks, stillVerifies } }: { seal: Seal }) {
  const time = formatMoment(at, 'seconds')
  return (
    <>
      <Notice tone={stillVerifies ? 'success' : 'danger'}>
        {stillVerifies
          ? `Nothing recorded up to ${time} has been changed.`
          : `Something recorded up to ${time} has been changed. This seal no longer fits.`}
      </Notice>
      <Card title="What this seal covers">
        <p className={styles.head} translate="no">
          {head}
        </p>
        <p>
          Everything recorded from <Time of={covers.firstAt}>{formatMoment(covers.firstAt)}</Time> to{' '}
          <Time of={covers.lastAt}>{formatMoment(covers.lastAt)}</Time>: {formatCount(covers.events)}{' '}
          {covers.events === 1 ? 'entry' : 'entries'}.
        </p>
        {locks.length > 0 && (
          <Stack as="ul" gap={1} marked aria-label="The latest locks">
            {locks.map(({ roundId, sportName, lockedAt, lateSeal }) => (
              <li key={roundId}>
                <span dir="auto" translate="no">
                  {sportName}
                </span>{' '}
                locked on <Time of={lockedAt}>{formatMoment(lockedAt)}</Time>.
                {lateSeal && ` A pick was ${lateSeal}.`}
              </li>
            ))}
          </Stack>
        )}
      </Card>
    </>
  )
}

const fates: Record<Receipt['fate'], string> = {
  counts: 'and counts',
  superseded: 'and a later one replaced it',
  late: 'too late to count',
  sealed_late: 'but it was recorded after the lock, and does not count',
  withdrawn: 'and was removed',
}

function ReceiptAnswer({ receipt }: { receipt: Receipt }) {
  const { code, playerName, sportName, savedAt, savedBy, offsets, beforeLockMs, fate, lateSeal } = receipt
  return (
    <Notice
      tone={fate === 'counts' && !lateSeal ? 'success' : 'warning'}
      action={<Link to={`/receipt/${code}`}>See the receipt</Link>}
    >
      {`A pick of ${playerName} for ${sportName} was ${savedBy === 'admin' ? 'entered by an admin' : 'saved'} on ${formatInZone(savedAt, offsets, 'seconds')}, ${formatSpan(Math.abs(beforeLockMs))} ${beforeLockMs > 0 ? 'before' : 'after'} the lock, ${fates[fate]}.${lateSeal ? ` It was ${lateSeal}.` : ''}`}
    </Notice>
  )
}
