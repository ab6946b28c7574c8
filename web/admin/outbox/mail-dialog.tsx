import type { OutboxMail } from '#api/contract/outbox'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { formatMoment } from '../calendar.ts'
import { MailBadge } from './mail-badge.tsx'
import styles from './mail-dialog.module.css'

export function MailDialog({ mail, onClose }: { mail: OutboxMail; onClose: () => void }) {
  const { subject, to, state, reply, text, created_at, sent_at } = mail
  return (
    <Dialog
      open
      onClose={onClose}
      title={subject}
      description={`To ${to} · ${formatMoment(sent_at ?? created_at)}`}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <div className={styles.mail}>
        <div>
          <MailBadge state={state} />
        </div>
        {reply && state !== 'kept' && (
          <Notice tone={state === 'failed' ? 'danger' : 'info'}>The mail server said: {reply}</Notice>
        )}
        {text === null ? (
          <p>The text is only kept here while no mail server is configured.</p>
        ) : (
          <div className={styles.text}>{withLinks(text)}</div>
        )}
      </div>
    </Dialog>
  )
}

/** The mail's text with its addresses made into links. */
function withLinks(text: string) {
  const parts = text.split(/(https?:\/\/[^\s<>"]+)/)
  return parts.map((part, index) => {
    // Every second part is an address. Neither the order nor the number of parts ever changes.
    if (index % 2 === 0) return part
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the same address may stand there twice
      <a key={index} href={part} target="_blank" rel="noreferrer">
        {part}
      </a>
    )
  })
}
