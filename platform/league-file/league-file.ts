import { createHash } from 'node:crypto'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import yazl from 'yazl'
import type { Instant } from '../../domain/event.ts'

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
  files: Record<Part, Checksum>
}

export type Checksum = { lines: number; bytes: number; sha256: string }

export const PARTS = ['events.ndjson', 'seals.ndjson'] as const
export type Part = (typeof PARTS)[number]

export const FORMAT = 'go-make-your-picks league'
export const FORMAT_VERSION = 1
export const MANIFEST = 'manifest.json'
export async function writeLeagueFile(
  sink: Writable,
  parts: Record<Part, AsyncIterable<unknown>>,
  describe: (files: Record<Part, Checksum>) => Promise<Manifest>,
): Promise<void> {
  const zip = new yazl.ZipFile()
  const files = Object.fromEntries(PARTS.map((part) => [part, { lines: 0, bytes: 0, sha256: '' }])) as Record<
    Part,
    Checksum
  >
  for (const part of PARTS) addLazily(zip, part, () => countedLines(parts[part], files[part]))
  addLazily(zip, MANIFEST, async function* () {
    yield `${JSON.stringify(await describe(files), null, 2)}\n`
  })
  zip.end()
  const output = Readable.from(zip.outputStream as AsyncIterable<Buffer>)
  zip.on('error', (error) => output.destroy(error as Error))
  await pipeline(output, sink)
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
