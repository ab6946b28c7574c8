import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { query } from '../../server/api.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'

const emailSettings = '/admin/settings/email'

/** On every screen, because links that never arrive are hard to explain. */
export function NotificationsBanner({ main }: { main: boolean }) {
  const { data: settings } = useQuery(query('GET /admin/settings'))
  const { pathname } = useLocation()
  if (settings?.email_notifications_enabled !== 'false') return null
  return (
    <Notice
      tone="warning"
      title="User notification emails are disabled"
      action={
        main &&
        pathname !== emailSettings && (
          <ButtonLink to={emailSettings} variant="secondary" size="small">
            Email Settings
          </ButtonLink>
        )
      }
    >
      Players get no pick links and no reminders.
      {!main && ' Please contact the main admin to enable them.'}
    </Notice>
  )
}
