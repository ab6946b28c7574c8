import { Card } from '../../ui/card.tsx'
import { Columns, Hint, Stack } from '../../ui/layout.tsx'

const features = [
  ['Magic links', 'Players need no login. A personal link by mail is all they pick with.'],
  ['Single picks and write-ins', 'One team from a list, or up to ten picks in their own words.'],
  ['Sealed picks', 'Nobody sees what the others picked before the sport locks.'],
  ['Live standings', 'Points, ranks and the chart on the home page follow every result.'],
  ['Reminders', 'Players who have not picked yet hear from you before it is too late.'],
  ['Nothing is lost', 'What is deleted can be restored, and every pick is kept.'],
] as const

const workflow = [
  'Add players, create a season and choose who takes part.',
  'Add a sport with its lock time and its teams.',
  'Activate it: every player with an email address gets a pick link.',
  'Players pick, and change their minds, until the lock time. You enter picks for those without email.',
  'The sport locks by itself, or when you lock it.',
  'Complete and score it: say who won, and the standings follow.',
  'End the season, and the home page shows the podium.',
]

const help = [
  [
    'When do players get reminders?',
    'Daily at a fixed time to begin with. You can have them go out before the lock time instead, 48 h and 6 h ahead unless you say otherwise, or not at all. Send Reminder mails everyone who has not picked at once.',
  ],
  [
    'What about players without an email address?',
    'Add them all the same, and enter their picks under Manage Picks, also after the lock time.',
  ],
  [
    'I play along myself. Can players trust me?',
    'Seal the picks from admins when you create a season, or later in its menu. You then see who has picked, and what once the sport locks. We recommend it wherever an admin plays.',
  ],
  [
    'A result was wrong. What now?',
    'Unlock the sport, correct it, and complete it again. The standings come out as if it had been right at once.',
  ],
] as const

export function Guide() {
  return (
    <>
      <Card title="Key features">
        <Columns as="ul" least={18}>
          {features.map(([name, text]) => (
            <li key={name}>
              <strong>{name}</strong>
              <Hint size="m">{text}</Hint>
            </li>
          ))}
        </Columns>
      </Card>
      <Columns least={22} gap={5}>
        <Card title="Typical workflow">
          <Stack as="ol" gap={2} marked>
            {workflow.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </Stack>
        </Card>
        <Card title="Need help?">
          <Stack as="dl">
            {help.map(([question, answer]) => (
              <div key={question}>
                <dt>
                  <strong>{question}</strong>
                </dt>
                <Hint as="dd" size="m">
                  {answer}
                </Hint>
              </div>
            ))}
          </Stack>
        </Card>
      </Columns>
    </>
  )
}
