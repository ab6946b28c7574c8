import { signInLink } from './sign-in-link.ts'

const nonceKey = 'sign-in-nonce'

/**
 * Only where it was asked for may a link sign in by itself. Elsewhere a mail scanner may have opened it, or somebody has sent a
 * link to an account of their own.
 */
export const thisBrowserAsked = (): boolean => signInLink.nonce !== null && signInLink.nonce === storedNonce()

/** What a link that this browser asks for will carry: the same until one has signed in. */
export function ownNonce(): string {
  const nonce = storedNonce() ?? newNonce()
  stored(() => localStorage.setItem(nonceKey, nonce))
  return nonce
}

export const forgetNonce = () => stored(() => localStorage.removeItem(nonceKey))

const storedNonce = () => stored(() => localStorage.getItem(nonceKey))

/** Also without TLS, where browsers make no UUIDs. */
const newNonce = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )

/** Storage may be off: then every link asks for a press of a button. */
function stored<T>(access: () => T): T | null {
  try {
    return access()
  } catch {
    return null
  }
}
