import { fieldsOf } from '../../../api/contract/fields.ts'
import { isEmailAddress } from '../../../domain/admins/email-address.ts'
import { comparable } from '../../../domain/names.ts'
import { plain } from '../../../domain/spelling.ts'
import { hasEmail } from '../players/player-facts.tsx'

type Named = { name: string; email: string }
type Line = { line: number; text: string }

export type PastedPlayers = {
  coming: (Named & { line: number })[]
  /** Nothing has to be done about them. */
  passedOver: { line: number; name: string; why: string }[]
  problems: (Line & { problem: string })[]
  /** Addresses of several people, at least one of whom is coming. */
  households: { email: string; names: string[] }[]
}

/** Reads one player a line. An empty email means that the player has none. */
export function readPastedPlayers(text: string, players: readonly Named[]): PastedPlayers {
  const found: PastedPlayers = { coming: [], passedOver: [], problems: [], households: [] }
  const known = new Map(players.map((player) => [plain(player.name), player]))
  const pasted = new Map<string, Named & { line: number }>()
  for (const line of linesOf(text)) {
    const read = readLine(line.text)
    if (typeof read === 'string') {
      found.problems.push({ ...line, problem: read })
      continue
    }
    const key = plain(read.name)
    const [present, earlier] = [known.get(key), pasted.get(key)]
    if (present) {
      found.passedOver.push({ line: line.line, name: read.name, why: whyPresent(present, read) })
    } else if (earlier && isSameAddress(earlier, read)) {
      found.passedOver.push({ line: line.line, name: read.name, why: `the same as line ${earlier.line}` })
    } else if (earlier) {
      found.problems.push({
        ...line,
        problem: `${read.name} is in line ${earlier.line} too. Give one of them another name`,
      })
    } else {
      const player = { ...read, line: line.line }
      pasted.set(key, player)
      found.coming.push(player)
    }
  }
  return { ...found, households: householdsOf(found.coming, players) }
}

function linesOf(text: string): Line[] {
  const lines = text.split(/\r\n|\r|\n/).map((line, index) => ({ line: index + 1, text: line.trim() }))
  return lines.filter(({ text, line }) => text !== '' && !(line === 1 && isHeading(text)))
}

const isHeading = (line: string) => /^"?(full )?names?"?\s*[,;\t]\s*"?(e-?mail|mail|address)/i.test(line)

const nameMax = fieldsOf('POST /admin/users').name.maxLength ?? 0

/** The player of a line, or what is wrong with it. */
function readLine(text: string): Named | string {
  const parts = partsOf(withoutListMark(text))
    .flatMap(splitBeforeAddress)
    .map(withoutQuotes)
    .filter((part) => part !== '')
  const [email = '', ...others] = parts.filter((part) => part.includes('@'))
  const words = parts.filter((part) => !part.includes('@'))
  const last = words.at(-1) ?? ''
  if (others.length > 0) return 'There are two addresses in this line'
  if (email !== '' && !isEmailAddress(email)) return `“${email}” is not an email address`
  if (email === '' && words.length > 1 && looksLikeAddress(last)) return `“${last}” is not an email address`
  const name = firstNameFirst(words.join(/[\t;]/.test(text) ? ' ' : ', ')) || nameFrom(email)
  if (comparable(name) === '') return 'The name is missing'
  if (name.length > nameMax) return `The name is longer than ${nameMax} characters`
  return { name, email }
}

/** A bullet or a number, as lists in mail and messengers have them. */
const withoutListMark = (text: string) => text.replace(/^(?:[-*•–]\s+|\d+[.)]\s+)/, '')

/** What is in double quotes stays together. */
const partsOf = (text: string): string[] => text.match(/(?:"[^"]*"|[^\t;,<>])+/g) ?? []

/** `Doe, Dave` is Dave Doe, as mails will call him. */
const firstNameFirst = (name: string) =>
  name.replace(/^(\S+), (?!(?:[js]r|[iv]+)\.?$)(\S+(?: \S\.?)?)$/i, '$2 $1')

/** `dave.doe@example.com` is Dave Doe, until somebody says otherwise. */
const nameFrom = (email: string) =>
  email
    .replace(/(?:\+.*)?@.*$/, '')
    .split(/[._-]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
    .trim()

const withoutQuotes = (text: string) =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^["'(](.*)["')]$/, '$1')
    .replace(/^mailto:/i, '')
    .trim()

/** `Ann ann@example.com` has nothing but a space between them. */
function splitBeforeAddress(part: string): string[] {
  const [, before, address] = /^(.*\S)\s+(\S+@\S*)\s*$/.exec(part) ?? []
  return before !== undefined && address !== undefined ? [before, address] : [part]
}

const looksLikeAddress = (text: string) => /^[^\s]+\.[a-z]{2,}$/i.test(text)

const addressOf = ({ email }: Named) => (email !== '' && hasEmail({ email }) ? comparable(email) : '')

const isSameAddress = (one: Named, other: Named) => addressOf(one) === addressOf(other)

function whyPresent(present: Named, read: Named): string {
  if (read.email === '' || isSameAddress(present, read)) return 'a player already'
  return addressOf(present) === ''
    ? 'a player already, without an address'
    : `a player already, with the address ${present.email}`
}

function householdsOf(coming: readonly Named[], players: readonly Named[]) {
  const households = new Map<string, { email: string; names: string[] }>()
  for (const player of coming.filter(({ email }) => email !== '')) {
    const email = addressOf(player)
    const household = households.get(email) ?? { email: player.email, names: [] }
    household.names.push(player.name)
    households.set(email, household)
  }
  for (const player of players) households.get(addressOf(player))?.names.push(player.name)
  return [...households.values()].filter(({ names }) => names.length > 1)
}
