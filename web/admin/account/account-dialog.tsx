import type { Me } from '../../../api/contract/auth.ts'
import { api } from '../../server/api.ts'
import { useSession } from '../../session.ts'
import { CommandDialog } from '../command/command-dialog.tsx'
import { FactorDialog } from '../second-factor/factor-dialog.tsx'
import { changeEmail, changeName, changePassword } from './account-commands.tsx'
import { SessionsDialog } from './sessions-dialog.tsx'

export type AccountAction = 'name' | 'password' | 'email' | 'sessions' | 'second-factor' | 'summary'

type AccountDialogProps = { action: AccountAction; me: Me; onClose: () => void }

/** A new email or password comes with a new token, because the old one no longer works. */
export function AccountDialog({ action, me, onClose }: AccountDialogProps) {
  const { renew, update } = useSession()
  switch (action) {
    case 'name': {
      const change = changeName('Change Name', me.name, async (body) => {
        await api('POST /auth/change-name', body)
        update({ name: body.newName })
      })
      return <CommandDialog {...change} onClose={onClose} />
    }
    case 'email': {
      const note = me.isMainAdmin ? ' For one hour you cannot reset your password by mail.' : ''
      const change = changeEmail(
        { title: 'Change Email', current: me.email, asksProof: true, note },
        async (body) => renew((await api('POST /auth/change-email', body)).token, { email: body.newEmail }),
      )
      return <CommandDialog {...change} onClose={onClose} />
    }
    case 'password': {
      const change = changePassword(async (body) =>
        renew((await api('POST /auth/change-password', body)).token, {}),
      )
      return (
        <CommandDialog {...change} onClose={onClose}>
          {/* Tells password managers whose password it is. */}
          <input hidden readOnly autoComplete="username" value={me.email} />
        </CommandDialog>
      )
    }
    case 'summary': {
      const isOn = me.adminSummary === true
      return (
        <CommandDialog
          title="Daily Summary"
          text={`A mail at the time of daily reminders, on days on which something waits for you: missing picks, sports without a result, requests to join, mails that failed. It is ${isOn ? 'on' : 'off'}.`}
          action={isOn ? 'Turn Off' : 'Turn On'}
          send={() => api('PUT /auth/admin-summary', { enabled: !isOn })}
          fallback="Failed to change the daily summary"
          success={({ message }) => message}
          onClose={onClose}
        />
      )
    }
    case 'sessions':
      return <SessionsDialog onClose={onClose} />
    case 'second-factor':
      return <FactorDialog onClose={onClose} />
  }
}
