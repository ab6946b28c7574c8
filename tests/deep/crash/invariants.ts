import { expect } from 'vitest'
import { type MailRow, openPrivateSchema } from '../../../platform/database/private-schema.ts'
import type { RecordedEvent } from '../../../platform/event-store/event-store.ts'
import type { Installation } from '../../../platform/installation.ts'
import { readSchema } from '../../../projections/engine/checkpoint.ts'
import { startProjector } from '../../../projections/engine/projector.ts'
import { findRounds } from '../../../projections/now/rounds.ts'
import { countingPicks } from '../../../projections/read-models/picks.ts'
import { verify } from '../../../projections/verification/verify.ts'
import { APP_URL } from '../../support/application.ts'
import { BUILT_READ_SCHEMA } from '../../support/built-read-schema.ts'
import { wholeLog } from '../../support/log.ts'
import { tablesOf } from '../../support/read-tables.ts'
import { replayInto } from '../../support/replay-into.ts'
import type { SmtpServerForTest } from '../../support/smtp-server.ts'
import { storedEvents, tracesIn } from './log-values.ts'
import { expectNoSecret, type Secrets } from './secrets.ts'

/** What those outside know of a server that was killed. */
export type Witnesses = {
  sent: ReadonlySet<string>
  acknowledged: ReadonlySet<string>
  smtp: SmtpServerForTest
  /** What each process has written. */
  outputs: readonly string[]
  secrets: Secrets
}

/** All that no crash may break. No server runs meanwhile. */
export async function expectInvariants(kept: Installation, witnesses: Witnesses): Promise<void> {
  const events = await wholeLog(kept.store)
  expectEachOnce(events, witnesses)
  await expectTablesAsReplayed(kept, events)
  await expectLocksHold(kept, events)
  await expectMailOnce(kept, witnesses.smtp)
  await expectNoSecret(kept, witnesses.outputs, witnesses.secrets)
}

/** Whatever was acknowledged happened, nothing happened twice, and nothing happened that nobody asked for. */
export function expectEachOnce(
  events: readonly RecordedEvent[],
  { sent, acknowledged }: Pick<Witnesses, 'sent' | 'acknowledged'>,
) {
  const traces = tracesIn(events)
  expect(twice(traces)).toEqual([])
  const kept = new Set(traces)
  expect([...acknowledged].filter((trace) => !kept.has(trace))).toEqual([])
  const askedFor = events.filter(
    ({ metadata, type }) => metadata.actor.kind !== 'scheduler' && type !== 'RoundLocked',
  )
  expect(tracesIn(askedFor).filter((trace) => !sent.has(trace))).toEqual([])
}

/** Row by row, and in the words of the product itself: the log as it was sealed, and the tables true to it. */
async function expectTablesAsReplayed(
  { database, store, rawEventStore }: Installation,
  events: readonly RecordedEvent[],
) {
  const projector = await startProjector({
    database,
    store,
    onError: console.error,
    schema: BUILT_READ_SCHEMA,
  })
  await projector.stop()
  await replayInto(database, store, 'replay')
  const replayed = await tablesOf(database.kysely, 'replay')
  expect(await tablesOf(database.kysely, BUILT_READ_SCHEMA), 'the same as a replay').toEqual(replayed)
  // Of the last second before a kill nothing may be sealed.
  const now = events.at(-1)?.metadata.occurredAt ?? ''
  expect(await verify({ database, store, rawEventStore, live: BUILT_READ_SCHEMA, now })).toMatchObject({
    isRight: true,
  })
}

/** Each lock is published once, and the tables count the last pick before it: reckoned anew from the events alone. */
async function expectLocksHold({ database }: Installation, events: readonly RecordedEvent[]) {
  const locks = new Map<number, string>()
  const counting = new Map<string, readonly string[]>()
  for (const { type, data } of storedEvents(events)) {
    if (type === 'RoundCreated') locks.set(data.roundId, data.locksAt)
  }
  const locked = new Set<number>()
  for (const { type, data } of storedEvents(events)) {
    if (type === 'RoundLocked') locked.add(data.roundId)
    if (
      type !== 'PickSubmitted' ||
      locked.has(data.roundId) ||
      data.submittedAt >= (locks.get(data.roundId) ?? '')
    )
      continue
    counting.set(`${data.roundId} ${data.playerId}`, data.picks)
  }
  const read = readSchema(database.kysely, BUILT_READ_SCHEMA)
  const rounds = (await findRounds(read, locks.keys())).map(({ round }) => round)
  const shown = await countingPicks(read, rounds)
  expect(new Map(shown.map(({ round_id, player_id, picks }) => [`${round_id} ${player_id}`, picks]))).toEqual(
    counting,
  )
}

/**
 * One mail for each recipient of each occasion, every one of them at its end, and none handed over more often than the
 * outbox says: twice, where nobody answered the first time.
 */
async function expectMailOnce({ database }: Installation, smtp: SmtpServerForTest) {
  const mails = await openPrivateSchema(database.kysely).selectFrom('mails').selectAll().execute()
  expect(twice(mails.filter(({ confidential }) => !confidential).map(slotOf))).toEqual([])
  const deliveries = new Map<string, number>()
  for (const { messageId = '' } of smtp.mails) deliveries.set(messageId, (deliveries.get(messageId) ?? 0) + 1)
  const outcomes = mails.map(({ id, state, unanswered }) => {
    const times = deliveries.get(`<${id}@${new URL(APP_URL).hostname}>`) ?? 0
    return { id, state, unanswered, times }
  })
  const tooOften = outcomes.filter(({ times, unanswered }) => times > unanswered || unanswered > 2)
  expect(tooOften, 'delivered no more often than handed over').toEqual([])
  expect(outcomes.filter(({ state, times }) => state === 'sent' && times === 0)).toEqual([])
  expect(outcomes.filter(({ state }) => !['sent', 'skipped', 'unconfirmed'].includes(state))).toEqual([])
}

/** What is told of a season as a whole may happen to it again. */
const slotOf = ({ template, season_id, round_id, position, recipient_address }: MailRow) =>
  [template, season_id, round_id ?? position, recipient_address].join(' ')

function twice(values: readonly string[]): string[] {
  const seen = new Set<string>()
  return values.filter((value) => seen.size === seen.add(value).size)
}
