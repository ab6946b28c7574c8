import type { Receipt } from '../../api/contract/receipts.ts'
import type { Seal } from '../../api/contract/seals.ts'
import { api } from '../server/api.ts'
import { ClientError } from '../server/request.ts'

type Kind = 'seal' | 'receipt'

/** What a typed text may be, the likelier first: sixteen digits of a seal may be a code as well, which has dashes. */
export function kindsOf(typed: string): Kind[] {
  const plain = plainly(typed)
  const kinds: Kind[] = /^[0-9a-f]{16,64}$/i.test(plain) ? ['seal'] : []
  if (/^[0-9a-z]{16}$/i.test(plain)) kinds.push('receipt')
  return typed.includes('-') ? kinds.toReversed() : kinds
}

export const isProof = (typed: string) => kindsOf(typed).length > 0

type Proof = { seal?: Seal | null; receipt?: Receipt | null }

/** Nothing where neither is known. */
export async function findProof(typed: string): Promise<Proof> {
  for (const kind of kindsOf(typed)) {
    const found =
      kind === 'seal'
        ? { seal: await unlessUnknown(api('GET /public/seals/{head}', plainly(typed).toLowerCase())) }
        : { receipt: await unlessUnknown(api('GET /public/receipts/{code}', plainly(typed))) }
    if (found.seal || found.receipt) return found
  }
  return {}
}

const plainly = (typed: string) => typed.replace(/[\s-]+/g, '')

function unlessUnknown<T>(answer: Promise<T>): Promise<T | null> {
  return answer.catch((error: unknown) => {
    if (error instanceof ClientError && error.status === 404) return null
    throw error
  })
}
