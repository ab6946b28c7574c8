import { isUnattended } from '../browser/attention.ts'
import { basePath } from '../browser/base-path.ts'
import { useSession } from '../session.ts'

const timeoutMs = 30_000
/** The log of a large league is big. */
const downloadTimeoutMs = 600_000

type FieldProblem = { field: string; message: string }

type Refusal = {
  error?: string
  details?: FieldProblem[] | string
  locked?: boolean
  outdated?: boolean
}

/** `status` is 0 when no answer came; `message` is empty when there was no reason. */
export class ClientError extends Error {
  readonly status: number
  readonly details: FieldProblem[] | string | null
  /** On a pick link: the round has locked. */
  readonly locked: boolean
  /** Something has happened since the preview. */
  readonly outdated: boolean

  constructor(status: number, message: string, refusal: Refusal = {}) {
    super(message)
    this.name = 'ClientError'
    this.status = status
    this.details = refusal.details ?? null
    this.locked = refusal.locked ?? false
    this.outdated = refusal.outdated ?? false
  }
}

/** Not retried: the person would wait as long once more. */
export class TimedOut extends ClientError {}

/** The server's words, else the general text of the status, else the fallback. */
export function errorText(error: unknown, fallback: string): string {
  return error instanceof ClientError && error.message !== '' ? error.message : fallback
}

/** The server may have done it all the same. */
export const isDoubtful = (error: Error) =>
  error instanceof ClientError && (error.status === 0 || error.status >= 500)

/** Returns the JSON of an answer. Throws a `ClientError` for every failure. */
export async function request<T>(method: string, path: string, body?: unknown): Promise<T> {
  return read(await accepted(method, path, body))
}

/** For a file, which a plain link could not ask for without the session. Throws as `request` does. */
export async function download(path: string): Promise<Blob> {
  return (await accepted('GET', path, undefined, downloadTimeoutMs)).blob()
}

async function accepted(
  method: string,
  path: string,
  body?: unknown,
  endsAfterMs = timeoutMs,
): Promise<Response> {
  const before = useSession.getState()
  const token = needsToken(path) ? before.token : null
  const response = await send(method, path, body, token, endsAfterMs)
  if (response.ok) return response
  if (/^basic/i.test(response.headers.get('www-authenticate') ?? ''))
    throw new ClientError(511, 'The proxy asks for a password on /api/, where no sign-in gets past it')
  if (response.status === 401 && token !== null && !path.startsWith('/auth/')) {
    before.expire(token)
    const now = useSession.getState()
    const isRenewed = now.token !== null && now.token !== token && now.admin?.id === before.admin?.id
    if (isRenewed) return accepted(method, path, body, endsAfterMs)
  }
  const answer = await read(response)
  throw new ClientError(response.status, answer?.error ?? generalText(response.status), answer ?? {})
}

const needsToken = (path: string) => path.startsWith('/admin/') || path.startsWith('/auth/')

const readBefore = new Set<string>()

/** What the page has read before is asked for again because it may have changed: then no cache on the way may answer. */
function cacheFor(path: string): RequestCache {
  const isKnown = readBefore.has(path)
  readBefore.add(path)
  return isKnown ? 'no-cache' : 'default'
}

async function send(
  method: string,
  path: string,
  body: unknown,
  token: string | null,
  endsAfterMs: number,
): Promise<Response> {
  const headers = new Headers({ accept: 'application/json' })
  if (body !== undefined) headers.set('content-type', 'application/json')
  if (token !== null) headers.set('authorization', `Bearer ${token}`)
  if (token !== null && isUnattended()) headers.set('x-unattended', 'yes')
  try {
    return await fetch(`${basePath}/api${path}`, {
      method,
      headers,
      cache: cacheFor(path),
      body: body === undefined ? null : JSON.stringify(body),
      signal: AbortSignal.timeout(endsAfterMs),
    })
  } catch (error) {
    throw unreachable(error)
  }
}

async function read(response: Response) {
  try {
    return await response.json()
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw unreachable(error)
    if (response.ok) throw new ClientError(response.status, generalText(500))
    return null
  }
}

function unreachable(error: unknown): ClientError {
  const late = error instanceof DOMException && error.name === 'TimeoutError'
  return late
    ? new TimedOut(0, 'Request timeout. Please check your connection and try again.')
    : new ClientError(0, 'Unable to connect to server. Please check your internet connection.')
}

function generalText(status: number): string {
  if (status >= 500) return 'Server error occurred. Please try again later.'
  if (status === 403) return 'You do not have permission to perform this action.'
  if (status === 404) return 'Resource not found.'
  return ''
}
