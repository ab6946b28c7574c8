import { useOutletContext } from 'react-router'
import type { Me } from '../../../../api/contract/auth.ts'
import { ownAddress } from '../../../browser/base-path.ts'
import { api, query } from '../../../server/api.ts'
import { Badge } from '../../../ui/badge.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Switch } from '../../../ui/form/switch.tsx'
import { Hint } from '../../../ui/layout.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Asked } from '../../../ui/waiting/loaded.tsx'
import { useCommand } from '../../command/command.ts'
import { TestEmailCard } from './test-email-card.tsx'

export function EmailTab() {
  const me = useOutletContext<Me>()
  return (
    <>
      <NotificationsCard main={me.isMainAdmin} />
      <TestEmailCard email={me.email} />
      {me.isMainAdmin && (
        <p>
          <ButtonLink to="/admin/mail" variant="secondary">
            See All Mail
          </ButtonLink>
        </p>
      )}
    </>
  )
}

const what = 'Pick links when a sport is activated, reminders and results.'

function NotificationsCard({ main }: { main: boolean }) {
  return (
    <Card title="Email Notifications">
      <Asked of={query('GET /admin/settings')} rows={1}>
        {({ email_notifications_enabled, mail_links_to }) => {
          const on = email_notifications_enabled === 'true'
          return (
            <>
              <LinksNotice to={mail_links_to} />
              {main ? <NotificationsSwitch on={on} /> : <NotificationsState on={on} />}
            </>
          )
        }}
      </Asked>
    </Card>
  )
}

const NotificationsState = ({ on }: { on: boolean }) => (
  <>
    <Hint size="m" above>
      {what} Only the main admin can switch them on and off.
    </Hint>
    <Badge tone={on ? 'success' : 'warning'}>{on ? 'Enabled' : 'Disabled'}</Badge>
  </>
)

function LinksNotice({ to }: { to: string | undefined }) {
  if (to === undefined || to === ownAddress) return null
  return (
    <Notice tone="warning">
      Links in mail lead to {to}, and you are at {ownAddress}. If players cannot open the first, the server
      needs another APP_URL. Links that have gone out stay as they are.
    </Notice>
  )
}

function NotificationsSwitch({ on }: { on: boolean }) {
  const change = useCommand({
    send: (enabled: boolean) => api('PUT /admin/settings/email-notifications', { enabled }),
    fallback: 'Failed to update email notifications setting',
    success: (_, enabled) =>
      enabled ? 'Email notifications are enabled' : 'Email notifications are disabled. Players get no mail',
  })
  return (
    <Switch
      label="Send email notifications to players"
      hint={`${what} Sign-in and password mails to admins are always sent.`}
      checked={on}
      busy={change.busy}
      onChange={change.run}
    />
  )
}
