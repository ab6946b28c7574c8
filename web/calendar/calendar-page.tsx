import { Link } from 'react-router'
import type { Season } from '../../api/contract/seasons.ts'
import { SeasonPage } from '../season/season-page.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { TextInput } from '../ui/form/inputs.tsx'
import { Row, Stack } from '../ui/layout.tsx'

/** The next locks of a season, and how they come into a calendar. */
export const CalendarPage = () => (
  <SeasonPage title="Calendar">{(season) => <Subscription season={season} />}</SeasonPage>
)

function Subscription({ season }: { season: Season }) {
  const path = `/api/public/seasons/${season.id}/calendar.ics`
  const address = location.origin + path
  return (
    <Card title="Never miss a lock">
      <Stack>
        <p>
          Subscribe, and your calendar shows the last 15 minutes before each sport locks. When a lock time
          moves, your calendar follows. It holds nothing personal, so you can share the address.
        </p>
        <Row>
          <ButtonLink to={`webcal://${location.host}${path}`}>Subscribe</ButtonLink>
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
