import { readFileSync } from 'node:fs'
import { request as requestPlain } from 'node:http'
import { request as requestEncrypted } from 'node:https'
import { json } from 'node:stream/consumers'
import { accessOf } from './eventstoredb-address.ts'

const ANSWER_MS = 10_000

export class HttpFailure extends Error {
  readonly status: number

  constructor(status: number) {
    super(`it answered with status ${status}`)
    this.status = status
  }
}

/**
 * Asks one node over HTTP for what the client cannot ask, with the account and the authority of the connection string.
 * Throws HttpFailure, and what the connection says.
 */
export function askNode<T>(url: string, node: string, method: 'GET' | 'POST', path: string): Promise<T> {
  const { isEncrypted, username, password, authorityFile } = accessOf(url)
  const request = isEncrypted ? requestEncrypted : requestPlain
  const options = {
    method,
    headers: { accept: 'application/json', 'content-length': 0 },
    signal: AbortSignal.timeout(ANSWER_MS),
    ...(isEncrypted && username && { auth: `${username}:${password}` }),
    ...(authorityFile && { ca: readFileSync(authorityFile) }),
  }
  return new Promise((resolve, reject) => {
    const asking = request(`${isEncrypted ? 'https' : 'http'}://${node}${path}`, options, (response) => {
      const { statusCode = 0 } = response
      if (statusCode === 200) return resolve(json(response) as Promise<T>)
      response.resume()
      reject(new HttpFailure(statusCode))
    })
    asking.on('error', reject)
    asking.end()
  })
}
