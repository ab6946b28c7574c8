import { storage } from '../../browser/storage.ts'
import { signInLink } from './sign-in-link.ts'

const nonceKey = 'sign-in-nonce'

/**
 * Only the browser that asked may sign in without a button. Elsewhere a mail scanner may have opened the link, or
 * somebody has sent a link to their own account.
 */
export const thisBrowserAsked = (): boolean => signInLink.nonce !== null && signInLink.nonce === storedNonce()

/** The same nonce until a link has signed in. */
export function ownNonce(): string {
  const nonce = storedNonce() ?? newNonce()
  storage.setItem(nonceKey, nonce)
  return nonce
}

export const forgetNonce = () => storage.removeItem(nonceKey)

/** Without storage every link asks for a button. */
const storedNonce = () => storage.getItem(nonceKey)

/** Works without TLS, where browsers make no UUIDs. */
const newNonce = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )
