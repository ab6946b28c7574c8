import type { Admin } from '../../../../api/contract/admins.ts'
import { fieldsOf } from '../../../../api/contract/fields.ts'
import { api } from '../../../server/api.ts'
import { changeEmail, changeName } from '../../account/account-commands.tsx'
import { checkEmail } from '../../account/account-rules.ts'
import type { Command } from '../../command/command-dialog.tsx'

export const addAdmin: Command<{ name: string }, 'name' | 'email'> = {
  title: 'Add Admin',
  text: 'Admins manage players, seasons, sports and picks. They need no password: they sign in by a link in a mail. A mail tells them where.',
  action: 'Add Admin',
  fields: fieldsOf('POST /admin/admins'),
  asks: { name: { label: 'Name' }, email: { label: 'Email', type: 'email', check: checkEmail } },
  send: ({ name, email }) => api('POST /admin/admins', { name, email }),
  fallback: 'Failed to create admin',
  success: ({ name }) => `${name} can now sign in with a link by mail`,
}

export const adminCommands = {
  name: ({ id, name }: Admin) =>
    changeName(`Change the name of ${name}`, name, (body) =>
      api('PUT /admin/admins/{id}/change-name', id, body),
    ),
  email: ({ id, name, email }: Admin) =>
    changeEmail({ title: `Change the Email of ${name}`, current: email }, ({ newEmail }) =>
      api('PUT /admin/admins/{id}/change-email', id, { newEmail }),
    ),
  'sign-out': ({ id, name, email }: Admin): Command => ({
    title: `Sign out ${name}?`,
    text: `${name} (${email}) is signed out everywhere, and sign-in links they have not used stop working. They can ask for a new one.`,
    action: 'Sign Out',
    danger: true,
    send: () => api('DELETE /admin/admins/{id}/sessions', id),
    fallback: 'Failed to sign out',
    success: `${name} is signed out everywhere`,
  }),
  'reset-factor': ({ id, name }: Admin): Command => ({
    title: `Reset two-step sign-in for ${name}?`,
    text: `First make sure it is really ${name} who is asking. They are signed out everywhere and get a mail about it.`,
    action: 'Reset Two-Step Sign-In',
    danger: true,
    reason: 'needed',
    reasonReaders: 'admins',
    send: ({ reason = '' }) => api('POST /admin/admins/{id}/reset-second-factor', id, { reason }),
    fallback: 'Failed to reset two-step sign-in',
    success: `${name} can sign in without a code`,
  }),
  delete: ({ id, name, email }: Admin): Command => ({
    title: `Delete ${name}?`,
    text: `${name} (${email}) is signed out at once and can no longer sign in. Everything they did stays.`,
    action: 'Delete Admin',
    danger: true,
    send: () => api('DELETE /admin/admins/{id}', id),
    fallback: 'Failed to delete admin',
    success: `${name} is no longer an admin`,
  }),
}
