import { Card } from '../../ui/card.tsx'
import { Columns, Hint, Stack } from '../../ui/layout.tsx'

const features = [
  ['Pick links', 'Players need no login. They pick with a link of their own that they get by mail.'],
  ['Single picks and write-ins', 'One team from a list, or up to ten picks in their own words.'],
  [
    'Hidden picks',
    'Players never see each other’s picks before the lock. Admins do not either, unless you choose so for a season.',
  ],
  [
    'Your own rules',
    'Each season can have its own points, drop the worst results, count a sport double and settle ties, even by a tie-break question.',
  ],
  ['Live standings', 'Points, ranks and the chart on the home page update with every result.'],
  ['Reminders', 'Players who have not picked yet get a mail before it is too late.'],
  ['Nothing is lost', 'You can restore what you delete, and every pick is kept.'],
] as const

const workflow = [
  'Add players, create a season and choose who takes part.',
  'Set the rules of the season: points, ties, what is dropped.',
  'Add a sport with its lock time and its teams. It can count double, or ask a tie-break question.',
  'Activate it, and every player with an email address gets a pick link.',
  'Players pick, and may change their pick, until the lock time. You enter picks for players without email.',
  'The sport locks at its lock time, or when you lock it.',
  'Complete and score it: enter who won, and the standings update.',
  'End the season, and the home page shows the podium.',
]

const help = [
  [
    'When do players get reminders?',
    'Every day at a fixed time. In Settings you can send them before the lock time instead (48 h and 6 h unless you change it), or never. Send Reminder mails everyone who has not picked right away.',
  ],
  [
    'What about players without an email address?',
    'Add them anyway, and enter their picks under Manage Picks, even after the lock time.',
  ],
  [
    'I play too. Can players trust me?',
    'Yes. A new season hides its picks from admins: you see who has picked, but not what, until the sport locks. Everyone can see that it does, and whether you change it later.',
  ],
  [
    'A result was wrong. What now?',
    'Open the sport’s menu and choose Correct Result. Points and ranks are recalculated as if it had been right from the start.',
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
