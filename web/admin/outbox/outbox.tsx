import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { MailState, OutboxMail } from '../../../api/contract/outbox.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Table } from '../../ui/table.tsx'
import { outboxQuery } from '../admin-queries.ts'
import { Loaded } from '../area/loaded.tsx'
import { MailDialog } from './mail-dialog.tsx'
import { MailRow } from './mail-row.tsx'
import { MailStateSelect } from './mail-state-select.tsx'
import { RetryAllButton } from './retry-button.tsx'

export function Outbox() {
  const [state, setState] = useState<MailState>()
  const outbox = useQuery({
    ...outboxQuery(state),
    refetchInterval: 15_000,
    placeholderData: keepPreviousData,
  })
  const [opened, setOpened] = useState<OutboxMail['id'] | null>(null)
  return (
    <>
      <Loaded query={outbox}>
        {({ delivery, counts, mails }) => (
          <>
            {delivery === 'dev' && (
              <Notice title="Mail stays here for now">
                No mail server (SMTP) is configured, so nothing is sent. You can open each mail and pass its
                link on.
              </Notice>
            )}
            <MailStateSelect state={state} counts={counts} onSelect={setState} />
            <Card
              flush
              title="Mail"
              aside={mails.some((mail) => mail.state === 'failed' && mail.retriable) && <RetryAllButton />}
            >
              {mails.length === 0 ? (
                <EmptyState title={state ? 'No such mail.' : 'No mail yet.'}>
                  {state
                    ? 'Choose another state to see the others.'
                    : 'Activate a sport, and the mails with the pick links appear here.'}
                </EmptyState>
              ) : (
                <Table label="Mail" columns={['Recipient', 'Subject', 'State', 'Time', 'Actions']}>
                  {mails.map((mail) => (
                    <MailRow key={mail.id} mail={mail} onOpen={() => setOpened(mail.id)} />
                  ))}
                </Table>
              )}
            </Card>
          </>
        )}
      </Loaded>
      {opened && <MailDialog id={opened} onClose={() => setOpened(null)} />}
    </>
  )
}
