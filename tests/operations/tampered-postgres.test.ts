import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findings } from '../../operations/findings.ts'
import { openPrivateSchema } from '../../platform/database/private-schema.ts'
import { erasePerson } from '../../platform/erasing/erasing.ts'
import { requireKnownFormat } from '../../platform/event-store/log-format.ts'
import { erasedEventOf } from '../../platform/integrity/erased-places.ts'
import { latestSeal, placesInChain, sealLog } from '../../platform/integrity/hash-chain.ts'
import { later } from '../../platform/time/clock.ts'
import { reportOf, verify } from '../../projections/verification/verify.ts'
import { settableClock } from '../support/clock.ts'
import { appendEveryEvent } from '../support/every-event.ts'
import { type LogForTest, serverLog, wholeLog } from '../support/log.ts'
import { type PostgresServer, postgresMissing, startPostgresServer } from '../support/postgres-server.ts'
import { replayInto } from '../support/replay-into.ts'

// What an owner of the database may do to it, and what `npm run verify` says afterwards, each on a copy of one league. The
// read tables are built again before, as somebody would who knows them.

const LIVE = 'read_of_test'
const BEGINNING = '2027-01-10T12:00:00.000Z'
const NOW = '2027-02-03T18:10:00.000Z'
/** Of the first sport. */
const BEFORE_LOCK = '2027-02-01T17:59:59.000Z'

type Tampering = {
  /** In the database, as its owner: statements, or work on the log. */
  by: string | ((log: LogForTest) => Promise<unknown>)
  /** A line of what `verify` says; null where it says that all is well. */
  says: RegExp | null
  /** Of what happened a while ago, and of a head that somebody kept. */
  also?: { later?: true; withHead?: true; keepTables?: true }
}

/** The event with which most of them begin: the first pick of Ann, in the middle of the first seal. */
const PICK = `stream = 'pick-1-1' and revision = 0`
const RESULT = `type = 'RoundCompleted' and stream = 'season-1'`
const LAST = 'position = (select max(position) from log.events)'

const changed = (set: string, where = PICK) => `update log.events set ${set} where ${where}`
const inText = (column: string, from: string, to: string) =>
  `${column} = replace(${column}::text, '${from}', '${to}')::json`
const put = (position: string, stream: string, type: string, data = '{}') =>
  `insert into log.events (position, append_end, stream, revision, event_id, type, data, metadata)
   values (${position}, ${position}, '${stream}', 0, '${randomUUID()}', '${type}', '${data}', '{}')`
const deleted = (where: string) => `delete from log.events where ${where}`
const closed = (stream: string) => `insert into log.tombstones (stream) values ('${stream}')`
const withoutCheck = 'alter table log.events drop constraint events_position_check'

/** About the first sport, at a time before its lock. */
const appended = (stream: string, type: string, data: object) => (log: LogForTest) =>
  log.database.pool.query(
    `select * from log.append($1, 'stream_exists', array[gen_random_uuid()], array[$2], array[$3::json],
      array(select metadata || '{"occurredAt": "${BEFORE_LOCK}"}' from (select metadata::jsonb from log.events where ${PICK}) first)::json[])`,
    [stream, type, JSON.stringify({ roundId: 1, ...data })],
  )

const OPENED = {
  ...{ roundId: 99, seasonId: 1, sportName: 'Golf', pickType: 'single', picksMax: 1, emailMessage: null },
  ...{ locksAt: NOW, timeZone: 'UTC', teams: ['Reds', 'Blues'] },
}

/** Each is a statement or work on the log, and leads to the same line. */
const saying = (says: RegExp | null, ways: Record<string, Tampering['by']>): Record<string, Tampering> =>
  Object.fromEntries(Object.entries(ways).map(([name, by]) => [name, { by, says }]))

const OTHER_RESULT = changed(inText('data', '"Reds"', '"Blues"'), RESULT)
const NO_SEALS = 'delete from log.seals'
const NO_NOTE = `delete from private.checkpoints where name = 'seals'`

