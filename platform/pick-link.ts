import { deriveKey, proofOf, sameText } from './keys.ts'

/** Which pick a link is for. A higher `issue` replaces every link issued before. */
export type PickLink = { roundId: number; playerId: number; issue: number }

/** The issue of every link until it is replaced. */
export const FIRST_ISSUE = 1

/** Links are derived and never stored: the same pick always has the same link. */
export type PickLinks = {
  tokenFor(link: PickLink): string
  /** The whole address, on the application's own origin. */
  urlFor(link: PickLink): string
  /** Null for anything that this server did not make. */
  read(token: string): PickLink | null
  /** Whether this server made it with a key that has been replaced since. */
  wasReplaced(token: string): boolean
}

export type LinkOptions = {
  secret: string
  /** Of the key: links of another one are void. */
  generation?: string
  /** The generations before it. */
  replaced?: readonly string[]
  appUrl: string
}

const FORM = /^(\d{1,15})-(\d{1,15})-(\d{1,9})-([\w-]{22})$/

export function pickLinks(options: LinkOptions): PickLinks {
  const keyOf = (generation?: string) => deriveKey(options.secret, 'pick-link', generation)
  const key = keyOf(options.generation)
  const replacedKeys = (options.replaced ?? []).map(keyOf)
  const tokenFor = (link: PickLink) => tokenWith(key, link)
  return {
    tokenFor,
    urlFor: (link) => `${options.appUrl}/pick/${tokenFor(link)}`,
    read: (token) => madeWith([key], token),
    wasReplaced: (token) => madeWith(replacedKeys, token) !== null,
  }
}

function tokenWith(key: Buffer, { roundId, playerId, issue }: PickLink): string {
  const name = `${roundId}-${playerId}-${issue}`
  return `${name}-${proofOf(key, name)}`
}

function madeWith(keys: readonly Buffer[], token: string): PickLink | null {
  const [, roundId, playerId, issue] = FORM.exec(token) ?? []
  if (issue === undefined) return null
  const link = { roundId: Number(roundId), playerId: Number(playerId), issue: Number(issue) }
  return keys.some((key) => sameText(tokenWith(key, link), token)) ? link : null
}
