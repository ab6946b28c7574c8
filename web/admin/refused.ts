import { ClientError } from '../server/request.ts'

/** Too many attempts, or an unreachable server, say nothing about the session or the link. */
export const isRefused = (error: Error | null) =>
  error instanceof ClientError && error.status >= 400 && error.status < 500 && error.status !== 429