const sealedAgain = async (log: LogForTest) => {
  await tamper(log, `${OTHER_RESULT}; ${NO_SEALS}; ${NO_NOTE}`)
  await sealLog({ kysely: log.database.kysely, store: log.store, clock: settableClock(NOW) })
}

const EVENTS: Record<string, Tampering> = {
  ...saying(/^! (PickSubmitted|PickEntered|RoundCompleted) at .* is not the event that was sealed$/, {
    'another pick': changed(inText('data', 'Reds', 'Rods')),
    'another actor': changed(inText('metadata', '"id":1', '"id":2')),
    'another time': changed(inText('metadata', '"2027-01-10T', '"2027-01-09T')),
    'a value given twice, of which the last one counts': changed(inText('data', '}', ',"picks":["Blues"]}')),
    'a key __proto__': changed(inText('data', '{', '{"__proto__":{"picks":["Blues"]},')),
    'a key toJSON': changed(inText('data', '{', '{"toJSON":1,')),
    'another result': OTHER_RESULT,
    'another stream': changed(`stream = 'pick-1-9'`),
    'the name of a stream with a space': changed(`stream = 'pick-1-1 '`),
    'another type': changed(`type = 'PickEntered'`),
    'another id': changed(`event_id = '${randomUUID()}'`),
    'a number that is none': changed(inText('data', '"roundId":1', '"roundId":1e400')),
  }),
  'a hole in a stream': { by: changed('revision = 7'), says: /is not the revision 0 that should follow$/ },
  'two events that have changed places': {
    by: `update log.events set position = position + 900000, append_end = append_end + 900000 where stream in ('pick-1-1', 'pick-1-2') and revision = 0;
      update log.events event set position = other.position - 900000, append_end = other.position - 900000
      from log.events other where event.position > 900000 and other.position > 900000 and event.stream <> other.stream`,
    says: / was sealed in another place$/,
  },
  'an event that was put in': {
    by: put(
      '(select min(position) + 1 from log.events event where not exists (select from log.events where position = event.position + 1))',
      'pick-9-9',
      'PickEntered',
    ),
    says: / was put in later$/,
  },
  ...saying(/^! (an event is|\d+ events are) missing /, {
    'an event deleted in the middle': deleted(`type = 'PickEntered' and stream = 'pick-1-3'`),
    'the last event deleted': deleted(LAST),
    'a pick deleted, and its stream closed': `${deleted(`stream = 'pick-1-1'`)}; ${closed('pick-1-1')}`,
    'a pick deleted, and an erasure made up that names it': (log) =>
      erasedInPart(log, { gone: 'pick-1-1', named: 1, closed: 'pick-1-1' }),
    'an event of one person deleted, and an erasure of somebody else made up': (log) =>
      erasedInPart(log, { gone: 'player-4', named: 77, closed: 'player-77' }),
    'an erasure without what it took': changed(`data = 'null'`, `stream = 'erasures' and revision = 5`),
  }),
  'a number that is none in an event that nobody has sealed': {
    by: put('900000', 'pick-9-9', 'PickEntered', '{"playerId":1e999}'),
    says: / holds a number that is none, and cannot be sealed$/,
  },
}

