import {
  createCipheriv,
  createDecipheriv,
  createHash,
  randomBytes,
  type ScryptOptions,
  scrypt,
} from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { RandomAccessReader } from 'yauzl'
import { StartRefusal } from '../start-refusal.ts'

/** The head: these bytes, salt, check value, digest of the head so far. Then chunks, each with its tag. */
export const ENCRYPTED = Buffer.from('picks encrypted\n')

const CIPHER = 'aes-256-gcm'
const COST = { N: 2 ** 15, r: 8, p: 3, maxmem: 2 ** 26 }
const KEY_BYTES = 32
const TAG_BYTES = 16
/** Of each of the four. */
const PART_BYTES = 16
const HEAD_BYTES = 4 * PART_BYTES
const CHUNK_BYTES = 64 * 1024
const ENCRYPTED_CHUNK_BYTES = CHUNK_BYTES + TAG_BYTES

export const DAMAGED = 'the file is damaged or was changed'

const scryptAsync = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)

export async function* encrypted(
  plain: AsyncIterable<Buffer>,
  passphrase: string,
): AsyncGenerator<Buffer, void> {
  const salt = randomBytes(PART_BYTES)
  const { key, check } = await keyOf(passphrase, salt)
  const head = Buffer.concat([ENCRYPTED, salt, check])
  yield Buffer.concat([head, digestOf(head)])
  let rest = Buffer.alloc(0)
  let index = 0
  for await (const bytes of plain) {
    rest = Buffer.concat([rest, bytes])
    // Of one that fills a chunk, only the end says whether it is the last.
    for (; rest.length > CHUNK_BYTES; rest = rest.subarray(CHUNK_BYTES), index += 1) {
      yield encryptedChunk(rest.subarray(0, CHUNK_BYTES), key, nonceOf(index, false))
    }
  }
  yield encryptedChunk(rest, key, nonceOf(index, true))
}

/** As if it were not encrypted. Throws StartRefusal for another passphrase, and for a damaged head. */
export async function openEncrypted(path: string, passphrase: string | null) {
  if (passphrase === null) {
    throw new StartRefusal('it is encrypted. Set BACKUP_PASSPHRASE_FILE to the file with its passphrase')
  }
  const file = await open(path)
  try {
    const head = await bytesAt(file, 0, HEAD_BYTES)
    const [salt, check, digest] = [1, 2, 3].map((part) =>
      head.subarray(part * PART_BYTES).subarray(0, PART_BYTES),
    )
    if (!digest?.equals(digestOf(head.subarray(0, -PART_BYTES)))) throw new StartRefusal(DAMAGED)
    const derived = await keyOf(passphrase, salt)
    if (!check?.equals(derived.check)) {
      throw new StartRefusal('BACKUP_PASSPHRASE_FILE holds another passphrase than it was encrypted with')
    }
    const bytes = (await file.stat()).size - HEAD_BYTES
    const chunks = Math.ceil(bytes / ENCRYPTED_CHUNK_BYTES)
    const read = (start: number, end: number) => decrypted(file, derived.key, { start, end, chunks })
    return { reader: new DecryptingReader(file, read), bytes: bytes - chunks * TAG_BYTES }
  } catch (error) {
    await file.close()
    throw error
  }
}

class DecryptingReader extends RandomAccessReader {
  readonly #file: FileHandle
  readonly #read: (start: number, end: number) => AsyncIterable<Buffer>

  constructor(file: FileHandle, read: (start: number, end: number) => AsyncIterable<Buffer>) {
    super()
    this.#file = file
    this.#read = read
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#read(start, end), { objectMode: false })
  }

  override close(done: (error: Error | null) => void) {
    this.#file.close().then(() => done(null), done)
  }
}

type Range = { start: number; end: number; chunks: number }

async function* decrypted(
  file: FileHandle,
  key: Buffer,
  { start, end, chunks }: Range,
): AsyncGenerator<Buffer> {
  for (let index = Math.floor(start / CHUNK_BYTES); index * CHUNK_BYTES < end; index += 1) {
    const chunk = await bytesAt(file, HEAD_BYTES + index * ENCRYPTED_CHUNK_BYTES, ENCRYPTED_CHUNK_BYTES)
    const plain = decryptedChunk(chunk, key, nonceOf(index, index === chunks - 1))
    const from = index * CHUNK_BYTES
    yield plain.subarray(Math.max(0, start - from), end - from)
  }
}

async function keyOf(passphrase: string, salt: Buffer = Buffer.alloc(0)) {
  const bytes = await scryptAsync(passphrase.normalize('NFC'), salt, KEY_BYTES + PART_BYTES, COST)
  return { key: bytes.subarray(0, KEY_BYTES), check: bytes.subarray(KEY_BYTES) }
}

/** A key encrypts one file. The number of a chunk and whether it is the last keep each in its place. */
function nonceOf(index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUInt32BE(index, 4)
  nonce.writeUInt8(isLast ? 1 : 0, 11)
  return nonce
}

function encryptedChunk(plain: Buffer, key: Buffer, nonce: Buffer): Buffer {
  const cipher = createCipheriv(CIPHER, key, nonce)
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

function decryptedChunk(chunk: Buffer, key: Buffer, nonce: Buffer): Buffer {
  try {
    const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
    decipher.setAuthTag(chunk.subarray(-TAG_BYTES))
    return Buffer.concat([decipher.update(chunk.subarray(0, -TAG_BYTES)), decipher.final()])
  } catch {
    throw new StartRefusal(DAMAGED)
  }
}

const digestOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest().subarray(0, PART_BYTES)

async function bytesAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}
