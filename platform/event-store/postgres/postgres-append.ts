import type pg from 'pg'
import type { Database } from '../../database/database.ts'
import { inBatches } from '../../in-batches.ts'
import { leftMs } from '../../request-scope.ts'
import { eventJson } from '../event-json.ts'
import {
  type Appended,
  EventIdTaken,
  EventStoreUnavailable,
  type Expected,
  type LastIds,
  type NewEvent,
  type Position,
  RevisionConflict,
  StreamTombstoned,
} from '../event-store.ts'
import { ANSWER_MS, inTime } from './in-time.ts'

const TOGETHER_MAX = 100

/** As JSON, because arrays of arrays must be even. The last row has the ends of other streams, read once all are appended. */
const APPEND = `
  with appended as materialized (
    select place, outcome, head, last_position
    from unnest($1::text[], $2::text[], $3::json[], $4::json[], $5::json[], $6::json[])
      with ordinality as given (stream, expected, ids, types, datas, metadatas, place),
    lateral log.append(
      stream, expected,
      array(select json_array_elements_text(ids)::uuid),
      array(select json_array_elements_text(types)),
      array(select json_array_elements(datas)),
      array(select json_array_elements(metadatas))
    )
  )
  select *, null as last_ids from appended
  union all
  select null, null, null, null, log.last_ids($7) from (select count(*) from appended) as done
  order by place`

type Append = {
  stream: string
  events: readonly NewEvent[]
  expected: Expected
  lastIdsOf: readonly string[]
}

type AppendRow = {
  outcome: 'appended' | 'conflict' | 'tombstoned' | 'id_taken'
  head: number | null
  last_position: string
  last_ids: (string | null)[] | null
}

/**
 * A refusal of one does not touch another. `onAppended` is called after each commit. On a server throws
 * EventStoreUnavailable when there is no answer in time; until that answer has come, nothing else is sent, and nothing
 * more is kept to be sent.
 */
export function groupedAppend(
  database: Database,
  onAppended: () => void,
): (append: Append) => Promise<Appended> {
  const { kind, pool, refuseWhenFull } = database
  const underWay = new Set<string>()
  let sentAtMs = Number.POSITIVE_INFINITY
  const appendInTurn = inBatches<Prepared, Appended>(TOGETHER_MAX, async (appends) => {
    const wanted = appends.filter(({ isGivenUp }) => !isGivenUp)
    for (const append of wanted) underWay.add(idOf(append))
    sentAtMs = performance.now()
    const answers = await appendTogether(pool, wanted).catch((error) => apart(pool, wanted, error))
    sentAtMs = Number.POSITIVE_INFINITY
    underWay.clear()
    onAppended()
    return appends.map((append) => answers[wanted.indexOf(append)] ?? new Error('Given up'))
  })
  return async (append) => {
    if (append.events.length === 0) throw new RangeError('An append needs an event')
    const prepared = prepare(append)
    await refuseWhenFull()
    if (kind === 'embedded') return appendInTurn(prepared)
    // A repeated append has the id of the one that waits for its answer.
    const mayBeDone = () => underWay.has(idOf(prepared))
    if (leftMs() <= 0 || performance.now() - sentAtMs >= ANSWER_MS) {
      throw new EventStoreUnavailable(new Error('The append was not sent'), { mayBeDone: mayBeDone() })
    }
    return inTime(appendInTurn(prepared), () => {
      prepared.isGivenUp = true
      return mayBeDone()
    })
  }
}

type Prepared = Append & { columns: readonly string[]; isGivenUp: boolean }

const idOf = ({ events }: Append) => events[0]?.id ?? ''

function prepare(append: Append): Prepared {
  const { events } = append
  const columns = [
    JSON.stringify(events.map(({ id }) => id)),
    JSON.stringify(events.map(({ type }) => type)),
    `[${events.map(({ data }) => eventJson(data)).join()}]`,
    `[${events.map(({ metadata }) => eventJson(metadata)).join()}]`,
  ]
  return { ...append, columns, isGivenUp: false }
}

async function appendTogether(pool: pg.Pool, appends: readonly Prepared[]): Promise<(Appended | Error)[]> {
  if (appends.length === 0) return []
  const others = [...new Set(appends.flatMap(({ lastIdsOf }) => lastIdsOf))]
  const values = [
    appends.map(({ stream }) => stream),
    appends.map(({ expected }) => expected),
    ...[0, 1, 2, 3].map((column) => appends.map(({ columns }) => columns[column])),
    others,
  ]
  // Named, so that a connection reads and plans it once.
  const { rows } = await pool.query<AppendRow>({ name: 'append', text: APPEND, values })
  const ids = rows.at(-1)?.last_ids ?? []
  const lastIds = new Map(others.map((stream, index) => [stream, ids[index] ?? null]))
  return appends.map((append, index) => answerOf(append, rows[index], lastIds))
}

/** One that the database cannot take undoes all that came with it: each is tried by itself. Ids make that safe. */
async function apart(
  pool: pg.Pool,
  appends: readonly Prepared[],
  error: unknown,
): Promise<(Appended | Error)[]> {
  const [only] = appends
  if (appends.length === 1 && only) return [isIdTwice(error) ? new EventIdTaken(only.stream) : asError(error)]
  const answers: (Appended | Error)[] = []
  for (const append of appends) {
    answers.push(...(await appendTogether(pool, [append]).catch((cause) => apart(pool, [append], cause))))
  }
  return answers
}

function answerOf(
  { stream, expected }: Append,
  row: AppendRow | undefined,
  lastIds: LastIds,
): Appended | Error {
  if (!row) return new Error(`The append to ${stream} was not answered`)
  if (row.outcome === 'id_taken') return new EventIdTaken(stream)
  if (row.outcome === 'tombstoned') return new StreamTombstoned(stream)
  if (row.outcome === 'conflict' || row.head === null) return new RevisionConflict(stream, expected, row.head)
  return { revision: row.head, position: positionOf(row.last_position), lastIds }
}

function isIdTwice(error: unknown) {
  return error instanceof Error && 'constraint' in error && error.constraint === 'events_event_id_unique'
}

const asError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)))

/** As many digits as a bigint can have, so that positions sort as text. */
export const positionOf = (bigint: string): Position => bigint.padStart(19, '0')
