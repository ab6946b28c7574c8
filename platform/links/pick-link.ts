import { deriveKey, proofOf, sameText } from './keys.ts'

/** `generation`: how often the links to the pick were replaced; none where nobody replaced one. */
export type PickLink = { seasonId: number; roundId: number; playerId: number; generation?: number }

export type PickLinks = ReturnType<typeof pickLinks>

export type LinkOptions = {
  secret: string
  generation?: string
  replaced?: readonly string[]
  appUrl: string
}

const FORM = /^(\d{1,15})-(\d{1,15})-(\d{1,15})(?:-(\d{1,9}))?-[\w-]{22}$/

/** Derived, never stored: the same pick always has the same link. */
export function pickLinks(options: LinkOptions) {
  const keyOf = (generation?: string) => deriveKey(options.secret, 'pick-link', generation)
  const key = keyOf(options.generation)
  const replacedKeys = (options.replaced ?? []).map(keyOf)
  const tokenFor = (link: PickLink) => tokenWith(key, link)
  return {
    tokenFor,
    urlFor: (link: PickLink) => `${options.appUrl}/pick/${tokenFor(link)}`,
    /** Null for anything that this server did not make. The generation may be an old one. */
    read: (token: string) => madeWith([key], token),
    wasReplaced: (token: string) => madeWith(replacedKeys, token) !== null,
  }
}

function tokenWith(key: Buffer, { seasonId, roundId, playerId, generation = 0 }: PickLink): string {
  const name = `${seasonId}-${roundId}-${playerId}${generation === 0 ? '' : `-${generation}`}`
  return `${name}-${proofOf(key, name)}`
}

function madeWith(keys: readonly Buffer[], token: string): PickLink | null {
  const [seasonId, roundId, playerId, generation = 0] = (FORM.exec(token) ?? [])
    .slice(1)
    .map((part) => Number(part ?? 0))
  if (seasonId === undefined || roundId === undefined || playerId === undefined) return null
  const link = { seasonId, roundId, playerId, generation }
  return keys.some((key) => sameText(tokenWith(key, link), token)) ? link : null
}