/** By what any event is appended with, so that every trigger holds and every seal fits: only the time is made up. */
const APPENDED: Record<string, Tampering> = {
  ...saying(
    /^! \w+ at .* says that it was made on 2027-02-01T17:59:59.000Z, before the lock, but is in the log after it$/,
    {
      'a pick that claims to be from before the lock': appended('pick-1-2', 'PickSubmitted', {
        ...{ playerId: 2, submittedAt: BEFORE_LOCK, picks: ['Blues'] },
      }),
      'a guess that claims to be from before the lock': appended('pick-1-2', 'TieBreakGuessed', {
        ...{ playerId: 2, submittedAt: BEFORE_LOCK, value: 3 },
      }),
      "an admin's entry that claims to be from before the lock": appended('pick-1-2', 'PickEntered', {
        ...{ playerId: 2, enteredAt: BEFORE_LOCK, picks: ['Blues'] },
      }),
    },
  ),
  "an admin's entry while there was a result": {
    by: appended('pick-1-2', 'PickEntered', { playerId: 2, enteredAt: NOW, picks: ['Blues'] }),
    says: /^! PickEntered at .* was made while the sport was completed, which takes no entries$/,
  },
  'a lock moved to before the picks': {
    by: appended('season-1', 'RoundRescheduled', { locksAt: BEGINNING }),
    says: /^! RoundRescheduled at .* moves the lock to 2027-01-10T12:00:00.000Z after the sport has locked$/,
  },
  'a lock moved to a time that had passed': {
    by: async (log) => {
      await appended('season-1', 'RoundCreated', OPENED)(log)
      await appended('season-1', 'RoundActivated', { ...OPENED, recipients: [] })(log)
      await appended('season-1', 'RoundRescheduled', { ...OPENED, locksAt: BEGINNING })(log)
    },
    says: /^! RoundRescheduled at .* moves the lock to 2027-01-10T12:00:00.000Z, when that time had passed$/,
  },
  'a sport locked before its lock time': {
    by: appended('season-1', 'RoundLocked', {}),
    says: /^! RoundLocked at .* locks the sport before its lock time of 2027-02-01T18:00:00.000Z$/,
  },
}

const STREAMS: Record<string, Tampering> = {
  'a stream closed that is in use': {
    by: closed('pick-1-1'),
    says: /^! the stream pick-1-1 is closed, and no erasure says why$/,
  },
  'a stream closed that never was': {
    by: closed('player-77'),
    says: /^! the stream player-77 is closed, and no erasure says why$/,
  },
  'the stream of somebody erased opened': {
    by: `delete from log.tombstones where stream = 'player-2'`,
    says: /^! the stream player-2 is open, although an erasure closed it$/,
  },
  'an event of a person deleted, and the erasure of this person made up': {
    by: (log) => erasedInPart(log, { gone: 'player-4', named: 4, closed: 'player-4' }),
    says: /^! PlayerAdded at .* was left in a closed stream$/,
  },
  'one event more in the erasure of somebody': {
    by: changed(
      inText('data', '"events":[', '"events":[{"revision":0,"digest":"x","place":3},'),
      `stream = 'erasures' and revision = 5`,
    ),
    says: /^! PlayerErased at .* is not the event that was sealed$/,
  },
  ...saying(/ names another end of its append$/, {
    'an append that ends too late': changed('append_end = position + 7'),
    'an append that ends after all others': changed('append_end = 9223372036854775807'),
    'an append that ends too early': changed('append_end = position - 1'),
    'an append that ends before all others': changed('append_end = -1'),
    'two appends made one': `update log.events set append_end = append_end + 1 where exists (
      select from log.events next where next.position = events.position + 1 and next.stream = events.stream
        and events.append_end = events.position and next.append_end = next.position
    ) and stream = 'season-1'`,
  }),
}

