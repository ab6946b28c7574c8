import ipaddr from 'ipaddr.js'

/** Of an IPv6 address the first half, which is the least that anybody has, and the /48 that a customer may have. */
export function networksOf(ip: string): [network: string, ...wider: string[]] {
  if (!ipaddr.isValid(ip)) return [ip]
  const address = ipaddr.process(ip)
  if (address.kind() === 'ipv4') return [`${address}`]
  const network = (bits: number) =>
    ipaddr.IPv6.networkAddressFromCIDR(`${address}/${bits}`).toNormalizedString()
  return [network(64), `${network(48)}/48`]
}
