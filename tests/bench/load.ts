import autocannon from 'autocannon'

export type Load = { perSecond: number; p50Ms: number; p99Ms: number }

export type LoadOptions = {
  url: string
  clients: number
  seconds: number
  headers?: Record<string, string>
  requests?: autocannon.Request[]
  /** What each client does alone, by its number from 0. */
  requestsOf?: (client: number) => autocannon.Request[]
  /** The only status that is fine. */
  status?: number
}

/** Asks as fast as the answers come. Throws when an answer is not what was expected: then there is nothing to measure. */
export async function load(options: LoadOptions): Promise<Load> {
  const { url, clients, seconds, headers = {}, requests, requestsOf, status = 200 } = options
  let number = 0
  const result = await autocannon({
    url,
    connections: clients,
    duration: seconds,
    headers,
    ...(requests ? { requests } : {}),
    setupClient: (client) => {
      if (requestsOf) client.setRequests(requestsOf(number))
      number += 1
    },
  })
  const strange = Object.entries(result.statusCodeStats ?? {}).filter(([code]) => Number(code) !== status)
  if (result.errors > 0 || result.timeouts > 0 || strange.length > 0) {
    throw new Error(`${url} did not answer ${status}: ${JSON.stringify(strange)}, ${result.errors} errors`)
  }
  const { p50, p99 } = result.latency
  return { perSecond: result.requests.average, p50Ms: p50, p99Ms: p99 }
}
