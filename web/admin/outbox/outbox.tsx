import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { OutboxMail } from '#api/contract/outbox'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Cell, RowHead, Table } from '../../ui/table.tsx'
import { outboxQuery } from '../admin-queries.ts'
import { Loaded } from '../area/loaded.tsx'
import { Moment } from '../area/moment.tsx'
import { MailBadge } from './mail-badge.tsx'
import { MailDialog } from './mail-dialog.tsx'

/** Every mail, newest first. */
export function Outbox() {
  const outbox = useQuery({ ...outboxQuery, refetchInterval: 15_000 })
  const [opened, setOpened] = useState<OutboxMail | null>(null)
  return (
    <>
      <Loaded query={outbox}>
        {({ delivery, mails }) => (
          <>
            {delivery === 'dev' && (
              <Notice title="Mail stays here for now">
                No mail server (SMTP) is configured, so nothing is sent. You can open each mail and pass its
                link on.
              </Notice>
            )}
            <Card flush title="Mail">
              {mails.length === 0 ? (
                <EmptyState title="No mail yet.">
                  Activate a sport, and the mails with the pick links appear here.
                </EmptyState>
              ) : (
                <Table label="Mail" head={['Recipient', 'Subject', 'State', 'Time', 'Actions']}>
                  {mails.map((mail) => (
                    <tr key={mail.id}>
                      <RowHead>{mail.to}</RowHead>
                      <Cell label="Subject">{mail.subject}</Cell>
                      <Cell label="State">
                        <MailBadge state={mail.state} />
                      </Cell>
                      <Cell label="Time">
                        <Moment of={mail.sent_at ?? mail.created_at} />
                      </Cell>
                      <Cell label="Actions" actions>
                        <Button
                          variant="quiet"
                          size="small"
                          aria-label={`Open the mail to ${mail.to}: ${mail.subject}`}
                          onClick={() => setOpened(mail)}
                        >
                          Open
                        </Button>
                      </Cell>
                    </tr>
                  ))}
                </Table>
              )}
            </Card>
          </>
        )}
      </Loaded>
      {opened && <MailDialog mail={opened} onClose={() => setOpened(null)} />}
    </>
  )
}