const SEALS: Record<string, Tampering> = {
  'the number of a seal': {
    by: 'update log.seals set number = 99 where number = 2',
    says: /^! seal 3: a seal before it is missing$/,
  },
  'the head of a seal': {
    by: 'update log.seals set head = sha256(head) where number = 1',
    says: /^! seal 1: its head does not follow from /,
  },
  'what a seal counts': {
    by: 'update log.seals set events = events + 1 where number = 2',
    says: /^! seal 2: it counts its events wrongly$/,
  },
  'the digests of a seal': {
    by: `update log.seals set digests = overlay(digests placing '\\x00'::bytea from 1) where number = 1`,
    says: /^! seal 1: /,
  },
  'the chain restarted before a result that was changed': {
    by: `${OTHER_RESULT};
      insert into log.seals select 4, 0, '', '', decode(repeat('00', 32), 'hex'), sealed_at from log.seals where number = 3`,
    says: /missing|not the event/,
  },
  ...saying(/^! Seals were deleted: /, {
    'the last event and its seal deleted': `${deleted(LAST)}; ${NO_SEALS} where number = (select max(number) from log.seals)`,
    'all seals deleted': NO_SEALS,
    'all seals deleted, and a result changed': `${OTHER_RESULT}; ${NO_SEALS}`,
  }),
  'all seals deleted with the note of how far they went, and a result changed': {
    by: `${OTHER_RESULT}; ${NO_SEALS}; ${NO_NOTE}`,
    says: /^! \d+ events are not sealed, the first from 2027-.*: no server has run since to seal them, or seals were deleted$/,
    also: { later: true },
  },
  'a result changed, and every seal made again': {
    by: sealedAgain,
    says: /^! [0-9a-f]{16} is not a head of this log$/,
    also: { withHead: true },
  },
}

/** By what `verify` calls it. */
const DEFINITIONS: Record<string, string> = {
  'the constraint events_position_check of log.events': `${withoutCheck}; ${put('-5', 'admin-99', 'AdminAdded')}`,
  'the trigger events_stay of log.events': 'drop trigger events_stay on log.events',
  'the trigger seals_stay of log.seals': 'alter table log.seals disable trigger seals_stay',
  'the trigger favour of log.events': `create function log.favour() returns trigger language plpgsql as $$ begin return new; end $$;
    create trigger favour before insert on log.events for each row execute function log.favour()`,
  'the function log.refuse_change()':
    'create or replace function log.refuse_change() returns trigger language plpgsql as $$ begin return new; end $$',
  'the function log.append(text,text,uuid[],text[],json[],json[])':
    'alter function log.append(text, text, uuid[], text[], json[], json[]) set enable_seqscan = on',
  'the constraint events_event_id_unique of log.events':
    'alter table log.events drop constraint events_event_id_unique',
  'the rule silence of log.events': 'create rule silence as on insert to log.events do instead nothing',
  'the child table log.more of log.events': `create table log.more () inherits (log.events); ${put('900000', 'admin-99', 'AdminAdded').replace('log.events', 'log.more')}`,
}

const OTHERS: Record<string, Tampering> = {
  'the format of the log': {
    by: 'update log.format set version = 99',
    says: /^! The event log has format 99, /,
  },
  'a row of a read table': {
    by: `update ${LIVE}.documents set state = replace(state::text, '"name":"Ann', '"name":"Nobody')::json where kind = 'player'`,
    says: /^! documents .* is .*Nobody/,
    also: { keepTables: true },
  },
  // What changes no meaning, and what no seal covers: docs/history.md.
  ...saying(null, {
    'the same value, written otherwise': changed(inText('data', '"roundId":1', '"roundId": 1.0')),
    'the same value, given twice': changed(inText('data', '{', '{"roundId":1,')),
    'the time at which the database recorded an event': changed(`recorded_at = '2001-01-01'`),
    'the time of a seal': `update log.seals set sealed_at = '2001-01-01T00:00:00.000Z'`,
    'one append made two': `update log.events set append_end = position where position = (select min(position) from log.events where append_end > position)
      and append_end = position + 1`,
    'a result changed, and every seal made again, and nobody has kept a head': sealedAgain,
  }),
}

const ALL = { ...EVENTS, ...APPENDED, ...STREAMS, ...SEALS, ...saying(null, DEFINITIONS), ...OTHERS }

const missing = postgresMissing ? ` (skipped: ${postgresMissing})` : ''

