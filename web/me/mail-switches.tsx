import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { MyPage } from '../../api/contract/my-page.ts'
import { api } from '../server/api.ts'
import { errorText } from '../server/request.ts'
import { useSingleMutation } from '../server/single-mutation.ts'
import { Card } from '../ui/card.tsx'
import { Switch } from '../ui/form/switch.tsx'
import { Lines, Stack } from '../ui/layout.tsx'
import { Notice } from '../ui/notice.tsx'
import styles from './my-page.module.css'
import { myPageQuery } from './my-page-query.ts'

type Person = MyPage['people'][number]
type Topic = 'reminders' | 'messages' | 'receipts'

const TOPICS: readonly [Topic, label: string, hint: string][] = [
  ['reminders', 'Reminders', 'While a pick is missing.'],
  ['messages', 'Messages from the commissioner', 'What is written to all players.'],
  ['receipts', 'Receipts by mail', 'After you save a pick: the code and the time, not the pick.'],
]

/** Each person's own. */
export function MailSwitches({ token, page: { people } }: { token: string; page: MyPage }) {
  return (
    <Card title="Your mail">
      <Lines gap={2}>
        {people.map((person) => (
          <li key={person.id}>
            <details className={styles.row} open={people.length === 1}>
              <summary>
                <strong translate="no">{person.name}</strong>
              </summary>
              <Switches token={token} person={person} />
            </details>
          </li>
        ))}
      </Lines>
    </Card>
  )
}

function Switches({ token, person }: { token: string; person: Person }) {
  const queries = useQueryClient()
  const [turning, setTurning] = useState<Topic | null>(null)
  const turn = useSingleMutation({
    mutationFn: (change: { [Name in Topic]?: boolean }) =>
      api('PUT /me/{token}/switches', token, { userId: person.id, ...change }),
    onSuccess: () => queries.invalidateQueries({ queryKey: myPageQuery(token).queryKey }),
  })
  return (
    <Stack gap={3}>
      {TOPICS.map(([topic, label, hint]) => (
        <Switch
          key={topic}
          {...{ label, hint }}
          checked={person[topic]}
          busy={turn.isPending && turning === topic}
          onChange={(isOn) => {
            setTurning(topic)
            turn.mutate({ [topic]: isOn })
          }}
        />
      ))}
      {turn.error && <Notice tone="danger">{errorText(turn.error, 'It was not changed. Try again')}</Notice>}
    </Stack>
  )
}
