import type { ChangeOwnEmailBody, ChangePasswordBody } from '../../../api/contract/auth.ts'
import { fieldsOf } from '../../../api/contract/fields.ts'
import { comparable } from '../../../domain/names.ts'
import { query } from '../../server/api.ts'
import { Asked } from '../../ui/waiting/loaded.tsx'
import type { Command } from '../command/command-dialog.tsx'
import { ProofFields, proofOf } from '../second-factor/proof-fields.tsx'
import { checkEmail } from './account-rules.ts'
import { PasswordChecklist } from './password-checklist.tsx'
import { checkPassword, passwordNeeded, repeated } from './password-rules.ts'

const OTHER_ADDRESS = 'Email addresses do not match'

export const changeName = (
  title: string,
  current: string,
  send: (body: { newName: string }) => Promise<unknown>,
): Command<unknown, 'newName'> => ({
  title,
  action: 'Change Name',
  fields: fieldsOf('POST /auth/change-name'),
  asks: {
    newName: {
      label: 'New name',
      value: current,
      check: (value) => value.trim() !== current || 'New name must be different from current name',
    },
  },
  send: ({ newName }) => send({ newName }),
  fallback: 'Failed to change name',
  success: (_, { newName }) => `The name is now ${newName}`,
})

type NewEmail = { title: string; current: string; note?: string; asksProof?: boolean }

export const changeEmail = (
  { title, current, note = '', asksProof = false }: NewEmail,
  send: (body: ChangeOwnEmailBody) => Promise<unknown>,
): Command<unknown, 'newEmail' | 'confirmation' | 'code' | 'currentPassword'> => ({
  title,
  text: `It is now ${current}. After this, sign-in links go to the new address.${note}`,
  action: 'Change Email',
  fields: fieldsOf('POST /auth/change-email'),
  asks: {
    newEmail: {
      label: 'New email',
      type: 'email',
      check: (value) =>
        comparable(value) === comparable(current)
          ? 'New email must be different from current email'
          : checkEmail(value),
    },
    confirmation: {
      label: 'Confirm new email',
      type: 'email',
      needed: OTHER_ADDRESS,
      check: (value, { newEmail = '' }) => comparable(value) === comparable(newEmail) || OTHER_ADDRESS,
    },
  },
  below: asksProof && <OwnProof />,
  send: ({ newEmail, ...proof }) => send({ newEmail, ...proofOf(proof) }),
  fallback: 'Failed to change email',
  success: (_, { newEmail }) => `The email address is now ${newEmail}`,
})

function OwnProof() {
  return (
    <Asked of={query('GET /auth/second-factor')} rows={1}>
      {(now) => <ProofFields factor={now} autoFocus={false} both />}
    </Asked>
  )
}

export const changePassword = (
  send: (body: ChangePasswordBody) => Promise<unknown>,
): Command<unknown, 'currentPassword' | 'newPassword' | 'confirmation'> => ({
  title: 'Change Password',
  action: 'Change Password',
  fields: fieldsOf('POST /auth/change-password'),
  asks: {
    currentPassword: { label: 'Current password', type: 'password', autoComplete: 'current-password' },
    newPassword: {
      label: 'New password',
      type: 'password',
      hint: (typed) => <PasswordChecklist password={typed} />,
      autoComplete: 'new-password',
      needed: passwordNeeded,
      check: checkPassword,
    },
    confirmation: {
      label: 'Confirm new password',
      type: 'password',
      autoComplete: 'new-password',
      ...repeated('newPassword'),
    },
  },
  send: ({ currentPassword, newPassword }) => send({ currentPassword, newPassword }),
  fallback: 'Failed to change password',
  success: 'Your password is changed. You are signed out everywhere else',
})
