const FORM = /^[a-z+]+:\/\/(?:[^\s@:/?#]*(?::[^\s@:/?#]*)?@)?([^\s@/?#]*)(\/[^\s@:/?#]*)?(?:\?([^\s@#]*))?$/i

export const isUnambiguous = (address: string): boolean => FORM.test(address) && canBeDecoded(address)

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
