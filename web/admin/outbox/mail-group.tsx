import { memo, useState } from 'react'
import type { OutboxMail } from '../../../api/contract/outbox.ts'
import { Badge } from '../../ui/badge.tsx'
import { SmallButton } from '../../ui/button.tsx'
import { Cell, RowHead, Table } from '../../ui/table/table.tsx'
import { Moment } from '../parts/moment.tsx'
import { MailBadge } from './mail-badge.tsx'
import { isTrouble } from './mail-groups.ts'
import { mailName } from './mail-names.ts'
import styles from './outbox.module.css'
import { CorrectAddressLink, RetryButton } from './retry-button.tsx'

type MailGroupProps = {
  name: string
  summary: string
  mails: OutboxMail[]
  unfolded: boolean
  onOpen: (id: string) => void
}

export const PAGE_MAILS = 25

export const MailGroup = memo(function MailGroup(props: MailGroupProps) {
  const { name, summary, mails, unfolded, onOpen } = props
  const [open, setOpen] = useState(unfolded)
  const [shown, setShown] = useState(PAGE_MAILS)
  return (
    <details className={styles.group} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <strong>{name}</strong>: {summary} {mails.some(isTrouble) && <Badge tone="danger">Needs you</Badge>}
      </summary>
      {open && (
        <>
          <Table label={`Mail: ${name}`} columns={['Recipient', 'Subject', 'State', 'Time', 'Actions']}>
            {mails.slice(0, shown).map((mail) => (
              <MailRow key={mail.id} mail={mail} onOpen={() => onOpen(mail.id)} />
            ))}
          </Table>
          {mails.length > shown && (
            <SmallButton aria-label={`Show More: ${name}`} onClick={() => setShown(shown + PAGE_MAILS)}>
              Show More ({mails.length - shown})
            </SmallButton>
          )}
        </>
      )}
    </details>
  )
})

function MailRow({ mail, onOpen }: { mail: OutboxMail; onOpen: () => void }) {
  const { id, to, recipientName, state, sent_at, created_at, retriable } = mail
  const subject = mail.subject || mailName(mail.template)
  return (
    <tr>
      <RowHead>
        {recipientName}{' '}
        <span className={styles.to} title={to}>
          {to}
        </span>
      </RowHead>
      <Cell label="Subject">{subject}</Cell>
      <Cell label="State">
        <MailBadge state={state} />
      </Cell>
      <Cell label="Time">
        <Moment of={sent_at ?? created_at} />
      </Cell>
      <Cell label="Actions" actions>
        <SmallButton variant="quiet" aria-label={`Open the mail to ${to}: ${subject}`} onClick={onOpen}>
          Open
        </SmallButton>
        {state === 'failed' && <CorrectAddressLink to={to} />}
        {retriable && <RetryButton id={id} label={`Retry the mail to ${to}: ${subject}`} variant="quiet" />}
      </Cell>
    </tr>
  )
}
