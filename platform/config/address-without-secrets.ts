/** `scheme://user:password@hosts/path?options`, with nothing in a part that could be taken for the begin of another. */
const FORM = /^[a-z+]+:\/\/(?:[^\s@:/?#]*(?::[^\s@:/?#]*)?@)?([^\s@/?#]*)(\/[^\s@:/?#]*)?(?:\?([^\s@#]*))?$/i

/** Whether an address can be taken apart in one way alone, so that no piece of a password is taken for a host. */
export const isUnambiguous = (address: string): boolean => FORM.test(address) && canBeDecoded(address)

/** Hosts with their ports, and the path: all of an address that may be printed. */
export function withoutSecrets(address: string): string {
  const [, hosts, path = '', options] = FORM.exec(address) ?? []
  if (hosts === undefined)
    return 'an address that is not shown, because a password could be in any part of it'
  return `${hosts || (new URLSearchParams(options).get('host') ?? '')}${path.replace(/\/$/, '')}`
}

function canBeDecoded(text: string) {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}
