import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import type { Season } from '../../api/contract/seasons.ts'
import { defaultSeasonQuery, seasonShown, seasonsQuery } from '../public-queries.ts'
import { errorText } from '../request.ts'
import { Page } from '../shell/page.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { TextInput } from '../ui/inputs.tsx'
import { Notice } from '../ui/notice.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import styles from './calendar-page.module.css'

/** How the locks of a season come into a calendar. */
export function CalendarPage() {
  const [params] = useSearchParams()
  const seasons = useQuery(seasonsQuery)
  const preset = useQuery(defaultSeasonQuery)
  const season = seasons.data && seasonShown(seasons.data, preset.data, params.get('season'))
  return (
    <Page title="Calendar" width="narrow">
      <div>
        {season && <p className={styles.season}>{season.name}</p>}
        <h1>Calendar</h1>
      </div>
      {season ? (
        <Subscription season={season} />
      ) : seasons.data ? (
        <Card>
          <EmptyState title="No seasons yet.">The calendar appears with the first season.</EmptyState>
        </Card>
      ) : seasons.error ? (
        <Notice
          tone="danger"
          action={
            <Button variant="secondary" size="small" onClick={() => seasons.refetch()}>
              Try Again
            </Button>
          }
        >
          {errorText(seasons.error, 'The calendar could not be loaded.')}
        </Notice>
      ) : (
        <Skeleton shape="block" />
      )}
    </Page>
  )
}

function Subscription({ season }: { season: Season }) {
  const path = `/api/public/seasons/${season.id}/calendar.ics`
  const address = location.origin + path
  return (
    <Card title="Never miss a lock">
      <div className={styles.subscription}>
        <p>
          Subscribe, and your calendar shows the last 15 minutes before each sport locks. When a lock is
          moved, your calendar moves with it. Nothing personal is in it: you can pass the address on.
        </p>
        <div className={styles.actions}>
          <ButtonLink to={`webcal://${location.host}${path}`}>Subscribe</ButtonLink>
          <CopyButton text={address} name="Copy Address" />
        </div>
        <TextInput
          label="Address"
          hint="For calendars that ask for one, such as Google Calendar: Other calendars > From URL."
          value={address}
          readOnly
          onFocus={(event) => event.target.select()}
        />
        <p>
          <Link to={`/?season=${season.id}`}>Back to the standings</Link>
        </p>
      </div>
    </Card>
  )
}
