import { deriveKey, proofOf, sameText } from './keys.ts'

/** `generation`: how often it was replaced. */
type Linked<Name extends string> = Record<Name, number> & { generation?: number }

export type PickLink = Linked<'seasonId' | 'roundId' | 'playerId'>

export type Links = ReturnType<typeof openLinks>

export type LinkOptions = {
  secret: string
  generation?: string
  replaced?: readonly string[]
  appUrl: string
}

export const PEOPLE_MAX = 6

/** By purpose: what one of them made, no other one reads. */
export function openLinks(options: LinkOptions) {
  return {
    pick: linkFor(options, 'pick', ['seasonId', 'roundId', 'playerId']),
    /** Each stops one kind of mail. */
    reminders: linksFor(options, 'reminders', ['playerId']),
    messages: linksFor(options, 'messages', ['playerId']),
    receipts: linksFor(options, 'receipts', ['playerId']),
    /** To the page of all picks, of at most `PEOPLE_MAX` people. */
    me: linksFor(options, 'me', ['playerId'], PEOPLE_MAX),
    join: linkFor(options, 'join', ['seasonId']),
  }
}

/** To one thing. */
function linkFor<Name extends string>(options: LinkOptions, purpose: string, names: readonly Name[]) {
  const { tokenFor, urlFor, read, wasReplaced } = linksFor(options, purpose, names, 1)
  return {
    tokenFor: (link: Linked<Name>) => tokenFor([link]),
    urlFor: (link: Linked<Name>) => urlFor([link]),
    read: (token: string) => read(token)?.[0] ?? null,
    wasReplaced,
  }
}

const FORM = /^(\d{1,15}(?:[-.]\d{1,15})*)-[\w-]{22}$/

/** Derived, never stored: the same numbers always have the same link. A generation of 0 is not written. */
function linksFor<Name extends string>(
  { secret, generation, replaced = [], appUrl }: LinkOptions,
  purpose: string,
  names: readonly Name[],
  linkedMax = Number.POSITIVE_INFINITY,
) {
  const keyOf = (keyGeneration?: string) => deriveKey(secret, `${purpose}-link`, keyGeneration)
  const key = keyOf(generation)
  const replacedKeys = replaced.map(keyOf)
  const tokenFor = (linked: readonly Linked<Name>[]) => {
    if (linked.length > linkedMax) throw new RangeError(`A link has room for ${linkedMax}`)
    return tokenWith(key, names, linked)
  }
  const madeWith = (keys: readonly Buffer[], token: string) => {
    const linked = linkedIn(token, names)
    return linked && keys.some((one) => sameText(tokenWith(one, names, linked), token)) ? linked : null
  }
  return {
    tokenFor,
    urlFor: (linked: readonly Linked<Name>[]) => `${appUrl}/${purpose}/${tokenFor(linked)}`,
    /** Null for anything that this server did not make. A generation may be an old one. */
    read: (token: string) => madeWith([key], token),
    /** With the key of all links. */
    wasReplaced: (token: string) => madeWith(replacedKeys, token) !== null,
  }
}

function tokenWith<Name extends string>(
  key: Buffer,
  names: readonly Name[],
  linked: readonly Linked<Name>[],
): string {
  const text = linked
    .map((one) => [...names.map((name) => one[name]), one.generation || []].flat().join('-'))
    .join('.')
  return `${text}-${proofOf(key, text)}`
}

function linkedIn<Name extends string>(token: string, names: readonly Name[]) {
  const [, text] = FORM.exec(token) ?? []
  if (text === undefined) return null
  return text.split('.').map((group) => {
    const numbers = group.split('-').map(Number)
    const named = names.map((name, index) => [name, numbers[index] ?? 0])
    // The compiler does not follow names through entries.
    const ids = Object.fromEntries(named) as Record<Name, number>
    return { ...ids, generation: numbers[names.length] ?? 0 }
  })
}
