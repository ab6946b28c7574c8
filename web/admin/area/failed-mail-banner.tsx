import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { failedMailQuery } from '../admin-queries.ts'
import { mailsTo, toRetry } from '../outbox/failed-mail.ts'

const elsewhere = ['/admin', '/admin/mail']

/** The overview and the mail itself say the same at more length. */
export function FailedMailBanner() {
  const { data } = useQuery(failedMailQuery)
  const { pathname } = useLocation()
  const failed = toRetry(data?.mails ?? [])
  if (failed.length === 0 || elsewhere.includes(pathname)) return null
  return (
    <Notice
      tone="warning"
      title={`${mailsTo(failed)} failed`}
      action={
        <ButtonLink to="/admin/mail?state=failed" variant="secondary" size="small">
          Open Mail
        </ButtonLink>
      }
    >
      {failed[0]?.reply && `The mail server said: ${failed[0].reply}. `}Correct the address under Players,
      then send the mail again.
    </Notice>
  )
}
