import { createHash } from 'node:crypto'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { StringDecoder } from 'node:string_decoder'
import { type Entry, open, type ZipFile } from 'yauzl'
import yazl from 'yazl'
import type { Instant } from '../../domain/event.ts'
import { reasonOf, StartRefusal } from '../start-refusal.ts'
import { CHECKS, isManifest } from './league-file-schema.ts'

/** A zip file that any system opens: what it holds stands in `manifest.json`, the rest is JSON, one object a line. */
export type Manifest = {
  format: typeof FORMAT
  formatVersion: number
  /** Of the program that made it. */
  version: string
  exportedAt: Instant
  personalData: 'included' | 'left out'
  events: number
  lastPosition: string
  seals: number
  /** Hexadecimal, null without a seal. */
  sealedHead: string | null
  /** The last id that was given to each kind. */
  ids: Record<string, number>
  notes: readonly string[]
  files: Record<Part, Checksum>
}

export type Checksum = { lines: number; bytes: number; sha256: string }

export const PARTS = ['events.ndjson', 'seals.ndjson'] as const
export type Part = (typeof PARTS)[number]

export const FORMAT = 'go-make-your-picks league'
export const FORMAT_VERSION = 1
const MANIFEST = 'manifest.json'
const NO_LEAGUE = 'it is not a league that was exported'

/** A league of many years has some hundred megabytes. Lines are read one at a time. */
const PART_BYTES_MAX = 2 * 1024 ** 3
const LINE_CHARACTERS_MAX = 16 * 1024 ** 2
const MANIFEST_BYTES_MAX = 64 * 1024

/** Writes the parts as they come, and behind them what `describe` then says of them. */
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

/** Begun when its turn has come: the one before it is complete by then. */
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

export type LeagueFile = {
  manifest: Manifest
  /** Each line, parsed; from the beginning every time. */
  lines(part: Part): AsyncIterable<unknown>
  close(): void
}

/** Opens a league file that is whole, to its last byte, and whose every line can be imported. Throws StartRefusal. */
export async function openLeagueFile(path: string): Promise<LeagueFile> {
  const refuse = (cause: unknown) => {
    const reason = cause instanceof StartRefusal ? cause.message : reasonOf(cause)
    throw new StartRefusal(`${path} cannot be imported: ${reason}`, { cause })
  }
  const { zip, entries } = await openZip(path).catch(refuse)
  try {
    const streamOf = (name: string, bytesMax = PART_BYTES_MAX) => openEntry(zip, entries.get(name), bytesMax)
    const manifest = await readManifest(await streamOf(MANIFEST, MANIFEST_BYTES_MAX))
    for (const part of PARTS) await checkPart(part, manifest.files[part], await streamOf(part))
    return {
      manifest,
      lines: (part) => parsedLines(() => streamOf(part)),
      close: () => zip.close(),
    }
  } catch (error) {
    zip.close()
    return refuse(error)
  }
}

function openZip(path: string): Promise<{ zip: ZipFile; entries: Map<string, Entry> }> {
  return new Promise((resolve, reject) => {
    open(path, { autoClose: false, lazyEntries: true }, (error, zip) => {
      if (error) return reject(error)
      const entries = new Map<string, Entry>()
      zip.on('entry', (entry: Entry) => {
        entries.set(entry.fileName, entry)
        zip.readEntry()
      })
      zip.on('end', () => resolve({ zip, entries }))
      zip.on('error', reject)
      zip.readEntry()
    })
  })
}

/** What an entry says of its size is true: its stream fails when more comes out of it. */
function openEntry(zip: ZipFile, entry: Entry | undefined, bytesMax: number): Promise<Readable> {
  return new Promise((resolve, reject) => {
    if (!entry) return reject(new StartRefusal(NO_LEAGUE))
    if (entry.uncompressedSize > bytesMax) {
      return reject(new StartRefusal(`${entry.fileName} in it is larger than an export writes`))
    }
    zip.openReadStream(entry, (error, stream) => (error ? reject(error) : resolve(stream)))
  })
}

async function readManifest(stream: Readable): Promise<Manifest> {
  let text = ''
  for await (const chunk of stream) text += chunk
  // What it says is checked against what is there: its checksums are those of the files.
  const manifest = JSON.parse(text) as Manifest | null
  if (manifest?.format !== FORMAT) throw new StartRefusal(NO_LEAGUE)
  if (manifest.formatVersion > FORMAT_VERSION) {
    throw new StartRefusal(`it was made by version ${manifest.version}: use that version or a later one`)
  }
  if (!isManifest(manifest)) throw new StartRefusal(`${MANIFEST} is not what an export writes`)
  return manifest
}

async function checkPart(part: Part, expected: Checksum, stream: Readable) {
  const hash = createHash('sha256')
  const check = CHECKS[part]()
  for await (const line of linesIn(stream, (chunk) => hash.update(chunk))) check(line)
  if (hash.digest('hex') === expected.sha256) return
  throw new StartRefusal(`${part} is not what its manifest says: the file is damaged or was changed`)
}

async function* parsedLines(makeStream: () => Promise<Readable>): AsyncGenerator<unknown> {
  for await (const line of linesIn(await makeStream())) yield JSON.parse(line)
}

async function* linesIn(
  stream: Readable,
  onChunk: (chunk: Buffer) => void = () => {},
): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  for await (const chunk of stream) {
    onChunk(chunk)
    const lines = (rest + decoder.write(chunk)).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > LINE_CHARACTERS_MAX) throw new StartRefusal('it has a line that no export writes')
    yield* lines
  }
  if (rest !== '') yield rest
}
