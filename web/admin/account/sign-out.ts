import { api } from '../../server/api.ts'
import { useSession } from '../../session.ts'

/** Does not wait for the server: an unused session ends by itself. */
export function signOut(): void {
  api('POST /auth/logout').catch(() => {})
  useSession.getState().signOut()
}
