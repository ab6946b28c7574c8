import { useQuery } from '@tanstack/react-query'
import type { MailDetails } from '../../../api/contract/outbox.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Box, Row, Stack } from '../../ui/layout.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Loaded } from '../../ui/waiting/loaded.tsx'
import { mailQuery } from '../admin-queries.ts'
import { formatClock, formatMoment } from '../calendar.ts'
import { MailBadge } from './mail-badge.tsx'
import { mailName } from './mail-names.ts'
import styles from './outbox.module.css'
import { CorrectAddressLink, RetryButton } from './retry-button.tsx'

export function MailDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const mail = useQuery(mailQuery(id))
  return (
    <Dialog
      onClose={onClose}
      title={mail.data ? mail.data.subject || mailName(mail.data.template) : 'Mail'}
      description={mail.data && addressed(mail.data)}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <Loaded query={mail}>{(loaded) => <Contents mail={loaded} />}</Loaded>
    </Dialog>
  )
}

const addressed = ({ recipientName, to, sent_at, created_at }: MailDetails) =>
  `To ${recipientName} <${to}> · ${formatMoment(sent_at ?? created_at)}`

function Contents({ mail }: { mail: MailDetails }) {
  const { id, to, template, state, attempts, reply, retriable, previewUrl, withheld } = mail
  return (
    <Stack>
      <Row gap={2}>
        <MailBadge state={state} /> {mailName(template)}
        {attempts > 1 && ` · tried ${attempts} times`}
        {goesOut(mail)}
        {state === 'failed' && <CorrectAddressLink to={to} />}
        {retriable && <RetryButton id={id} label="Retry this mail" variant="primary" />}
      </Row>
      {reply && state !== 'kept' && <Notice tone={state === 'failed' ? 'danger' : 'info'}>{reply}</Notice>}
      {withheld && (
        <Notice>
          This season hides picks from admins, so the picks and pick links of this mail are left out here. To
          pass a link on, use Copy Pick Link under Players & Mail of the sport. Everybody will see that you
          did.
        </Notice>
      )}
      {previewUrl && (
        <iframe
          className={styles.preview}
          title="The mail as it looks"
          src={previewUrl}
          sandbox="allow-popups allow-popups-to-escape-sandbox"
        />
      )}
      <PlainText mail={mail} />
    </Stack>
  )
}

/** Of one that waits. */
function goesOut({ attempts, dueAt, template }: MailDetails) {
  if (!dueAt) return null
  if (attempts > 0) return ` · next try ${formatClock(dueAt)}`
  const unless = template === 'lock-moved' ? ', unless the lock moves again' : ''
  return ` · goes out at ${formatClock(dueAt)}${unless}`
}

function PlainText({ mail: { text, state } }: { mail: MailDetails }) {
  if (state === 'queued' && !text) return <p>The mail is written when it goes out.</p>
  if (text === null) return <p>The text is only kept here while no mail server is configured.</p>
  if (text === '') return <p>The text of this mail is not kept.</p>
  return (
    <details>
      <summary>As plain text</summary>
      <Box>
        <p className={styles.text}>{withLinks(text)}</p>
      </Box>
    </details>
  )
}

function withLinks(text: string) {
  const parts = text.split(/(https?:\/\/[^\s<>"]+)/)
  return parts.map((part, index) => {
    // Every second part is an address. Neither the order nor the number of parts ever changes.
    if (index % 2 === 0) return part
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the same address may be there twice
      <a key={index} href={part} target="_blank" rel="noreferrer">
        {part}
      </a>
    )
  })
}