describe.skipIf(postgresMissing)(`a league in PostgreSQL with which its owner has tampered${missing}`, () => {
  let server: PostgresServer
  let league: string
  let head: string

  beforeAll(async () => {
    server = await startPostgresServer()
    league = await server.createDatabase()
    const log = await serverLog(league)
    const { database, store } = log
    const { kysely } = database
    const clock = settableClock(BEGINNING)
    await appendEveryEvent(store, clock)
    await sealLog({ kysely, store, clock })
    const command = { id: randomUUID(), actor: { kind: 'system' }, occurredAt: clock.now() } as const
    const stores = { store, rawEventStore: store, kysely, privateSchema: openPrivateSchema(kysely) }
    await erasePerson(stores, { kind: 'player', id: 2 }, command)
    await sealLog({ kysely, store, clock })
    await erasePerson(stores, { kind: 'player', id: 8 }, { ...command, id: randomUUID() })
    await sealLog({ kysely, store, clock })
    head = (await latestSeal(kysely))?.head.slice(0, 16) ?? ''
    await replayInto(database, store, LIVE)
    await log.close()
  })
  afterAll(() => server?.stop())

  test('there are 45 ways at least, and nothing is wrong before', async () => {
    expect(Object.keys(ALL).length).toBeGreaterThanOrEqual(45)
    expect(await said({ by: 'select 1', says: null, also: { withHead: true } })).toEqual([])
  })

  test.each(Object.entries(ALL))('%s', async (name, tampering) => {
    const lines = await said(tampering)
    const definition = DEFINITIONS[name] && `! ${name} is not as the server makes it`
    if (definition) expect(lines).toContain(definition)
    else if (tampering.says === null) expect(lines).toEqual([])
    else expect(lines).toContainEqual(expect.stringMatching(tampering.says))
  })

  /** The lines that name something wrong. */
  async function said({ by, also = {} }: Tampering): Promise<string[]> {
    const copy = await server.createDatabase(league)
    const log = await serverLog(copy)
    try {
      const { database, store } = log
      await (typeof by === 'string' ? tamper(log, by) : by(log))
      const rebuilt = also.keepTables ? Promise.resolve() : replayInto(database, store, LIVE)
      await rebuilt.catch(() => {})
      const found = await verify({
        ...{ database, store, rawEventStore: store, live: LIVE, heads: also.withHead ? [head] : [] },
        now: also.later ? later(NOW, 3_600_000) : '2027-01-01T00:00:00.000Z',
      })
      const wrong = findings(reportOf(found)).filter((line) => line.startsWith('! '))
      expect(found.isRight).toBe(wrong.length === 0)
      await requireKnownFormat(database.kysely).catch((error: Error) => wrong.push(`! ${error.message}`))
      return wrong
    } finally {
      await log.close()
      await server.dropDatabase(copy)
    }
  }
})

/** As the owner of the database, whom no trigger holds. */
async function tamper({ database }: LogForTest, statements: string): Promise<void> {
  const client = await database.pool.connect()
  try {
    await client.query(`set session_replication_role = replica; ${statements}; reset all`)
  } finally {
    client.release()
  }
}

/** The last event of a stream is gone, and an erasure says that it was taken. */
async function erasedInPart(
  log: LogForTest,
  { gone, named, closed: closedStream }: { gone: string; named: number; closed: string },
): Promise<void> {
  const { store, database } = log
  const last = (await wholeLog(store)).filter(({ stream }) => stream === gone).at(-1)
  if (!last) throw new Error(`There is no event in ${gone}`)
  const [place] = (await placesInChain(database.kysely, [last])) ?? []
  await tamper(log, `${deleted(`event_id = '${last.id}'`)}; ${closed(closedStream)}`)
  const data = { playerId: named, events: [erasedEventOf(last, place)], wasRemoved: true }
  await store.append('erasures', [{ ...last, id: randomUUID(), type: 'PlayerErased', data }], 'any')
  await sealLog({ kysely: database.kysely, store, clock: settableClock(NOW) })
}
