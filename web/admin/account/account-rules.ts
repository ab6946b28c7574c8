import { fieldsOf } from '../../../api/contract/fields.ts'

/** True, or what is wrong. */
export const checkEmail = (value: string) =>
  ADDRESS.test(value.trim()) || fieldsOf('POST /auth/forgot-password').email.sentence

/** The server's rule, which a test compares. */
const ADDRESS = /^[^\s@<>,;:"()[\]\\]+@[^\s@<>,;:"()[\]\\]+$/
