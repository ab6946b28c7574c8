import { type Static, Type } from 'typebox'
import type { Endpoints } from './endpoint.ts'
import { Instant, Message } from './schema.ts'

const SessionParams = Type.Object({ id: Type.String({ maxLength: 36 }) })

export const Session = Type.Object({
  id: Type.String(),
  /** The browser and the device in words. */
  device: Type.String(),
  /** Only its first half. */
  network: Type.String(),
  created_at: Instant,
  /** To the minute. */
  last_used_at: Instant,
  /** The one that asks. */
  isCurrent: Type.Boolean(),
})

/** The last used one first. */
const SessionList = Type.Array(Session)

export const sessionEndpoints = {
  'POST /auth/logout': {
    access: 'setup',
    response: { 200: Message },
    summary: 'Sign out',
    description: 'Ends the session that the bearer token belongs to. The token is refused from then on.',
  },
  'GET /auth/sessions': {
    access: 'setup',
    response: { 200: SessionList },
    summary: 'List where you are signed in',
    description: 'Answers your own sessions, the last used one first.',
  },
  'DELETE /auth/sessions': {
    access: 'setup',
    response: { 200: Message },
    summary: 'Sign out everywhere',
    description: 'Ends all your sessions, the one that asks too, and voids links that were mailed to you.',
  },
  'DELETE /auth/sessions/{id}': {
    access: 'setup',
    params: SessionParams,
    response: { 200: Message },
    summary: 'End one session',
    description: 'Ends one of your own sessions. Any other id is not found.',
  },
} satisfies Endpoints

export type Session = Static<typeof Session>
