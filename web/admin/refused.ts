import { ClientError } from '../request.ts'

/** The server said no. Too many tries, or a server that is away, say nothing about the session or the link. */
export const isRefused = (error: Error | null) =>
  error instanceof ClientError && error.status >= 400 && error.status < 500 && error.status !== 429
