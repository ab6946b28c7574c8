import type { Admin } from '../../../../api/contract/admins.ts'
import { api } from '../../../server/api.ts'
import { ChangeEmailDialog } from '../../account/change-email-dialog.tsx'
import { ChangeNameDialog } from '../../account/change-name-dialog.tsx'

type ChangeAdminDialogProps = { admin: Admin; what: 'name' | 'email'; onClose: () => void }

export function ChangeAdminDialog({ admin, what, onClose }: ChangeAdminDialogProps) {
  const { id, name, email } = admin
  return what === 'name' ? (
    <ChangeNameDialog
      title={`Change the name of ${name}`}
      current={name}
      send={(newName) => api('PUT /admin/admins/{id}/change-name', id, { newName })}
      onClose={onClose}
    />
  ) : (
    <ChangeEmailDialog
      title={`Change the email of ${name}`}
      current={email}
      send={({ newEmail }) => api('PUT /admin/admins/{id}/change-email', id, { newEmail })}
      onClose={onClose}
    />
  )
}
