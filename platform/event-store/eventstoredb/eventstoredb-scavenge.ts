import { readFileSync } from 'node:fs'
import { request as requestPlain } from 'node:http'
import { request as requestEncrypted } from 'node:https'
import { json } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { withoutSecrets } from '../../config/address-without-secrets.ts'
import { reasonOf, StartRefusal } from '../../start-refusal.ts'
import { accessOf, nodesIn } from './eventstoredb-address.ts'

const POLL_MS = 1_000
const ANSWER_MS = 10_000
const AWAY_MS = 60_000

export type Scavenged = { node: string; failure: string | null }

type Member = { httpEndPointIp: string; httpEndPointPort: number; isAlive: boolean }
type Last = { scavengeId?: string; scavengeResult: string }
type Waiting = { pollMs: number; awayMs: number }

/** Takes what was erased out of the files of every node, and waits until that is done. Throws StartRefusal. */
export async function scavengeAll(
  url: string,
  waiting: Waiting = { pollMs: POLL_MS, awayMs: AWAY_MS },
): Promise<Scavenged[]> {
  const outcomes: Scavenged[] = []
  for (const { httpEndPointIp, httpEndPointPort, isAlive } of await membersOf(url)) {
    const node = `${httpEndPointIp}:${httpEndPointPort}`
    const failure = isAlive ? await scavenge(url, node, waiting).catch(reasonFor) : 'the node is away'
    outcomes.push({ node, failure })
  }
  return outcomes
}

async function membersOf(url: string): Promise<Member[]> {
  const asking = nodesIn(url).map((node) => askNode<{ members: Member[] }>(url, node, 'GET', '/gossip'))
  try {
    return (await Promise.any(asking)).members
  } catch (error) {
    const cause = error instanceof AggregateError ? error.errors[0] : error
    throw new StartRefusal(
      `The event store at ${withoutSecrets(url)} does not name its nodes: ${reasonOf(cause)}`,
      { cause },
    )
  }
}

async function scavenge(url: string, node: string, { pollMs, awayMs }: Waiting): Promise<string | null> {
  const { scavengeId } = await askNode<{ scavengeId: string }>(url, node, 'POST', '/admin/scavenge')
  let heardAtMs = performance.now()
  for (;;) {
    await sleep(pollMs)
    const last = await askNode<Last>(url, node, 'GET', '/admin/scavenge/last').catch(() => null)
    if (last) heardAtMs = performance.now()
    if (last && last.scavengeId !== scavengeId) return 'another scavenge has begun since: wait for its end'
    if (last?.scavengeResult === 'Success') return null
    if (last && last.scavengeResult !== 'InProgress') return `the scavenge ended with ${last.scavengeResult}`
    if (performance.now() - heardAtMs > awayMs) return 'the node has not answered since the scavenge began'
  }
}

function reasonFor(error: unknown): string {
  const status = error instanceof HttpFailure ? error.status : null
  if (status === 401 || status === 403)
    return 'its account may not scavenge: make it a member of the group $ops'
  if (status === 400 || status === 409) return 'a scavenge is running already: wait for its end'
  return reasonOf(error)
}

class HttpFailure extends Error {
  readonly status: number

  constructor(status: number) {
    super(`it answered with status ${status}`)
    this.status = status
  }
}

function askNode<T>(url: string, node: string, method: 'GET' | 'POST', path: string): Promise<T> {
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
