import { dequal } from 'dequal/lite'
import type { Settings } from '../../../api/contract/settings.ts'
import { query } from '../../server/api.ts'
import { Badge } from '../../ui/badge.tsx'
import { SmallLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Hint, Row, Stack } from '../../ui/layout.tsx'
import { Asked } from '../../ui/waiting/loaded.tsx'

type Part = { name: string; text: string; defaults: Partial<Settings> }

const parts: Part[] = [
  {
    name: 'Branding',
    text: 'The title, tagline and footer that players see.',
    defaults: {
      app_title: 'Go Make Your Picks',
      app_tagline: 'Predict. Compete. Win.',
      footer_message: 'Built for Sports Fans',
    },
  },
  {
    name: 'Email reminders',
    text: 'When players who have not picked get a mail.',
    defaults: {
      reminder_type: 'daily',
      daily_reminder_time: '10:00:00',
      reminder_first_hours: 48,
      reminder_final_hours: 6,
    },
  },
  {
    name: 'Scoring',
    text: 'How many points each place scores.',
    defaults: {
      points_first_place: 6,
      points_second_place: 5,
      points_third_place: 4,
      points_fourth_place: 3,
      points_fifth_place: 2,
      points_sixth_plus_place: 1,
    },
  },
]

export function CustomizeCard() {
  return (
    <Card title="Customize your app" aside={<SmallLink to="/admin/settings">Go to Settings</SmallLink>}>
      <Asked of={query('GET /admin/settings')} rows={3}>
        {(loaded) => (
          <Stack as="ul">
            {parts.map((part) => (
              <Row as="li" key={part.name} gap={4} justify="space-between" wraps={false}>
                <div>
                  <strong>{part.name}</strong>
                  <Hint size="m">{part.text}</Hint>
                </div>
                {isCustomized(part, loaded) ? (
                  <Badge tone="success">Customized</Badge>
                ) : (
                  <Badge>Default</Badge>
                )}
              </Row>
            ))}
          </Stack>
        )}
      </Asked>
    </Card>
  )
}

const isCustomized = ({ defaults }: Part, settings: Settings) =>
  !dequal({ ...settings, ...defaults }, settings)
