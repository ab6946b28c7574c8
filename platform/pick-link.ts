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
}

export type LinkOptions = {
  secret: string
  /** Of the key: links of another one are void. */
  generation?: string
  appUrl: string
}

const FORM = /^(\d{1,15})-(\d{1,15})-(\d{1,9})-([\w-]{22})$/

export function pickLinks(options: LinkOptions): PickLinks {
  const key = deriveKey(options.secret, 'pick-link', options.generation)
  const tokenFor = ({ roundId, playerId, issue }: PickLink) => {
    const name = `${roundId}-${playerId}-${issue}`
    return `${name}-${proofOf(key, name)}`
  }
  return {
    tokenFor,
    urlFor: (link) => `${options.appUrl}/pick/${tokenFor(link)}`,
    read: (token) => {
      const [, roundId, playerId, issue] = FORM.exec(token) ?? []
      const link = { roundId: Number(roundId), playerId: Number(playerId), issue: Number(issue) }
      return issue !== undefined && sameText(tokenFor(link), token) ? link : null
    },
  }
}
