import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'

const FORM = /^([^:]+):\/\/((?:[^@/]*@)?)([^/?]*)(.*)$/s
const PORT = ':2113'

const PREFIX = /([?&])streamPrefix=([\w-]*)&?/i

/** The prefix of our streams lets several leagues share a server. */
export function prefixIn(url: string): { address: string; prefix: string } {
  // The client knows the protocol by its former name.
  const address = url.replace(/^kurrentdb/, 'esdb')
  const [, , prefix = ''] = PREFIX.exec(address) ?? []
  return { address: address.replace(PREFIX, '$1').replace(/[?&]$/, ''), prefix }
}

export function nodesIn(url: string): string[] {
  const hosts = FORM.exec(url)?.[3] ?? ''
  return hosts.split(',').map((host) => (/:\d+$/.test(host) ? host : host + PORT))
}

/** None where the name leads to one node. */
export async function nodesBehind(url: string): Promise<string[]> {
  const [node = ''] = nodesIn(url)
  const [, host = '', port = ''] = /^(.*):(\d+)$/.exec(node) ?? []
  if (!url.includes('+discover') || isIP(host)) return []
  const found = await lookup(host, { all: true, family: 4 }).catch(() => [])
  return found.length > 1 ? found.map(({ address }) => `${address}:${port}`) : []
}

export function onlyNode(url: string, node: string): string {
  const [, , credentials = '', , rest = ''] = FORM.exec(url) ?? []
  return `esdb://${credentials}${node}${rest}`
}
