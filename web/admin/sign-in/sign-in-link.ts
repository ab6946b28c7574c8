import { basePath } from '../../browser/base-path.ts'

type MailedLink = { token: string | null; nonce: string | null }

/**
 * The token leaves the address bar before anything else loads, so that no history, screenshot or request holds it.
 */
export const signInLink: MailedLink = takeLink('/admin/login')

export const resetLink: MailedLink = takeLink('/admin/reset-password')

function takeLink(path: string): MailedLink {
  const address = new URL(window.location.href)
  const [token, nonce] = [address.searchParams.get('token'), address.searchParams.get('nonce')]
  if (token === null || address.pathname.replace(/\/$/, '') !== basePath + path)
    return { token: null, nonce: null }
  address.searchParams.delete('token')
  address.searchParams.delete('nonce')
  window.history.replaceState(window.history.state, '', address)
  return { token, nonce }
}
