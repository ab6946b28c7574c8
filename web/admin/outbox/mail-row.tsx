import type { OutboxMail } from '../../../api/contract/outbox.ts'
import { Button } from '../../ui/button.tsx'
import { Hint } from '../../ui/layout.tsx'
import { Cell, RowHead } from '../../ui/table/table.tsx'
import { Moment } from '../parts/moment.tsx'
import { MailBadge } from './mail-badge.tsx'
import { RetryButton } from './retry-button.tsx'

export function MailRow({ mail, onOpen }: { mail: OutboxMail; onOpen: () => void }) {
  const { id, to, recipientName, subject, state, sent_at, created_at, retriable } = mail
  return (
    <tr>
      <RowHead>
        {recipientName} <Hint>{to}</Hint>
      </RowHead>
      <Cell label="Subject">{subject}</Cell>
      <Cell label="State">
        <MailBadge state={state} />
      </Cell>
      <Cell label="Time">
        <Moment of={sent_at ?? created_at} />
      </Cell>
      <Cell label="Actions" actions>
        <Button
          variant="quiet"
          size="small"
          aria-label={`Open the mail to ${to}: ${subject}`}
          onClick={onOpen}
        >
          Open
        </Button>
        {retriable && <RetryButton id={id} label={`Retry the mail to ${to}: ${subject}`} variant="quiet" />}
      </Cell>
    </tr>
  )
}
