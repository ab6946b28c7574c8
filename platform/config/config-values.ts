import { statSync } from 'node:fs'
import { isIP } from 'node:net'
import { isEmailAddress } from '../../domain/admins/email-address.ts'
import { isUnambiguous } from './address-without-secrets.ts'

export type Value<T> = { expected: string; parse: (text: string) => T | undefined }

export type ConfigProblem = { name: string; expected: string }

const SECONDS = { s: 1, m: 60, h: 3_600, d: 86_400 } as const

export const text: Value<string> = { expected: 'a text', parse: (text) => text }

export const folder: Value<string> = {
  expected: "a folder, and its whole path instead of '~', which only a shell replaces",
  parse: (text) => (text.startsWith('~') ? undefined : text),
}

export const folderToMake: Value<string> = {
  expected: `${folder.expected}, and not a file`,
  parse: (text) => {
    try {
      const found = statSync(text, { throwIfNoEntry: false })
      if (!found || found.isDirectory()) return folder.parse(text)
    } catch {}
    return undefined
  },
}

export const host: Value<string> = {
  expected: 'a host name or an IP address alone',
  parse: (text) => (isIP(text) !== 0 || /^[^\s@:/?#]+$/.test(text) ? text : undefined),
}

export const port: Value<number> = {
  expected: 'a port from 1 to 65535',
  parse: (text) => {
    const port = Number(text)
    return /^\d+$/.test(text) && port >= 1 && port <= 65_535 ? port : undefined
  },
}

export const count = (min: number, max: number): Value<number> => ({
  expected: `a whole number from ${min} to ${max}`,
  parse: (text) => {
    const count = Number(text)
    return /^\d+$/.test(text) && count >= min && count <= max ? count : undefined
  },
})

export const timeOfDayOrOff: Value<string> = {
  expected: "a time such as 03:30, or 'off'",
  parse: (text) => (/^(?:(?:[01]\d|2[0-3]):[0-5]\d|off)$/.test(text) ? text : undefined),
}

export const oneLine: Value<string> = {
  expected: 'one line',
  parse: (text) => (/[\r\n]/.test(text) ? undefined : text),
}

export const flag: Value<boolean> = {
  expected: "'true' or 'false'",
  parse: (text) => (text === 'true' ? true : text === 'false' ? false : undefined),
}

/** What our own addresses begin with. Below one of these nobody could tell `/api/health` from `/api/api/health`. */
export const OWN_WORDS = [
  'admin api assets calendar champions join me messages my-link pick players proof receipt receipts',
  'record reminders rules seasons statistics',
].flatMap((line) => line.split(' '))

const WEB_ADDRESS = /^https?:\/\/[^/?#@\\\s]+((?:\/[\p{L}\p{N}._~-]+)*)\/?$/iu

export const webAddress: Value<string> = {
  expected:
    'an address such as https://picks.example.com or https://example.com/picks. Its path may have letters as they are, digits, - . _ ~ and single slashes, and begins with no word of our own, such as api or admin',
  parse: (text) => {
    const [, path] = WEB_ADDRESS.exec(text) ?? []
    const url = path === undefined ? undefined : urlOf(text, ['http:', 'https:'])
    if (!url || OWN_WORDS.includes(`${path}`.split('/')[1] ?? '')) return undefined
    const address = url.origin + encodeURI(`${path}`)
    // It has another path where that had dots to resolve.
    return [address, `${address}/`].includes(url.href) ? address : undefined
  },
}

/** An unencoded piece of a password would be taken for a host, and messages name hosts. */
const ENCODED =
  'where @ : / ? # and % in a user name or password are percent-encoded as %40 %3A %2F %3F %23 and %25'

export const postgresUrl: Value<string> = {
  expected: `an address such as postgres://user:password@host:5432/database, ${ENCODED}`,
  parse: (untrimmed) => {
    const text = untrimmed.trim()
    const hasHost = /^postgres(?:ql)?:\/\/(?:[^@]*@)?(?:[^:/]|\[[\da-f:.]+\])+(?::\d+)?(?:[/?]|$)/i.test(text)
    const hasSocket = /^postgres(?:ql)?:\/\/(?:[^@]*@)?\/[^?]*\?(?:.*&)?host=[^&]/i.test(text)
    return isUnambiguous(text) && (hasHost || hasSocket) ? text : undefined
  },
}

/** The client prints an unknown option with the whole address, password included. */
const EVENT_STORE_OPTIONS =
  /^(tls|tlscafile|usercertfile|userkeyfile|nodepreference|connectionname|defaultdeadline|keepalive(interval|timeout)|discoveryinterval|gossiptimeout|maxdiscoverattempts|streamprefix)=[^&]+$/i

export const eventStoreUrl: Value<string> = {
  expected: `an address such as esdb://host:2113?tls=false or kurrentdb+discover://host:2113, with known options, ${ENCODED}`,
  parse: (untrimmed) => {
    const text = untrimmed.trim()
    const [address, options] =
      /^(?:esdb|kurrentdb)(?:\+discover)?:\/\/[^\s/?]+\/?(?:\?(\S+))?$/.exec(text) ?? []
    const areKnown = (options?.split('&') ?? []).every((option) => EVENT_STORE_OPTIONS.test(option))
    return address && areKnown && isUnambiguous(text) ? text : undefined
  },
}

export const secret: Value<string> = {
  expected: '32 characters or more',
  parse: (text) => (text.length >= 32 ? text : undefined),
}

export const seconds: Value<number> = {
  expected: "a time such as '30m', '8h' or '7d'",
  parse: (text) => {
    const [, count, unit] = /^([1-9]\d{0,5})([smhd])$/.exec(text) ?? []
    return count ? Number(count) * SECONDS[unit as keyof typeof SECONDS] : undefined
  },
}

export const minutes: Value<number> = {
  expected: 'minutes from 1 to 1440, or 0 for never',
  parse: (text) => (/^\d{1,4}$/.test(text) && Number(text) <= 1_440 ? Number(text) : undefined),
}

export const emailAddress: Value<string> = {
  expected: 'an address such as admin@example.com',
  parse: (text) => (isEmailAddress(text) ? text : undefined),
}

export const sender: Value<string> = {
  expected: "an address such as picks@example.com or 'The League <picks@example.com>'",
  parse: (text) => {
    const [, address = text] = /^[^<>\r\n]*<([^<>]+)>$/.exec(text) ?? []
    return isEmailAddress(address) ? text : undefined
  },
}

export const networks: Value<string[]> = {
  expected: 'addresses or networks such as 10.0.0.1,172.16.0.0/12, and never a number of hops',
  parse: (text) => {
    const networks = text.split(',').map((part) => part.trim())
    return networks.every(isNetwork) ? networks : undefined
  },
}

export function oneOf<const T extends string>(choices: readonly T[]): Value<T> {
  return {
    expected: `one of ${choices.join(', ')}`,
    parse: (text) => choices.find((choice) => choice === text),
  }
}

export const isThisMachine = (host: string): boolean =>
  /^(?:(?:.+\.)?localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/i.test(host)

function urlOf(text: string, protocols: string[]) {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url && protocols.includes(url.protocol) && url.hostname !== '' ? url : undefined
}

function isNetwork(text: string) {
  const [, address = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  const version = isIP(address)
  return version !== 0 && Number(bits ?? 0) <= (version === 4 ? 32 : 128)
}
