import { useEffect, useRef } from 'react'
import type { PickSaved as Saved } from '#api/contract/picks'
import { Button, ButtonLink } from '../ui/button.tsx'
import { formatMoment } from './moment.ts'
import { PickReceipt } from './pick-receipt.tsx'
import styles from './pick-saved.module.css'

type PickSavedProps = { saved: Saved; timezone: string; locked: boolean; onChange: () => void }

export function PickSaved({ saved, timezone, locked, onChange }: PickSavedProps) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  const several = saved.pickItems.length > 1
  return (
    <section className={styles.saved}>
      <svg className={styles.mark} viewBox="0 0 32 32" aria-hidden="true">
        <path d="M8.5 16.8l5 5L24 11" />
      </svg>
      <h2 ref={title} tabIndex={-1}>
        {several ? 'Your picks are in!' : 'Your pick is in!'}
      </h2>
      <ol className={styles.picks} data-several={several}>
        {saved.pickItems.map(({ pickNumber, pickValue }) => (
          <li key={pickNumber}>{pickValue}</li>
        ))}
      </ol>
      <p className={styles.when}>
        Saved <time dateTime={saved.submittedAt}>{formatMoment(saved.submittedAt, timezone, 'seconds')}</time>
      </p>
      <PickReceipt of={saved} timezone={timezone} />
      <div className={styles.actions}>
        {!locked && (
          <Button variant="secondary" onClick={onChange}>
            {several ? 'Change My Picks' : 'Change My Pick'}
          </Button>
        )}
        <ButtonLink to="/" variant="quiet">
          See the standings
        </ButtonLink>
      </div>
    </section>
  )
}
