import { type Static, Type } from 'typebox'
import { ChangeEmailBody, ChangeNameBody } from './auth.ts'
import type { Endpoints } from './endpoint.ts'
import { EraseBody } from './operations.ts'
import { AdminName, Email, Flag, Id, IdParams, Instant, Message, Text } from './schema.ts'

export const Admin = Type.Object({
  id: Id,
  name: Type.String(),
  email: Type.String(),
  is_main_admin: Flag,
  has_second_factor: Flag,
  created_at: Instant,
})

/** Newest first. */
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

export const adminEndpoints = {
  'GET /admin/admins': {
    access: 'main_admin',
    response: { 200: AdminList },
    summary: 'List the admins',
    description: 'Answers the main admin and all secondary admins, newest first.',
  },
  'POST /admin/admins': {
    access: 'main_admin',
    body: AdminBody,
    response: { 201: AdminAdded },
    summary: 'Add an admin',
    description:
      'Adds a secondary admin, who signs in through a link by mail. An address that another admin has is refused.',
    refuses: ['wrongState'],
  },
  'PUT /admin/admins/{id}/change-email': {
    access: 'main_admin',
    params: IdParams,
    body: ChangeEmailBody,
    response: { 200: AdminEmailChanged },
    summary: "Change an admin's email",
    description:
      "Changes the address of a secondary admin and ends that admin's sessions. The main admin, and an address that is taken, are refused.",
    refuses: ['wrongState'],
  },
  'PUT /admin/admins/{id}/change-name': {
    access: 'main_admin',
    params: IdParams,
    body: ChangeNameBody,
    response: { 200: AdminRenamed },
    summary: "Change an admin's name",
    description: 'Renames a secondary admin. The main admin is refused.',
  },
  'DELETE /admin/admins/{id}/sessions': {
    access: 'main_admin',
    params: IdParams,
    response: { 200: Message },
    summary: 'Sign an admin out',
    description:
      'Ends all sessions of a secondary admin, and voids links that were mailed to them. The main admin is refused.',
  },
  'POST /admin/admins/{id}/reset-second-factor': {
    access: 'main_admin',
    params: IdParams,
    body: ResetSecondFactorBody,
    response: { 200: Message },
    summary: "Reset an admin's second factor",
    description:
      'For a secondary admin who has lost it: removes it, ends all sessions of that admin, and tells them by mail. Needs a reason. The main admin is refused.',
    refuses: ['wrongState'],
  },
  'DELETE /admin/admins/{id}': {
    access: 'main_admin',
    params: IdParams,
    response: { 200: Message },
    summary: 'Remove an admin',
    description:
      "Removes a secondary admin and ends that admin's sessions. The main admin cannot be removed.",
  },
  'POST /admin/admins/{id}/erase': {
    access: 'main_admin',
    operator: true,
    params: IdParams,
    body: EraseBody,
    response: { 200: Message },
    summary: "Erase an admin's personal data",
    description:
      'Erases the name and the address of an admin who was removed before, also from the event log. This cannot be undone. An admin who is still there is refused.',
    refuses: ['wrongState'],
  },
} satisfies Endpoints

export type Admin = Static<typeof Admin>
