import { memo, useState } from 'react'
import type { OutboxMail } from '../../../api/contract/outbox.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Table } from '../../ui/table/table.tsx'
import { isTrouble } from './mail-groups.ts'
import { MailRow } from './mail-row.tsx'
import styles from './outbox.module.css'

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
            <Button
              variant="secondary"
              size="small"
              aria-label={`Show More: ${name}`}
              onClick={() => setShown(shown + PAGE_MAILS)}
            >
              Show More ({mails.length - shown})
            </Button>
          )}
        </>
      )}
    </details>
  )
})
