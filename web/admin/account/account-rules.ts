import { fieldsOf } from '../../../api/contract/fields.ts'
import { isEmailAddress } from '../../../domain/admins/email-address.ts'

/** True, or what is wrong. */
export const checkEmail = (value: string) =>
  isEmailAddress(value.trim()) || fieldsOf('POST /auth/forgot-password').email.sentence
