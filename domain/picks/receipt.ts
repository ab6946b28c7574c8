/** Crockford's alphabet: no I, L, O and U, which people take for something else. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

const LENGTH = 16
const BITS_PER_CHARACTER = 5n

/**
 * What a player can show for a pick: `7ZK4-9QWM-01CD-XF3T`. 80 of the random bits of its event's id, which nobody can guess
 * and which stand nowhere else in public.
 * @param eventId UUID.
 */
export function receiptCode(eventId: string): string {
  const hex = eventId.replaceAll('-', '')
  // Not from the middle: the version and the variant of a UUID stand there.
  let bits = BigInt(`0x${hex.slice(0, 12)}${hex.slice(-8)}`)
  let code = ''
  for (let length = 0; length < LENGTH; length += 1) {
    code = `${ALPHABET[Number(bits % 32n)]}${code}`
    bits >>= BITS_PER_CHARACTER
  }
  return code.replace(/(.{4})(?!$)/g, '$1-')
}

/** The code as it was given out, whatever somebody made of it on the way; null when it is none. */
export function readReceiptCode(text: string): string | null {
  const typed = text
    .toUpperCase()
    .replace(/[\s-]+/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
  const isCode = typed.length === LENGTH && [...typed].every((character) => ALPHABET.includes(character))
  return isCode ? typed.replace(/(.{4})(?!$)/g, '$1-') : null
}
