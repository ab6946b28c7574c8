import { logout } from '../../client.ts'
import { useSession } from '../../session.ts'

/** Does not wait for the server: an unused session ends by itself. */
export function signOut(): void {
  logout().catch(() => {})
  useSession.getState().signOut()
}
