import { createHash } from 'node:crypto'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import yazl from 'yazl'
import type { Instant } from '../../domain/event.ts'
import { encrypted } from './encrypted-file.ts'

/** `manifest.json` says what is in the zip file; the rest is JSON, one object a line. */
export type Manifest = {
  format: typeof FORMAT
  formatVersion: number
  version: string
  exportedAt: Instant
  personalData: 'included' | 'left out'
  events: number
  lastPosition: string
  seals: number
  sealedHead: string | null
  ids: Record<string, number>
  notes: readonly string[]
  files: Parts<Checksum>
  /** In a backup alone. */
  serverSecret?: string
}

export type Checksum = { lines: number; bytes: number; sha256: string }

/** The first is in a backup alone. */
export const PARTS = ['private.ndjson', 'events.ndjson', 'seals.ndjson'] as const
export type Part = (typeof PARTS)[number]
type Parts<T> = Record<Exclude<Part, (typeof PARTS)[0]>, T> & { 'private.ndjson'?: T }

export const FORMAT = 'go-make-your-picks league'
export const FORMAT_VERSION = 1
export const MANIFEST = 'manifest.json'
const DIGEST_CHARACTERS = 64

export async function writeLeagueFile(
  sink: Writable,
  parts: Parts<AsyncIterable<unknown>>,
  describe: (files: Manifest['files']) => Promise<Manifest>,
  passphrase: string | null,
): Promise<void> {
  const zip = new yazl.ZipFile()
  const files: Partial<Record<Part, Checksum>> = {}
  for (const [part, lines] of Object.entries(parts)) {
    const checksum = { lines: 0, bytes: 0, sha256: '' }
    files[part as Part] = checksum
    addLazily(zip, part, () => countedLines(lines, checksum))
  }
  addLazily(zip, MANIFEST, async function* () {
    yield `${JSON.stringify(await describe(files as Manifest['files']), null, 2)}\n`
  })
  const output = Readable.from(zip.outputStream as AsyncIterable<Buffer>)
  zip.on('error', (error) => output.destroy(error as Error))
  const file = digested(zip, output)
  await pipeline(Readable.from(passphrase === null ? file : encrypted(file, passphrase)), sink)
}

/** Ends the file with the SHA-256 of all before it, as its comment. */
export async function* digested(
  zip: yazl.ZipFile,
  output: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer, void> {
  zip.end({ comment: '0'.repeat(DIGEST_CHARACTERS), forceZip64Format: false })
  const hash = createHash('sha256')
  let held = Buffer.alloc(0)
  for await (const bytes of output) {
    held = Buffer.concat([held, bytes])
    const before = held.subarray(0, Math.max(0, held.length - DIGEST_CHARACTERS))
    held = held.subarray(before.length)
    hash.update(before)
    yield before
  }
  yield Buffer.from(hash.digest('hex'))
}

function addLazily(zip: yazl.ZipFile, name: string, make: () => AsyncIterable<string>) {
  zip.addReadStreamLazy(name, { compressionLevel: 6 }, (done) => {
    const stream = Readable.from(make(), { objectMode: false })
    done(null, stream)
  })
}

const CHUNK_CHARACTERS = 64 * 1024

async function* countedLines(values: AsyncIterable<unknown>, checksum: Checksum): AsyncGenerator<string> {
  const hash = createHash('sha256')
  let chunk = ''
  const flush = () => {
    const text = chunk
    chunk = ''
    hash.update(text)
    checksum.bytes += Buffer.byteLength(text)
    return text
  }
  for await (const value of values) {
    chunk += `${JSON.stringify(value)}\n`
    checksum.lines += 1
    if (chunk.length > CHUNK_CHARACTERS) yield flush()
  }
  if (chunk !== '') yield flush()
  checksum.sha256 = hash.digest('hex')
}
