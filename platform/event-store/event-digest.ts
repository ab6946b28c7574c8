import { createHash } from 'node:crypto'
import type { RecordedEvent } from './event-store.ts'

/** 32 bytes as base64url, 43 characters. */
export type Digest = string

/** The first bit of a digest. */
const OF_PERSON = 0x80
const PERSON = /^(player|admin)-\d{1,15}$/

/**
 * What an event amounts to, as the log keeps it: SHA-256 over the canonical JSON of its id, stream, revision, type, data
 * and metadata, with the first bit for whether it stands in a person's own stream. Position and recording time belong to
 * one log, so a copy of it elsewhere has the same digests.
 */
export function digestOf({ id, stream, revision, type, data, metadata }: RecordedEvent): Digest {
  const text = canonicalJson({ id, stream, revision, type, data, metadata })
  const bytes = createHash('sha256').update(text).digest()
  const rest = bytes.readUInt8(0) & ~OF_PERSON
  bytes.writeUInt8(PERSON.test(stream) ? rest | OF_PERSON : rest, 0)
  return bytes.toString('base64url')
}

/** Only such events may be missing under a seal: whoever claims that another one was a person's is found out. */
export function isOfPerson(digest: Digest): boolean {
  return Buffer.from(digest, 'base64url').readUInt8(0) >= OF_PERSON
}

/**
 * As RFC 8785 has it: keys in the order of their UTF-16 units, no spaces. The same value always gives the same text. Throws
 * RangeError on a number too large to be one, which JSON would write as null.
 */
export function canonicalJson(value: unknown): string {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new RangeError('A number is too large')
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join()}]`
  const members = Object.entries(value)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`)
  return `{${members.join()}}`
}
