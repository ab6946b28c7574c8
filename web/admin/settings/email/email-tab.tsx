import { useOutletContext } from 'react-router'
import type { Me } from '../../../../api/contract/auth.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { NotificationsCard } from './notifications-card.tsx'
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
