import { api } from '../../server/api.ts'
import { ClientError, errorText } from '../../server/request.ts'
import { ownNonce } from './sign-in-nonce.ts'

export async function mailLink(email: string): Promise<string> {
  try {
    const { message } = await api('POST /auth/send-magic-link', { email, nonce: ownNonce() })
    return message || 'If an admin account with that email exists, a login link will be sent'
  } catch (error) {
    throw new LinkNotSent(error)
  }
}

/** The server knows the address, but sending the link failed. */
class LinkNotSent extends Error {
  constructor(cause: unknown) {
    super('No link could be asked for', { cause })
    this.name = 'LinkNotSent'
  }
}

export function linkProblem(problem: unknown): string {
  const error = problem instanceof LinkNotSent ? problem.cause : problem
  if (error instanceof ClientError && error.status === 429) {
    return 'Too many login requests. Please wait a few minutes and try again.'
  }
  return errorText(
    error,
    problem instanceof LinkNotSent
      ? 'Failed to send login link. Please try again.'
      : 'An error occurred. Please try again.',
  )
}
