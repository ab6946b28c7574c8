import { lazy, Suspense } from 'react'
import type { ChangePasswordBody, Me } from '../../../api/contract/auth.ts'
import { api } from '../../server/api.ts'
import { useSession } from '../../session.ts'
import { ChangeEmailDialog } from './change-email-dialog.tsx'
import { ChangeNameDialog } from './change-name-dialog.tsx'
import { ChangePasswordDialog } from './change-password-dialog.tsx'
import { SessionsDialog } from './sessions-dialog.tsx'

export type AccountAction = 'name' | 'password' | 'email' | 'sessions' | 'second-factor'

const FactorDialog = lazy(() =>
  import('../second-factor/factor-dialog.tsx').then((file) => ({ default: file.FactorDialog })),
)

type AccountDialogProps = { action: AccountAction; me: Me; onClose: () => void }

/** A new email or password comes with a new token, because the old one no longer works. */
export function AccountDialog({ action, me, onClose }: AccountDialogProps) {
  const { renew, update } = useSession()
  switch (action) {
    case 'name':
      return (
        <ChangeNameDialog
          title="Change Name"
          current={me.name}
          send={async (name) => {
            await api('POST /auth/change-name', { newName: name })
            update({ name })
          }}
          onClose={onClose}
        />
      )
    case 'email':
      return (
        <ChangeEmailDialog
          title="Change Email"
          current={me.email}
          asksProof
          note={me.isMainAdmin ? ' A link to reset your password does so only an hour later.' : ''}
          send={async (body) =>
            renew((await api('POST /auth/change-email', body)).token, { email: body.newEmail })
          }
          onClose={onClose}
        />
      )
    case 'sessions':
      return <SessionsDialog onClose={onClose} />
    case 'second-factor':
      return (
        <Suspense>
          <FactorDialog onClose={onClose} />
        </Suspense>
      )
    case 'password':
      return (
        <ChangePasswordDialog
          send={async (body: ChangePasswordBody) =>
            renew((await api('POST /auth/change-password', body)).token, {})
          }
          onClose={onClose}
        />
      )
  }
}
