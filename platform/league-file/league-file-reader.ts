import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open as openFile } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import { promisify } from 'node:util'
import { type Entry, fromRandomAccessReader, open, type RandomAccessReader, type ZipFile } from 'yauzl'
import { isOfSystem, reasonOf, StartRefusal } from '../start-refusal.ts'
import { DAMAGED, ENCRYPTED, openEncrypted } from './encrypted-file.ts'
import {
  type Checksum,
  FORMAT,
  FORMAT_VERSION,
  MANIFEST,
  type Manifest,
  PARTS,
  type Part,
} from './league-file.ts'
import { CHECKS, isManifest } from './league-file-schema.ts'

const KINDS = {
  league: { isRead: 'imported', sentence: 'it is a league file. Use import instead of restore' },
  backup: { isRead: 'restored', sentence: 'it is a backup. Use restore instead of import' },
}

/** What the operator takes the file for. */
export type Wanted = { kind: 'league' } | { kind: 'backup'; passphrase: string | null }

const NO_MANIFEST = `${MANIFEST} is not what an export writes`
const NO_LEAGUE = 'it is not a league that was exported'

const PART_BYTES_MAX = 2 * 1024 ** 3
const LINE_CHARACTERS_MAX = 16 * 1024 ** 2
const MANIFEST_BYTES_MAX = 64 * 1024

export type LeagueFile = Awaited<ReturnType<typeof openLeagueFile>>

/** Checks that it is whole and that every line can be imported. Throws StartRefusal. */
export async function openLeagueFile(path: string, wanted: Wanted = { kind: 'league' }) {
  const refuse = (cause: unknown) => {
    const isSaid = isOfSystem(cause) || cause instanceof StartRefusal
    const reason = isSaid ? reasonOf(cause) : `the file is damaged (${reasonOf(cause)})`
    throw new StartRefusal(`${path} cannot be ${KINDS[wanted.kind].isRead}: ${reason}`, { cause })
  }
  const { zip, entries } = await openZip(path, wanted).then(entriesIn).catch(refuse)
  try {
    if (wanted.kind === 'backup') await requireDigest(path, zip)
    const streamOf = (name: string, bytesMax = PART_BYTES_MAX) => openEntry(zip, entries.get(name), bytesMax)
    const manifest = await readManifest(await streamOf(MANIFEST, MANIFEST_BYTES_MAX))
    const kind = manifest.serverSecret === undefined ? 'league' : 'backup'
    if (kind !== wanted.kind) throw new StartRefusal(KINDS[kind].sentence)
    const lastLines: Partial<Record<Part, string>> = {}
    for (const part of PARTS) {
      const checksum = manifest.files[part]
      if (checksum) lastLines[part] = await checkPart(part, checksum, await streamOf(part))
    }
    if (kind === 'league') await requireDigest(path, zip)
    if (headIn(lastLines['seals.ndjson'] ?? '') !== manifest.sealedHead) throw new StartRefusal(NO_MANIFEST)
    return {
      manifest,
      lines: (part: Part): AsyncIterable<unknown> => parsedLines(() => streamOf(part)),
      close: () => zip.close(),
    }
  } catch (error) {
    zip.close()
    return refuse(error)
  }
}

/** By its first bytes. A file that cannot be read is none. */
export const isBackup = (path: string): Promise<boolean> =>
  firstBytesOf(path).then(
    (kind) => kind !== null,
    () => false,
  )

async function firstBytesOf(path: string): Promise<'encrypted' | 'clear' | null> {
  const file = await openFile(path)
  const { buffer } = await file.read(Buffer.alloc(64), 0, 64, 0).finally(() => file.close())
  if (buffer.subarray(0, ENCRYPTED.length).equals(ENCRYPTED)) return 'encrypted'
  return buffer.toString('latin1').startsWith('PK\x03\x04') && buffer.includes(PARTS[0]) ? 'clear' : null
}

const ZIP_OPTIONS = { autoClose: false, lazyEntries: true } as const

async function openZip(path: string, wanted: Wanted): Promise<ZipFile> {
  if ((await firstBytesOf(path)) !== 'encrypted')
    return promisify<string, typeof ZIP_OPTIONS, ZipFile>(open)(path, ZIP_OPTIONS)
  if (wanted.kind !== 'backup') throw new StartRefusal(KINDS.backup.sentence)
  const { reader, bytes } = await openEncrypted(path, wanted.passphrase)
  const opened = promisify<RandomAccessReader, number, typeof ZIP_OPTIONS, ZipFile>(fromRandomAccessReader)
  return opened(reader, bytes, ZIP_OPTIONS).catch((error: unknown) => {
    reader.close(() => {})
    throw error
  })
}

/** The checksums inside cover neither the manifest nor the zip file itself. Others may have packed a league file, without a digest. */
async function requireDigest(path: string, { fileSize, comment }: ZipFile) {
  if (comment === '' || (await firstBytesOf(path)) === 'encrypted') return
  const hash = createHash('sha256')
  const before = createReadStream(path, { end: fileSize - comment.length - 1 })
  for await (const bytes of before) hash.update(bytes)
  if (hash.digest('hex') !== comment) throw new StartRefusal(DAMAGED)
}

function entriesIn(zip: ZipFile): Promise<{ zip: ZipFile; entries: Map<string, Entry> }> {
  return new Promise((resolve, reject) => {
    const entries = new Map<string, Entry>()
    zip.on('entry', (entry: Entry) => {
      entries.set(entry.fileName, entry)
      zip.readEntry()
    })
    zip.on('end', () => resolve({ zip, entries }))
    zip.on('error', reject)
    zip.readEntry()
  })
}

/** The stream fails when more comes out of it than the entry says. */
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
  const manifest = JSON.parse(text) as Manifest | null
  if (manifest?.format !== FORMAT) throw new StartRefusal(NO_LEAGUE)
  if (manifest.formatVersion > FORMAT_VERSION) {
    throw new StartRefusal(`it was made by version ${manifest.version}: use that version or a later one`)
  }
  if (!isManifest(manifest)) throw new StartRefusal(NO_MANIFEST)
  const { events, seals, files } = manifest
  if (events !== files['events.ndjson'].lines || seals !== files['seals.ndjson'].lines) {
    throw new StartRefusal(NO_MANIFEST)
  }
  return manifest
}

async function checkPart(part: Part, expected: Checksum, stream: Readable): Promise<string> {
  const hash = createHash('sha256')
  const check = CHECKS[part]()
  const found = { lines: 0, bytes: 0 }
  const count = (chunk: Buffer) => {
    hash.update(chunk)
    found.bytes += chunk.length
  }
  let last = ''
  for await (const line of linesIn(stream, count)) {
    check(line)
    found.lines += 1
    last = line
  }
  const isAsStated = found.lines === expected.lines && found.bytes === expected.bytes
  if (isAsStated && hash.digest('hex') === expected.sha256) return last
  throw new StartRefusal(`${part} is not what its manifest says: the file is damaged or was changed`)
}

const headIn = (sealLine: string): string | null =>
  sealLine === '' ? null : (JSON.parse(sealLine) as { head: string }).head

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
    const [first = '', ...others] = decoder.write(chunk).split('\n')
    rest += first
    for (const line of others) {
      yield rest
      rest = line
    }
    if (rest.length > LINE_CHARACTERS_MAX) throw new StartRefusal('it has a line that no export writes')
  }
  if (rest !== '') yield rest
}
