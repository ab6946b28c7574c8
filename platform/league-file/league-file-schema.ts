import { Ajv } from 'ajv'
import { type Static, type TSchema, Type } from 'typebox'
import { type Admin, type AdminEvent, admin } from '../../domain/admins/admin.ts'
import type { ErasureEvent } from '../../domain/erasure.ts'
import { findDescriptor } from '../../domain/event-table.ts'
import { LOG_FORMAT } from '../../domain/settings/installation.ts'
import { streamIdOf } from '../../domain/stream-id.ts'
import { schemaVersionOf } from '../event-store/upcasting.ts'
import { StartRefusal } from '../start-refusal.ts'
import { PRIVATE_TABLES } from './private-rows.ts'

const ajv = new Ajv().addFormat('instant', {
  validate: (text: string) => /^\d{4}-/.test(text) && toInstant(text) === text,
})

const Instant = Type.String({ format: 'instant' })
const Count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })
const Name = Type.String({ minLength: 1, maxLength: 200 })
const Sha256 = Type.String({ pattern: '^[0-9a-f]{64}$' })
const Checksum = Type.Object({ lines: Count, bytes: Count, sha256: Sha256 })
/** Half of what the database counts: the other half is for ids to come. */
const ID_MAX = 2 ** 30
const Id = Type.Optional(Type.Integer({ minimum: 0, maximum: ID_MAX }))

export const isManifest = ajv.compile(
  Type.Object({
    formatVersion: Type.Integer({ minimum: 1 }),
    version: Name,
    personalData: Type.Enum(['included', 'left out']),
    exportedAt: Instant,
    events: Count,
    seals: Count,
    lastPosition: Type.String({ maxLength: 200 }),
    sealedHead: Type.Union([Sha256, Type.Null()]),
    ids: Type.Object({
      player: Id,
      season: Id,
      round: Id,
      admin: Id,
      champion: Type.Optional(Id),
      message: Type.Optional(Id),
    }),
    notes: Type.Array(Type.String()),
    files: Type.Object({
      'private.ndjson': Type.Optional(Checksum),
      'events.ndjson': Checksum,
      'seals.ndjson': Checksum,
    }),
    serverSecret: Type.Optional(Type.String({ minLength: 32 })),
  }),
)

const EventLine = Type.Object({
  id: Type.String({ pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' }),
  stream: Name,
  revision: Count,
  position: Name,
  type: Type.String({ pattern: '^[A-Za-z]{1,100}$' }),
  data: Type.Object({
    playerId: Type.Optional(Type.Union([Type.Integer({ minimum: 0, maximum: ID_MAX }), Type.Null()])),
    seasonId: Id,
    roundId: Id,
    adminId: Id,
    logFormat: Type.Optional(Count),
  }),
  metadata: Type.Object(
    {
      actor: Type.Object({ kind: Type.Enum(['admin', 'player', 'scheduler', 'system']), id: Id }),
      ...{ commandId: Name, correlationId: Name, causationId: Name, occurredAt: Instant },
      reason: Type.Optional(Type.String()),
      schemaVersion: Type.Optional(Count),
    },
    { additionalProperties: false },
  ),
  recordedAt: Instant,
})

const DIGEST_BYTES = 32
const SealLine = Type.Object({
  ...{ number: Count, events: Count, position: Name, head: Sha256, sealedAt: Instant },
  digests: Type.String({ pattern: '^[A-Za-z0-9+/]*={0,2}$' }),
})

const PrivateLine = Type.Object({
  table: Type.Enum(PRIVATE_TABLES),
  row: Type.Object({}),
})

const Erased = Type.Object({
  revision: Count,
  digest: Type.String({ pattern: '^[A-Za-z0-9_-]{43}$' }),
  place: Type.Optional(Count),
})
const PersonId = Type.Integer({ minimum: 0, maximum: ID_MAX })
const Activity = Type.Array(Type.Object({ at: Instant, is: Type.Boolean() }))

const ERASURES: Record<ErasureEvent['type'], (data: unknown) => boolean> = {
  PlayerErased: ajv.compile(
    Type.Object({
      ...{ playerId: PersonId, wasRemoved: Type.Boolean(), events: Type.Array(Erased) },
      activity: Type.Optional(Activity),
    }),
  ),
  AdminErased: ajv.compile(Type.Object({ adminId: PersonId, events: Type.Array(Erased) })),
  MessageErased: ajv.compile(Type.Object({ messageId: PersonId, events: Type.Array(Erased) })),
  PastChampionErased: ajv.compile(Type.Object({ championId: PersonId, events: Type.Array(Erased) })),
}

const hasOwnShape = (type: string, data: unknown) =>
  !Object.hasOwn(ERASURES, type) || ERASURES[type as ErasureEvent['type']](data)

export const CHECKS = {
  'private.ndjson': () => checked(PrivateLine, 'private.ndjson', () => true),
  'events.ndjson': checkEvents,
  'seals.ndjson': checkSeals,
}

function checkEvents() {
  const revisions = new Map<string, number>()
  const ids = new Set<string>()
  const admins = new Map<string, Admin>()
  let last = ''
  return checked(EventLine, 'events.ndjson', (event) => {
    const { id, stream, revision, position } = event
    if (!isOurs(event)) return false
    const follows = revision === (revisions.get(stream) ?? 0) && position > last && !ids.has(id)
    revisions.set(stream, revision + 1)
    ids.add(id)
    last = position
    if (stream.startsWith('admin-')) {
      const now = admins.get(stream) ?? admin.initial
      admins.set(stream, admin.evolve(now, { type: event.type, data: event.data } as AdminEvent))
      refuseSecondMainAdmin(admins.values())
    }
    return follows
  })
}

function refuseSecondMainAdmin(admins: Iterable<Admin>) {
  const main = [...admins].filter((one) => 'isMain' in one && one.isMain)
  if (main.length > 1) throw new StartRefusal('it has more than one main admin')
}

/** An event store may keep other streams for itself. Throws StartRefusal for an event of a later version. */
function isOurs({ stream, type, data, metadata }: Static<typeof EventLine>): boolean {
  const row = findDescriptor(type)
  const isLater = (metadata.schemaVersion ?? 1) > schemaVersionOf(type) || (data.logFormat ?? 1) > LOG_FORMAT
  if (row === null || isLater) {
    throw new StartRefusal(`it has an event ${type} that needs a newer version of this program`)
  }
  try {
    const { kind, ids } = streamIdOf(stream)
    return kind === row.stream && ids.every((id) => id <= ID_MAX) && hasOwnShape(type, data)
  } catch {
    return false
  }
}

function checkSeals() {
  let last = 0
  let covered = 0
  return checked(SealLine, 'seals.ndjson', ({ number, events, digests }) => {
    last += 1
    covered =
      digests === ''
        ? Math.min(events, covered)
        : covered + Buffer.byteLength(digests, 'base64') / DIGEST_BYTES
    return number === last && events === covered
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

function toInstant(text: string): string | null {
  const date = new Date(text)
  return Number.isNaN(date.getTime()) ? null : date.toISOString()
}

/** Null for what no database keeps: bad JSON or text, a number out of range. */
function parsed(line: string): unknown {
  try {
    return JSON.parse(line, (key, value) => {
      for (const text of [key, value]) {
        if (typeof text === 'string' && (text.includes('\0') || !text.isWellFormed())) throw new Error()
      }
      if (typeof value === 'number' && !Number.isFinite(value)) throw new Error()
      return value
    })
  } catch {
    return null
  }
}
