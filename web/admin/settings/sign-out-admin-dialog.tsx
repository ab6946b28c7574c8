import type { Admin } from '../../../api/contract/admins.ts'
import { signAdminOut } from '../../client.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { shownInPlace, useCommand } from '../command.ts'

export function SignOutAdminDialog({ admin, onClose }: { admin: Admin; onClose: () => void }) {
  const { run, busy, problem } = useCommand({
    send: () => signAdminOut(admin.id),
    fallback: 'Failed to sign out',
    success: () => `${admin.name} is signed out everywhere`,
    onDone: onClose,
    onProblem: shownInPlace,
  })
  return (
    <ConfirmDialog
      title={`Sign out ${admin.name}?`}
      action="Sign Out"
      danger
      busy={busy}
      problem={problem}
      onConfirm={run}
      onClose={onClose}
    >
      Every session of {admin.name} ({admin.email}) ends, and login links that wait in their mailbox stop
      working. They can ask for a new one.
    </ConfirmDialog>
  )
}
