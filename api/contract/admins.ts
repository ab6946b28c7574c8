import { type Static, Type } from 'typebox'
import { ChangeEmailBody, ChangeNameBody } from './auth.ts'
import { command, read, section } from './endpoint.ts'
import { EraseBody } from './operations.ts'
import { AdminName, Email, Flag, Id, Instant, Text } from './schema.ts'

export const Admin = Type.Object({
  id: Id,
  name: Type.String(),
  email: Type.String(),
  is_main_admin: Flag,
  has_second_factor: Flag,
  created_at: Instant,
})

const AdminList = Type.Array(Admin)

const AdminBody = Type.Object({ name: AdminName, email: Email })

const AdminAdded = Type.Object({ message: Type.String(), id: Id, name: Type.String(), email: Type.String() })

const AdminEmailChanged = Type.Object({
  message: Type.String(),
  name: Type.String(),
  newEmail: Type.String(),
})

const AdminRenamed = Type.Object({ message: Type.String(), email: Type.String(), newName: Type.String() })

const ResetSecondFactorBody = Type.Object({ reason: Text('Reason', 1, 500) })

export const adminEndpoints = section('Admins', 'main_admin', {
  'GET /admin/admins': read(
    AdminList,
    'List the admins. Returns the main admin and all secondary admins, newest first.',
  ),
  'POST /admin/admins': command(
    'Add an admin. Adds a secondary admin, who signs in through a link by mail. An address that another admin has is refused.',
    { body: AdminBody, response: { 201: AdminAdded }, refuses: ['wrongState'] },
  ),
  'PUT /admin/admins/{id}/change-email': command(
    "Change an admin's email. Changes the address of a secondary admin and ends that admin's sessions. The main admin, and an address that is taken, are refused.",
    { body: ChangeEmailBody, response: { 200: AdminEmailChanged }, refuses: ['wrongState'] },
  ),
  'PUT /admin/admins/{id}/change-name': command(
    "Change an admin's name. Renames a secondary admin. The main admin is refused.",
    { body: ChangeNameBody, response: { 200: AdminRenamed } },
  ),
  'DELETE /admin/admins/{id}/sessions': command(
    'Sign an admin out. Ends all sessions of a secondary admin, and voids links that were mailed to them. The main admin is refused.',
  ),
  'POST /admin/admins/{id}/reset-second-factor': command(
    "Reset an admin's two-step sign-in. For a secondary admin who has lost the app: turns two-step sign-in off, ends all sessions of that admin, and sends them a mail. Needs a reason. The main admin is refused.",
    { body: ResetSecondFactorBody, refuses: ['wrongState'] },
  ),
  'DELETE /admin/admins/{id}': command(
    "Remove an admin. Removes a secondary admin and ends that admin's sessions. The main admin cannot be removed.",
  ),
  'POST /admin/admins/{id}/erase': command(
    "Erase an admin's personal data. Erases the name and the address of an admin who was removed before, also from the event log. This cannot be undone. An admin who is still there is refused.",
    { operator: true, body: EraseBody, refuses: ['wrongState'] },
  ),
})

export type Admin = Static<typeof Admin>
