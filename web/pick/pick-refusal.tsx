import { ClientError, errorText } from '../server/request.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import styles from './pick-page.module.css'

type PickRefusalProps = { error: Error; busy: boolean; onRetry: () => void }

export function PickRefusal({ error, busy, onRetry }: PickRefusalProps) {
  const status = error instanceof ClientError ? error.status : 0
  const closed = status === 403
  const again = status === 0 || status === 429 || status >= 500
  return (
    <section className={styles.pickRefusalPanel} data-tone={closed ? 'calm' : 'alarm'} role="alert">
      <h1>{titleOf(status, again)}</h1>
      <p>{errorText(error, 'Invalid or expired link')}</p>
      {!closed && !again && (
        <p className={styles.next}>Open the newest mail about this sport, or ask your commissioner for it.</p>
      )}
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

function titleOf(status: number, again: boolean) {
  if (status === 403) return 'Picks are closed'
  if (status === 410) return 'Link Replaced'
  return again ? 'This did not work' : 'Invalid Link'
}
