import { Ajv } from 'ajv'
import { type Static, type TSchema, Type } from 'typebox'
import { StartRefusal } from '../start-refusal.ts'

const ajv = new Ajv()

const Instant = Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$' })
const Count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })
const Name = Type.String({ minLength: 1, maxLength: 200 })
const Sha256 = Type.String({ pattern: '^[0-9a-f]{64}$' })
const Checksum = Type.Object({ lines: Count, bytes: Count, sha256: Sha256 })
/** As far as the sequences of the database count. */
const LastId = Type.Optional(Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1 }))

export const isManifest = ajv.compile(
  Type.Object({
    exportedAt: Instant,
    events: Count,
    seals: Count,
    sealedHead: Type.Union([Sha256, Type.Null()]),
    ids: Type.Object({ player: LastId, season: LastId, round: LastId, admin: LastId }),
    notes: Type.Array(Type.String()),
    files: Type.Object({ 'events.ndjson': Checksum, 'seals.ndjson': Checksum }),
  }),
)

const EventLine = Type.Object({
  id: Type.String({ pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' }),
  stream: Name,
  revision: Count,
  position: Name,
  type: Name,
  data: Type.Object({}),
  metadata: Type.Object({
    actor: Type.Object({
      kind: Type.Enum(['admin', 'player', 'scheduler', 'system']),
      id: Type.Optional(Count),
    }),
    ...{ commandId: Name, correlationId: Name, causationId: Name, occurredAt: Instant },
    schemaVersion: Type.Optional(Count),
  }),
  recordedAt: Instant,
})

const SealLine = Type.Object({
  ...{ number: Count, events: Count, position: Name, head: Sha256, sealedAt: Instant },
  digests: Type.String({ pattern: '^[A-Za-z0-9+/]*={0,2}$' }),
})

/** Answers a check of one line after the other: each has its shape, and follows from those before. Throws StartRefusal. */
export const CHECKS = { 'events.ndjson': checkEvents, 'seals.ndjson': checkSeals }

function checkEvents() {
  const revisions = new Map<string, number>()
  const ids = new Set<string>()
  let last = ''
  return checked(EventLine, 'events.ndjson', ({ id, stream, revision, position }) => {
    const follows = revision === (revisions.get(stream) ?? 0) && position > last && !ids.has(id)
    revisions.set(stream, revision + 1)
    ids.add(id)
    last = position
    return follows
  })
}

function checkSeals() {
  let last = 0
  return checked(SealLine, 'seals.ndjson', ({ number }) => {
    last += 1
    return number === last
  })
}

function checked<Schema extends TSchema>(
  schema: Schema,
  part: string,
  follows: (line: Static<Schema>) => boolean,
) {
  const hasShape = ajv.compile<Static<Schema>>(schema)
  let count = 0
  return (line: string) => {
    count += 1
    const value = parsed(line)
    if (hasShape(value) && follows(value)) return
    throw new StartRefusal(`line ${count} of ${part} is not what an export writes`)
  }
}

/** Null for what is no JSON, and for text that no database keeps. */
function parsed(line: string): unknown {
  try {
    return JSON.parse(line, (key, value) => {
      for (const text of [key, value]) {
        if (typeof text === 'string' && (text.includes('\0') || !text.isWellFormed())) throw new Error()
      }
      return value
    })
  } catch {
    return null
  }
}
