/** Crockford's alphabet: people take I, L, O and U for other signs. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

const LENGTH = 16
const BITS_PER_CHARACTER = 5n

/** A code such as `7ZK4-9QWM-01CD-XF3T`: 80 of the random bits of the event's id, which is never public. */
export function receiptCode(eventId: string): string {
  const hex = eventId.replaceAll('-', '')
  // Not from the middle, which holds the version and the variant of the UUID.
  let bits = BigInt(`0x${hex.slice(0, 12)}${hex.slice(-8)}`)
  let code = ''
  for (let length = 0; length < LENGTH; length += 1) {
    code = `${ALPHABET[Number(bits % 32n)]}${code}`
    bits >>= BITS_PER_CHARACTER
  }
  return code.replace(/(.{4})(?!$)/g, '$1-')
}

export function readReceiptCode(text: string): string | null {
  const typed = text
    .toUpperCase()
    .replace(/[\s-]+/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
  const isCode = typed.length === LENGTH && [...typed].every((character) => ALPHABET.includes(character))
  return isCode ? typed.replace(/(.{4})(?!$)/g, '$1-') : null
}
