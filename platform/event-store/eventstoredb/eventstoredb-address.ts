import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'

const FORM = /^([^:]+):\/\/((?:[^@/]*@)?)([^/?]*)(.*)$/s
const PORT = ':2113'

const PREFIX = /([?&])streamPrefix=([\w-]*)&?/i

/**
 * The connection string as the client knows it, and what stands before the name of each stream of ours, so that several
 * leagues can share a server.
 */
export function prefixIn(url: string): { address: string; prefix: string } {
  // What the client knows is only the former name of the same protocol.
  const address = url.replace(/^kurrentdb/, 'esdb')
  const [, , prefix = ''] = PREFIX.exec(address) ?? []
  return { address: address.replace(PREFIX, '$1').replace(/[?&]$/, ''), prefix }
}

/** The hosts of a connection string, each with its port. */
export function nodesIn(url: string): string[] {
  const hosts = FORM.exec(url)?.[3] ?? ''
  return hosts.split(',').map((host) => (/:\d+$/.test(host) ? host : host + PORT))
}

/** All addresses behind the one name of a cluster, none where there is but one. */
export async function nodesBehind(url: string): Promise<string[]> {
  const [node = ''] = nodesIn(url)
  const [, host = '', port = ''] = /^(.*):(\d+)$/.exec(node) ?? []
  if (!url.includes('+discover') || isIP(host)) return []
  const found = await lookup(host, { all: true, family: 4 }).catch(() => [])
  return found.length > 1 ? found.map(({ address }) => `${address}:${port}`) : []
}

/** The connection string for one node alone, with all that it says besides. */
export function onlyNode(url: string, node: string): string {
  const [, , credentials = '', , rest = ''] = FORM.exec(url) ?? []
  return `esdb://${credentials}${node}${rest}`
}

export type Access = {
  isEncrypted: boolean
  username: string
  password: string
  /** Where the certificate of the authority stands that has signed the nodes'. */
  authorityFile: string | null
}

/** What a connection string says besides its hosts, for whoever asks a node without the client. */
export function accessOf(url: string): Access {
  const [, , credentials = '', , rest = ''] = FORM.exec(url) ?? []
  const [username = '', password = ''] = credentials.slice(0, -1).split(':').map(decodeURIComponent)
  const options = new Map(
    [...new URLSearchParams(rest.split('?')[1])].map(([name, value]) => [name.toLowerCase(), value]),
  )
  return {
    isEncrypted: options.get('tls') !== 'false',
    ...{ username, password },
    authorityFile: options.get('tlscafile') ?? null,
  }
}
