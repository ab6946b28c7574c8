import { logout } from '../../client.ts'
import { useSession } from '../../session.ts'

/** On this page at once, also where the server does not answer: there the session ends by itself when nobody uses it. */
export function signOut(): void {
  logout().catch(() => {})
  useSession.getState().signOut()
}
