import { createHash } from 'node:crypto'
import type { RecordedEvent } from './event-store.ts'

/** 32 bytes as base64url, 43 characters. */
export type Digest = string

/** Without position and recording time: a copy has the same digests. Throws RangeError on a number too large to be one. */
export function digestOf(event: RecordedEvent): Digest {
  return digestAt(event.stream, event.revision, contentsDigestOf(event))
}

export function contentsDigestOf({ id, type, data, metadata }: RecordedEvent): Digest {
  return sha256(canonicalJson({ id, type, data, metadata })).toString('base64url')
}

/** So that what an erasure keeps fits no event of another stream. */
export function digestAt(stream: string, revision: number, contents: Digest): Digest {
  const place = sha256(canonicalJson({ stream, revision }))
  return sha256(Buffer.concat([place, Buffer.from(contents, 'base64url')])).toString('base64url')
}

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest()

function canonicalJson(value: unknown): string {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new RangeError('A number is too large')
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join()}]`
  const members = Object.entries(value)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`)
  return `{${members.join()}}`
}
