import type { Admin } from '../../../api/contract/admins.ts'
import { deleteAdmin } from '../../client.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { shownInPlace, useCommand } from '../command.ts'

export function DeleteAdminDialog({ admin, onClose }: { admin: Admin; onClose: () => void }) {
  const { run, busy, problem } = useCommand({
    send: () => deleteAdmin(admin.id),
    fallback: 'Failed to delete admin',
    success: () => `${admin.name} is no longer an admin`,
    onDone: onClose,
    onProblem: shownInPlace,
  })
  return (
    <ConfirmDialog
      title={`Delete ${admin.name}?`}
      action="Delete Admin"
      danger
      busy={busy}
      problem={problem}
      onConfirm={run}
      onClose={onClose}
    >
      {admin.name} ({admin.email}) is signed out at once and cannot sign in any more. What they did stays.
    </ConfirmDialog>
  )
}
