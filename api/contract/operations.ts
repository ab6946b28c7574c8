import { type Static, Type } from 'typebox'
import { refused } from '../../domain/refusal.ts'
import { command, read, section } from './endpoint.ts'
import { Id, Instant, Nullable } from './schema.ts'

const Seal = Type.Object({ number: Type.Integer(), events: Type.Integer(), sealedAt: Instant })

export const Verification = Type.Object({
  isRight: Type.Boolean(),
  log: Type.Object({
    events: Type.Integer(),
    seals: Type.Integer(),
    unsealed: Type.Integer(),
    erased: Type.Integer(),
    head: Nullable(Type.String()),
  }),
  tables: Type.Object({ events: Type.Integer(), tables: Type.Integer(), rows: Type.Integer() }),
  /** What does not fit the seals, the order of the log or the tables: one sentence each. */
  wrong: Type.Array(Type.String()),
  /** Events whose own time contradicts their place in the log, as a clock that was set wrong explains. */
  remarks: Type.Array(Type.String()),
  heads: Type.Array(Type.Object({ head: Type.String(), seal: Nullable(Seal) })),
})

/** One at a time. `events` of `eventsTotal` have been read; null while that is not known. */
export const Operation = Type.Object({
  kind: Type.Enum(['verify', 'rebuild', 'backup']),
  state: Type.Enum(['running', 'done', 'failed']),
  startedAt: Instant,
  endedAt: Nullable(Instant),
  events: Type.Integer(),
  eventsTotal: Nullable(Type.Integer()),
  eventsPerSecond: Type.Integer(),
  secondsLeft: Nullable(Type.Integer()),
  verification: Nullable(Verification),
  error: Nullable(Type.String()),
})

/** The one that runs in this process, or the last one that did; and how far the log is sealed. */
export const Operations = Type.Object({
  operation: Nullable(Operation),
  runsElsewhere: Type.Boolean(),
  seal: Nullable(
    Type.Object({ number: Type.Integer(), events: Type.Integer(), head: Type.String(), sealedAt: Instant }),
  ),
})

const VerifyBody = Type.Object({
  /** Published heads to look for, or their first digits, at least 16. */
  heads: Type.Optional(
    Type.Array(
      Type.String({
        pattern: '^[0-9a-fA-F]{16,64}$',
        'x-refusal': refused('seal-invalid'),
      }),
      { maxItems: 100 },
    ),
  ),
})

const RebuildBody = Type.Object({})

/** Names, addresses and picks of sports that are not locked yet are in the file unless `personalData` is `false`. */
const ExportQuery = Type.Object({ personalData: Type.Optional(Type.Enum(['true', 'false'])) })

export const EraseBody = Type.Object({
  confirmation: Type.Literal('ERASE', { 'x-refusal': refused('confirmation-wrong', { text: 'ERASE' }) }),
})

/** The first head that covers the lock of a sport; null while it is not locked, or not sealed yet. */
export const RoundSeal = Type.Object({
  roundId: Id,
  seal: Nullable(
    Type.Object({ number: Type.Integer(), events: Type.Integer(), head: Type.String(), sealedAt: Instant }),
  ),
})

/** `provedAt`: when it was read back. `replayedAt`: its events were replayed too, which is done once a week. */
const Backup = Type.Object({
  file: Type.String(),
  createdAt: Instant,
  bytes: Type.Integer(),
  events: Type.Integer(),
  provedAt: Nullable(Instant),
  replayedAt: Nullable(Instant),
  /** Why it is no good backup. */
  error: Nullable(Type.String()),
})

/** The newest first. `at`: in the default zone; null where none are made by the clock. */
export const BackupList = Type.Object({
  backups: Type.Array(Backup),
  keep: Type.Integer(),
  at: Nullable(Type.String()),
  nextAt: Nullable(Instant),
  encrypted: Type.Boolean(),
})

const fileOf = (type: string, example: string) => ({
  content: { [type]: { schema: Type.Unsafe<unknown>(Type.String({ format: 'binary' })), example } },
})
const BackupFile = fileOf('application/octet-stream', 'The bytes of league-2027-03-01T0330.backup')
const Zip = fileOf('application/zip', 'The bytes of league-2027-03-01.zip')

export const operationEndpoints = section('Operations', 'main_admin', {
  'GET /admin/operations': read(
    Operations,
    'Read the running operation. Returns the operation that runs, or the last one, and the latest seal of the log. Ask again to follow its progress.',
    { operator: true },
  ),
  'POST /admin/operations/verify': command(
    'Verify the log and the tables. Starts a check that replays the log and compares it with its seals and the tables. It also looks for the seals that the body names, in `heads`. It returns at once. A second operation is refused while one runs.',
    { operator: true, body: VerifyBody, response: { 202: Operation }, refuses: ['wrongState'] },
  ),
  'POST /admin/operations/rebuild': command(
    'Rebuild the read models. Starts to rebuild the tables from the log. It returns at once. A second operation is refused while one runs.',
    { operator: true, body: RebuildBody, response: { 202: Operation }, refuses: ['wrongState'] },
  ),
  'GET /admin/operations/export': read(
    Zip,
    'Download the whole league. Returns a ZIP file with every event, which can be restored. It holds names, addresses and the picks of sports that are not locked yet, so only the main admin may take it. With `personalData=false` it holds none of them. The history notes each download before the file begins, and in the public record of a season with an open sport. It is refused while a sport is open whose picks are hidden from admins.',
    { operator: true, querystring: ExportQuery, refuses: ['wrongState'] },
  ),
  'GET /admin/operations/backups': read(
    BackupList,
    'List the backups. Returns the files in the folder of backups, the newest first, and when the next one is made. A file without `provedAt` is no good backup, or was put there by somebody.',
    { operator: true },
  ),
  'POST /admin/operations/backups': command(
    'Back up now. Starts to write a backup and to read it back. It returns at once. A second operation is refused while one runs, and so is a backup without a folder.',
    { operator: true, body: Type.Object({}), response: { 202: Operation }, refuses: ['wrongState'] },
  ),
  'GET /admin/operations/backups/{file}': read(
    BackupFile,
    'Download a backup. Returns a file that `restore` reads. Besides the whole league it holds passwords, second factors and the secret of the server. The history notes each download before the file begins, and so does the public record of a season with an open sport. It is refused while a sport is open whose picks are hidden from admins.',
    { params: Type.Object({ file: Type.String() }), refuses: ['wrongState', 'notFound'] },
  ),
})

export type Verification = Static<typeof Verification>
export type Operation = Static<typeof Operation>
export type BackupList = Static<typeof BackupList>
export type Operations = Static<typeof Operations>
export type RoundSeal = Static<typeof RoundSeal>
