import type { Health } from '../../api/contract/health.ts'
import { eventually } from './eventually.ts'

/** An answer of the API; `body` is parsed JSON where there is any. */
export type Answer = {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: what an answer holds is what the tests assert.
  body: any
  text: string
}

export type Http = {
  get(path: string, headers?: Record<string, string>): Promise<Answer>
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  put(path: string, body?: unknown): Promise<Answer>
  delete(path: string, body?: unknown): Promise<Answer>
  /** The same API, asked with this bearer token. */
  as(token: string): Http
}

/** The body of an answer that must not be a refusal. */
export async function done(answer: Promise<Answer>): Promise<Answer['body']> {
  const { status, body, text } = await answer
  if (status >= 300) throw new Error(`This must not be refused: ${status} ${text}`)
  return body
}

/** Of a stream of events, which never ends, only what comes at once. */
export async function textOf(response: Response): Promise<string> {
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
  if (!isStream || !response.body) return response.text()
  const reader = response.body.getReader()
  const { value } = await reader.read()
  await reader.cancel()
  return new TextDecoder().decode(value)
}

/** The server gives up that wait after a while, and says so. It is in vain where the tables stand still for good. */
async function tablesShowAll(url: string): Promise<void> {
  await eventually('the read tables', async () => {
    const { services } = (await (await fetch(`${url}/api/health`)).json()) as Health
    const [tables, log] = [services.projection?.status, services.event_store?.status]
    return tables === 'down' || (tables !== 'behind' && log !== 'down')
  })
}

/** Asks the API as any client would: over a socket, in JSON. Paths are those behind `/api`. */
export function http(url: string, token?: string): Http {
  const ask = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(`${url}/api${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await textOf(response)
    if (response.headers.get('x-read-model') === 'behind') await tablesShowAll(url)
    const isJson = response.headers.get('content-type')?.startsWith('application/json')
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson ? JSON.parse(text) : null,
    }
  }
  return {
    get: (path, headers) => ask('GET', path, undefined, headers),
    post: (path, body, headers) => ask('POST', path, body, headers),
    put: (path, body) => ask('PUT', path, body),
    delete: (path, body) => ask('DELETE', path, body),
    as: (other) => http(url, other),
  }
}
