import type { LastMail as Mail } from '../../../api/contract/round-mail.ts'
import { Moment } from '../area/moment.tsx'
import { MailBadge } from '../outbox/mail-badge.tsx'
import { mailName } from '../outbox/mail-names.ts'
import styles from './round-mail.module.css'

export function LastMail({ mail }: { mail: Mail | null }) {
  if (!mail) return <p className={styles.mailed}>No mail yet</p>
  const { template, state, at, reply } = mail
  const isGood = state === 'sent' || state === 'kept' || state === 'queued'
  return (
    <>
      <p className={styles.mailed}>
        {mailName(template)} <MailBadge state={state} /> <Moment of={at} />
      </p>
      {reply && !isGood && <p className={styles.reply}>{reply}</p>}
    </>
  )
}
