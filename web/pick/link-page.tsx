import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ClientError, errorText } from '../server/request.ts'
import { Page } from '../shell/page.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import card from '../ui/card.module.css'
import { Hint, Row, Stack } from '../ui/layout.tsx'
import { Link } from '../ui/link.tsx'
import { Skeleton } from '../ui/waiting/skeleton.tsx'
import styles from './pick-page.module.css'

type LinkPageProps<Opened> = {
  title: string | undefined
  link: UseQueryResult<Opened>
  children: (opened: Opened) => ReactNode
}

/** What the link of a player opens. Opening it changes nothing, however often. */
export function LinkPage<Opened>({ title, link, children }: LinkPageProps<Opened>) {
  const { data, error } = link
  return (
    <Page title={title} adminLink={false} width="narrow">
      {data ? (
        children(data)
      ) : error ? (
        <LinkRefusal error={error} busy={link.isFetching} onRetry={link.refetch} />
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

type LinkRefusalProps = { error: Error; busy: boolean; onRetry: () => void }

function LinkRefusal({ error, busy, onRetry }: LinkRefusalProps) {
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
