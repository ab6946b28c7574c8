import { memo, useState } from 'react'
import type { OutboxMail } from '../../../api/contract/outbox.ts'
import { Badge } from '../../ui/badge.tsx'
import { SmallButton } from '../../ui/button.tsx'
import card from '../../ui/card.module.css'
import { Hint } from '../../ui/layout.tsx'
import { Cell, RowHead, Table } from '../../ui/table/table.tsx'
import { Moment } from '../parts/moment.tsx'
import { PlayerEmail } from '../players/player-facts.tsx'
import { MailBadge } from './mail-badge.tsx'
import { isTrouble } from './mail-groups.ts'
import { mailName } from './mail-names.ts'
import styles from './outbox.module.css'
import { RetryButton } from './retry-button.tsx'

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
    <details
      className={`${card.card} ${styles.group}`}
      data-flush
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
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
  const { id, to, recipientName, state, sent_at, created_at, dueAt, retriable } = mail
  const subject = mail.subject || mailName(mail.template)
  return (
    <tr>
      <RowHead>
        {recipientName}{' '}
        <Hint as="div">
          <PlayerEmail player={{ email: to }} />
        </Hint>
      </RowHead>
      <Cell narrow="below">{subject}</Cell>
      <Cell>
        <MailBadge state={state} />
      </Cell>
      <Cell narrow="hidden">
        {dueAt && 'Goes out '}
        <Moment of={dueAt ?? sent_at ?? created_at} />
      </Cell>
      <Cell actions>
        <SmallButton variant="quiet" aria-label={`Open the mail to ${to}: ${subject}`} onClick={onOpen}>
          Open
        </SmallButton>
        {retriable && <RetryButton id={id} label={`Retry the mail to ${to}: ${subject}`} variant="quiet" />}
      </Cell>
    </tr>
  )
}
