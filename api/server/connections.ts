import type { RequestListener, Server } from 'node:http'
import { BlockList, isIPv6, type Socket } from 'node:net'
import { networksOf } from './requests.ts'

const SILENT_MS = 60_000

type Bounds = {
  max: number
  /** Networks of proxies, as TRUST_PROXY names them: all visitors come from there. */
  trustProxy: readonly string[]
  silentMs?: number
}

/** Proxies have half of `max` to themselves, and one network half of the rest. Live viewers get a heartbeat every twenty seconds. */
export function boundConnections(server: Server, { max, trustProxy, silentMs = SILENT_MS }: Bounds): void {
  server.maxConnections = max
  server.setTimeout(silentMs)
  const proxies = blockListOf(trustProxy)
  const directMax = trustProxy.length > 0 ? max / 2 : max
  const open = new Map<string, number>()
  let direct = 0
  server.on('connection', (socket: Socket) => {
    const { remoteAddress: address = '' } = socket
    if (address === '' || proxies.check(address, familyOf(address))) return
    const network = networksOf(address).at(-1) ?? address
    const count = (open.get(network) ?? 0) + 1
    open.set(network, count)
    direct += 1
    socket.once('close', () => {
      direct -= 1
      const left = (open.get(network) ?? 1) - 1
      if (left === 0) open.delete(network)
      else open.set(network, left)
    })
    if (count > directMax / 2 || direct > directMax) socket.destroy()
  })
}

/** No browser and no proxy sends a request before the last one is answered. Over one connection, hundreds would fill the memory. */
export const oneAtATime =
  (listener: RequestListener): RequestListener =>
  (request, response) => {
    // Node gives a response the socket once those before it are sent.
    if (response.socket === null) request.destroy()
    else listener(request, response)
  }

function blockListOf(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    if (bits === undefined) list.addAddress(address, familyOf(address))
    else list.addSubnet(address, Number(bits), familyOf(address))
  }
  return list
}

const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4')
