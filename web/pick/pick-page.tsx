import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { useLocking } from '../locking.ts'
import { ownPickQuery } from '../server/public-queries.ts'
import { ClientError, errorText } from '../server/request.ts'
import { Page } from '../shell/page.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import card from '../ui/card.module.css'
import { Hint, Row, Stack } from '../ui/layout.tsx'
import { Skeleton } from '../ui/waiting/skeleton.tsx'
import styles from './pick-page.module.css'
import { PickRound } from './pick-round.tsx'

/** Opening a link changes nothing, however often it is opened. */
export function PickPage() {
  const { token = '' } = useParams()
  const link = useQuery(ownPickQuery(token))
  const { data, error } = link
  const { round, cancelled } = data?.pick ?? {}
  const open = round && !cancelled ? [{ ...round, lock_time: round.lockTime }] : []
  const isLocking = useLocking(open, link.refetch, data?.clockAheadMs)
  const sport = round?.sportName
  return (
    <Page title={sport && `${sport} picks`} adminLink={false} width="narrow">
      {data ? (
        <PickRound key={token} token={token} link={data} isLocking={isLocking} />
      ) : error ? (
        <PickRefusal error={error} busy={link.isFetching} onRetry={link.refetch} />
      ) : (
        <div>
          <Skeleton shape="title" />
          <Skeleton />
          <Skeleton shape="block" />
        </div>
      )}
    </Page>
  )
}

type PickRefusalProps = { error: Error; busy: boolean; onRetry: () => void }

function PickRefusal({ error, busy, onRetry }: PickRefusalProps) {
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
            Open the newest mail about this sport, or <Link to="/my-link">get your link by mail</Link>.
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
