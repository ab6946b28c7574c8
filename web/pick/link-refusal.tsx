import { Link } from 'react-router'
import { ClientError, errorText } from '../server/request.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import card from '../ui/card.module.css'
import { Hint, Row, Stack } from '../ui/layout.tsx'
import styles from './pick-page.module.css'

type LinkRefusalProps = { error: Error; busy: boolean; onRetry: () => void }

export function LinkRefusal({ error, busy, onRetry }: LinkRefusalProps) {
  const status = error instanceof ClientError ? error.status : 0
  const closed = status === 403
  const again = status === 0 || status === 429 || status >= 500
  return (
    <section
      className={`${card.card} ${styles.refusal}`}
      data-tone={closed ? 'warning' : 'danger'}
      role="alert"
    >
      <Stack gap={3}>
        <h1>{titleOf(status, again)}</h1>
        <p>{errorText(error, 'Invalid or expired link')}</p>
        {!closed && !again && (
          <Hint size="m">
            Open the newest mail, or <Link to="/my-link">get your link by mail</Link>.
          </Hint>
        )}
        <Row>
          {again && (
            <Button busy={busy} onClick={onRetry}>
              Try Again
            </Button>
          )}
          <ButtonLink to="/" variant={again ? 'secondary' : 'primary'}>
            See the standings
          </ButtonLink>
        </Row>
      </Stack>
    </section>
  )
}

function titleOf(status: number, again: boolean) {
  if (status === 403) return 'Picks are closed'
  if (status === 410) return 'Link Replaced'
  return again ? 'This did not work' : 'Invalid Link'
}
