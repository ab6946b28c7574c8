import { useQuery } from '@tanstack/react-query'
import type { Season } from '../../api/contract/seasons.ts'
import { ownAddress } from '../browser/base-path.ts'
import { isOpen, isPlayed } from '../home/board/sport-state.ts'
import { formatMoment } from '../pick/moment.ts'
import { SeasonPage } from '../season/season-page.tsx'
import { leaderboardQuery } from '../server/public-queries.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { TextInput } from '../ui/form/inputs.tsx'
import { Hint, Lines, Row, Stack } from '../ui/layout.tsx'
import { Link } from '../ui/link.tsx'
import { Time } from '../ui/name.tsx'

/** The next locks of a season, and how they come into a calendar. */
export const CalendarPage = () => (
  <SeasonPage title="Calendar">
    {(season) => (
      <>
        <NextLocks season={season} />
        <Subscription season={season} />
      </>
    )}
  </SeasonPage>
)

function NextLocks({ season }: { season: Season }) {
  const { data } = useQuery(leaderboardQuery(season.id))
  const open = data?.rounds.filter((round) => isOpen(round) && isPlayed(round)) ?? []
  if (open.length === 0) return null
  return (
    <Card title="Next locks">
      <Lines gap={2}>
        {open
          .toSorted((a, b) => Date.parse(a.lock_time) - Date.parse(b.lock_time))
          .map(({ id, sport_name, lock_time }) => (
            <li key={id}>
              <strong translate="no">{sport_name}</strong>
              <Hint as="div">
                <Time of={lock_time}>{formatMoment(lock_time)}</Time>
              </Hint>
            </li>
          ))}
      </Lines>
    </Card>
  )
}

function Subscription({ season }: { season: Season }) {
  const address = `${ownAddress}/api/public/seasons/${season.id}/calendar.ics`
  return (
    <Card title="Never miss a lock">
      <Stack>
        <p>
          Subscribe, and your calendar shows the last 15 minutes before each sport locks. When a lock time
          moves, your calendar follows. It holds nothing personal, so you can share the address.
        </p>
        <Row>
          <ButtonLink to={address.replace(/^https?/, 'webcal')}>Subscribe</ButtonLink>
          <CopyButton text={address} name="Copy Address" />
        </Row>
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
      </Stack>
    </Card>
  )
}
