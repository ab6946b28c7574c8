import { ClientError, errorText } from '../request.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { LockSeal } from './lock-seal.tsx'
import styles from './pick-refusal.module.css'

type PickRefusalProps = { error: Error; busy: boolean; onRetry: () => void }

/** Why a link does not open: it is no good, its sport is locked or closed, or the server could not be reached. */
export function PickRefusal({ error, busy, onRetry }: PickRefusalProps) {
  const status = error instanceof ClientError ? error.status : 0
  const locked = error instanceof ClientError && error.locked
  const lockedRound = error instanceof ClientError ? error.roundId : null
  const closed = status === 403 && !locked
  const again = status === 0 || status === 429 || status >= 500
  const title = locked
    ? 'Picks are locked'
    : closed
      ? 'Picks are closed'
      : again
        ? 'This did not work'
        : 'Invalid Link'
  return (
    <section className={styles.panel} data-tone={locked || closed ? 'calm' : 'alarm'} role="alert">
      <h1>{title}</h1>
      <p>{errorText(error, 'Invalid or expired link')}</p>
      {title === 'Invalid Link' && (
        <p className={styles.next}>Open the newest mail about this sport, or ask your commissioner for it.</p>
      )}
      {locked && <p className={styles.next}>See what everyone picked on the standings page.</p>}
      {lockedRound !== null && <LockSeal roundId={lockedRound} />}
      <div className={styles.actions}>
        {again && (
          <Button busy={busy} onClick={onRetry}>
            Try Again
          </Button>
        )}
        <ButtonLink to="/" variant={again ? 'secondary' : 'primary'}>
          See the standings
        </ButtonLink>
      </div>
    </section>
  )
}
