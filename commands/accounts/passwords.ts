import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import pLimit from 'p-limit'
import { Refusal } from '../../domain/refusal.ts'

type Cost = { log2N: number; r: number; p: number }

const COST: Cost = { log2N: 17, r: 8, p: 1 }
const HASH_BYTES = 32
const AT_ONCE = 2
const QUEUE_MAX = 20

export type Passwords = ReturnType<typeof scryptPasswords>

const scryptAsync = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)

/** scrypt, two at once and a short queue: each takes 128 MB while it runs. Throws Refusal busy. */
export function scryptPasswords(cost = COST) {
  const limit = pLimit(AT_ONCE)
  const nobody = `${prefixOf(cost)}$AAAAAAAAAAAAAAAAAAAAAA$`
  const derive = (password: string, salt: Buffer, { log2N, r, p }: Cost) => {
    if (limit.pendingCount >= QUEUE_MAX) {
      throw new Refusal('busy', 'Too many people are signing in right now. Please try again in a moment')
    }
    const N = 2 ** log2N
    return limit(() =>
      scryptAsync(password.normalize('NFC'), salt, HASH_BYTES, { N, r, p, maxmem: 256 * N * r }),
    )
  }
  return {
    hash: async (password: string) => {
      const salt = randomBytes(16)
      const hash = await derive(password, salt, cost)
      return [prefixOf(cost), salt.toString('base64url'), hash.toString('base64url')].join('$')
    },
    /** Takes as long for a null hash as for a wrong password. */
    verify: async (password: string, stored: string | null) => {
      const [, log2N, r, p, salt, hash] = (stored ?? nobody).split('$')
      const paid = { log2N: Number(log2N), r: Number(r), p: Number(p) }
      const expected = Buffer.from(hash ?? '', 'base64url')
      const actual = await derive(password, Buffer.from(salt ?? '', 'base64url'), paid)
      return stored !== null && expected.length === actual.length && timingSafeEqual(expected, actual)
    },
    isOutdated: (stored: string) => !stored.startsWith(`${prefixOf(cost)}$`),
  }
}

const prefixOf = ({ log2N, r, p }: Cost) => ['scrypt', log2N, r, p].join('$')
