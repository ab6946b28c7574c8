import { type Static, Type } from 'typebox'
import { command, read, section } from './endpoint.ts'
import { Instant } from './schema.ts'

const SessionParams = Type.Object({ id: Type.String({ maxLength: 36 }) })

export const Session = Type.Object({
  id: Type.String(),
  device: Type.String(),
  network: Type.String(),
  created_at: Instant,
  last_used_at: Instant,
  isCurrent: Type.Boolean(),
})

const SessionList = Type.Array(Session)

export const sessionEndpoints = section('Signing in', 'setup', {
  'POST /auth/logout': command(
    'Sign out. Ends the session that the bearer token belongs to. The token is refused from then on.',
  ),
  'GET /auth/sessions': read(
    SessionList,
    'List where you are signed in. Returns your own sessions, the last used one first.',
  ),
  'DELETE /auth/sessions': command(
    'Sign out everywhere. Ends all your sessions, the one that asks too, and voids links that were mailed to you.',
  ),
  'DELETE /auth/sessions/{id}': command(
    'End one session. Ends one of your own sessions. Any other id is not found.',
    { params: SessionParams },
  ),
})

export type Session = Static<typeof Session>
