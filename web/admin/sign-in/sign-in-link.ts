const askedKey = 'sign-in-link-asked'

/**
 * The token of a sign-in link, if that is how this page was opened. It leaves the address bar before anything else is
 * loaded, so that it stands in no history, no screenshot and no request.
 */
export const signInLink: { token: string | null } = { token: takeToken() }

function takeToken(): string | null {
  const address = new URL(window.location.href)
  if (address.pathname.replace(/\/$/, '') !== '/admin/login') return null
  const token = address.searchParams.get('token')
  if (token === null) return null
  address.searchParams.delete('token')
  window.history.replaceState(window.history.state, '', address)
  return token
}

/** Only where somebody asked for a link may it sign in by itself: elsewhere a mail scanner may have opened it. */
export const thisBrowserAsked = (): boolean => stored(() => localStorage.getItem(askedKey)) !== null

export const rememberAsking = () => stored(() => localStorage.setItem(askedKey, 'yes'))

export const forgetAsking = () => stored(() => localStorage.removeItem(askedKey))

/** Storage may be off: then every link asks for a press of a button. */
function stored<T>(access: () => T): T | null {
  try {
    return access()
  } catch {
    return null
  }
}
