import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { operate } from '../../operations/operate.ts'
import { scavengeAll } from '../../platform/event-store/eventstoredb/eventstoredb-scavenge.ts'
import { testConfig } from '../support/application.ts'
import { copyTemplate } from '../support/embedded.ts'
import { folderForTest } from '../support/folder-for-test.ts'
import { freePort } from '../support/free-port.ts'

/** A node as its HTTP door answers: AdminController.cs and GossipController.cs of the server. */
type HttpNode = { port: number; results: string[]; status: number; asked: string[]; server: Server }

const WAITING = { pollMs: 10, awayMs: 200 }
const ID = '85e14336-4419-4a45-95d7-ee4e9507c5f0'

let nodes: HttpNode[]
beforeEach(async () => {
  nodes = []
  for (const results of [['InProgress', 'Success'], ['Success']]) nodes.push(await startNode(results))
})
afterEach(async () => {
  for (const { server } of nodes) {
    server.close()
    server.closeAllConnections()
  }
})

async function startNode(results: string[]): Promise<HttpNode> {
  const server = createServer(({ method, url = '' }, response) => {
    node.asked.push(`${method} ${url}`)
    const body =
      url === '/gossip'
        ? { members: nodes.map(memberOf) }
        : { scavengeId: ID, scavengeResult: resultOf(node, method) }
    response.writeHead(url === '/gossip' ? 200 : node.status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(body))
  })
  const node: HttpNode = { port: 0, results, status: 200, asked: [], server }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  node.port = (server.address() as AddressInfo).port
  return node
}

/** The last one stays. */
const resultOf = ({ results }: HttpNode, method = '') =>
  method === 'GET' && results.length > 1 ? results.shift() : results[0]

const memberOf = ({ port, server }: HttpNode) => ({
  ...{ httpEndPointIp: '127.0.0.1', httpEndPointPort: port, isAlive: server.listening },
})

const first = () => nodes[0] as HttpNode
const second = () => nodes[1] as HttpNode
const url = () => `esdb://127.0.0.1:${first().port}?tls=false`

test('every node is scavenged, whichever the address names, and waited for', async () => {
  expect(await scavengeAll(url(), WAITING)).toEqual(
    nodes.map(({ port }) => ({ node: `127.0.0.1:${port}`, failure: null })),
  )
  for (const { asked } of nodes) expect(asked).toContain('POST /admin/scavenge')
  expect(first().asked.filter((call) => call === 'GET /admin/scavenge/last')).toHaveLength(2)
})

test('a node that fails, refuses, runs one already, is away or falls silent is told', async () => {
  const failureOf = async () => (await scavengeAll(url(), WAITING))[1]?.failure
  second().results = ['Errored']
  expect(await failureOf()).toBe('the scavenge ended with Errored')
  second().status = 401
  expect(await failureOf()).toBe('its account may not scavenge: make it a member of the group $ops')
  second().status = 400
  expect(await failureOf()).toBe('a scavenge is running already: wait for its end')
  second().status = 200
  second().results = ['InProgress']
  const waiting = failureOf()
  second().server.close()
  second().server.closeAllConnections()
  expect(await waiting).toMatch(/^the node is away$|^the node has not answered since the scavenge began$/)
})

test('the command says what came of each node, and ends with 1 unless all are done', async () => {
  const lines: string[] = []
  const dataDir = await folderForTest()
  await copyTemplate(dataDir)
  const run = (eventStoreUrl: string | null) =>
    operate(['scavenge'], {
      config: { ...testConfig(dataDir), eventStoreUrl },
      ...{ print: (line: string) => lines.push(line), isTerminal: false, confirm: null, onError: () => {} },
    })
  expect(await run(null)).toBe(0)
  expect(lines).toEqual([
    'The log is in the database, which keeps nothing of an erased person: there is nothing to do.',
  ])
  second().status = 401
  expect(await run(url())).toBe(1)
  expect(lines.at(-1)).toBe('Not every node is done. Fix the others, and scavenge again.')
  await expect(run(`esdb://127.0.0.1:${await freePort()}?tls=false`)).rejects.toThrow(
    /does not name its nodes: .*ECONNREFUSED/,
  )
})
