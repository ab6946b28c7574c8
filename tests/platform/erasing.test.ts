import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { erasedPlayerName, erasePlayer, erasures } from '../../domain/erasure.ts'
import { editPlayer, player } from '../../domain/players/player.ts'
import { round } from '../../domain/rounds/round.ts'
import { completeRound } from '../../domain/rounds/round-decisions.ts'
import { NOBODY_PLACED } from '../../domain/rounds/round-result.ts'
import { erasePerson, finishErasures } from '../../platform/erasing/erasing.ts'
import { openChronicle } from '../../platform/event-store/chronicle.ts'
import { contentsDigestOf } from '../../platform/event-store/event-digest.ts'
import { START, StreamTombstoned } from '../../platform/event-store/event-store.ts'
import { load } from '../../platform/event-store/transact.ts'
import { erasedEventOf, erasedPlaces } from '../../platform/integrity/erased-places.ts'
import { queueMails } from '../../platform/mail/mails.ts'
import { addNotices } from '../../platform/mail/notices.ts'
import { READ_SCHEMA } from '../../projections/engine/version.ts'
import { sendMails } from '../../scheduler/jobs/send-mails.ts'
import { addNoticesOf } from '../../scheduler/mail/add-notices.ts'
import { caughtUp } from '../support/caught-up.ts'
import { settableClock } from '../support/clock.ts'
import { aLeague } from '../support/league/a-league.ts'
import { lockedNow, seasonInLog } from '../support/league/commands.ts'
import { tablesOf } from '../support/read-tables.ts'
import { type SchedulerParts, schedulerParts } from '../support/scheduler-parts.ts'
import { startProjector } from '../support/start-projector.ts'
import { reactToAll } from '../support/subscription.ts'

const NOW = '2027-01-10T12:00:00.000Z'
const COMMAND = { id: randomUUID(), actor: { kind: 'system' }, occurredAt: NOW } as const
const [ANN, BOB, CLEO] = [1, 2, 3] as const
const [SEASON, ROUND] = [1, 1]

let parts: SchedulerParts
beforeEach(async () => {
  parts = await schedulerParts({ clock: settableClock(NOW) })
  await aLeague()
    .withPlayers(
      { name: 'Ann', email: 'family@example.com' },
      { name: 'Bob', email: 'family@example.com' },
      { name: 'Cleo', email: 'cleo@example.com' },
    )
    .withSeason()
    .withRound()
    .in(parts)
  await reactToAll(parts)
})
afterEach(() => parts.close())

test('an erasure that a crash has interrupted is brought to its end in the outbox too', async () => {
  await sendMails(parts)
  const cleo = await load(parts.store, player, CLEO)
  await parts.run(erasures, [], (state) => erasePlayer(state, cleo, { playerId: CLEO, events: [] }))
  expect(JSON.stringify(await parts.outbox())).toContain('Cleo')
  await finishErasures(parts, NOW)
  expect(JSON.stringify(await parts.outbox())).not.toMatch(/cleo/i)
  await expect(parts.store.read(`player-${CLEO}`)).rejects.toThrow(StreamTombstoned)
})

test('mails to the person in any spelling of the address go as well', async () => {
  const to = (address: string) => ({ name: 'Somebody', address })
  const words = { template: 'test', subject: 'Test', text: '', html: '', uselessAt: null } as const
  const spellings = ['CLEO@example.com', 'cleo@EXAMPLE.com', 'Cleo@Example.Com']
  await queueMails(
    parts.privateSchema,
    randomUUID(),
    spellings.map((address) => ({ ...words, to: to(address) })),
    NOW,
  )
  await sendMails(parts)
  await erasePerson(parts, { kind: 'player', id: CLEO }, COMMAND)
  expect(JSON.stringify(await parts.outbox())).not.toMatch(/cleo@/i)
})

test('a notice that never became a mail keeps no name of others from going', async () => {
  await sendMails(parts)
  await parts.run(player, [BOB], (state) => editPlayer(state, { name: 'Bob', email: null }))
  await caughtUp(parts)
  const notice = {
    template: 'reminder',
    season_id: SEASON,
    round_id: ROUND,
    position: START,
    day: null,
  } as const
  const times = { created_at: NOW, due_at: NOW, useless_at: null }
  const waiting = { mail_id: null, state: null, reply: null }
  await addNotices(parts.privateSchema, [
    { occasion: randomUUID(), player_id: BOB, ...notice, ...times, ...waiting },
  ])
  await sendMails(parts)
  await erasePerson(parts, { kind: 'player', id: CLEO }, COMMAND)
  await caughtUp(parts)
  expect(JSON.stringify(await parts.outbox())).not.toMatch(/cleo/i)
})

test('what was written behind an interrupted erasure goes with the rest, and is told as gone', async () => {
  const cleo = await load(parts.store, player, CLEO)
  const events = (await parts.store.read(player.stream(CLEO))).map((event) => erasedEventOf(event))
  await parts.run(erasures, [], (state) => erasePlayer(state, cleo, { playerId: CLEO, events }))
  await parts.run(player, [CLEO], (state) => editPlayer(state, { name: 'Zoe', email: 'zoe@example.com' }))
  await caughtUp(parts)
  const all = (await parts.store.read(player.stream(CLEO))).map(contentsDigestOf)
  expect(all.length).toBeGreaterThan(events.length)
  await finishErasures(parts, NOW)
  expect((await load(parts.store, erasures)).get(player.stream(CLEO))).toEqual(new Set(all))
  await caughtUp(parts)
  expect(JSON.stringify(await tablesOf(parts.kysely, READ_SCHEMA))).not.toMatch(/cleo|zoe/i)
})

test.each([
  ['was sent', true],
  ['waits', false],
])('a mail to several that %s no longer names the one who is erased', async (_, isSent) => {
  if (isSent) await sendMails(parts)
  await erasePerson(parts, { kind: 'player', id: ANN }, COMMAND)
  await caughtUp(parts)
  const family = (await parts.outbox()).find(({ recipient_address }) =>
    recipient_address.startsWith('family@'),
  )
  expect(family?.recipient_name).toBe(isSent ? `Erased player ${ANN} and others` : 'Bob')
})

test.each<[string, string, object]>([
  ['nobody', 'PlayerErased', { events: [] }],
  ['nothing', 'PlayerErased', { playerId: 1 }],
  ['null', 'AdminErased', { adminId: 1, events: [null] }],
  ['a number that is none', 'AdminErased', { adminId: 1, events: [{ revision: 1.5, digest: 'a' }] }],
])('an erasure that somebody made one of %s is passed over', async (_, type, data) => {
  await parts.projector.stop()
  const ids = { commandId: COMMAND.id, correlationId: COMMAND.id, causationId: COMMAND.id }
  const metadata = { ...ids, actor: COMMAND.actor, occurredAt: NOW }
  await parts.store.append('erasures', [{ id: randomUUID(), type, data, metadata }], 'any')
  expect(await finishErasures(parts, NOW)).toBe(false)
  expect(await erasedPlaces(parts.store)).toEqual(new Map())
})

test('mails that were made of tables which did not know of the erasure yet forget it too', async () => {
  await parts.projector.stop()
  await erasePerson(parts, { kind: 'player', id: CLEO }, COMMAND)
  const order = {
    template: 'results',
    seasonId: SEASON,
    roundId: ROUND,
    playerIds: [BOB, CLEO],
  } as const
  const cause = { id: randomUUID(), position: START }
  await addNoticesOf({ ...parts, chronicle: openChronicle(parts.store), now: NOW }, cause, [
    { ...order, uselessAt: null },
  ])
  expect(JSON.stringify(await parts.outbox())).toContain('cleo@example.com')

  const projector = await startProjector({ ...parts, onError: console.error })
  onTestFinished(() => projector.stop())
  await reactToAll({ ...parts, projector })
  const outbox = await parts.outbox()
  expect(JSON.stringify(outbox)).not.toMatch(/cleo/i)
  const states = outbox
    .filter(({ template }) => template === 'results')
    .map(({ recipient_address, state }) => [recipient_address, state])
  expect(Object.fromEntries(states)).toEqual({ 'family@example.com': 'queued' })
})

test.each([
  ['were mailed', true],
  ['wait to be mailed', false],
])('standings that %s to others no longer name the one who is erased', async (_, isSent) => {
  await completeFootball()
  await reactToAll(parts)
  if (isSent) await sendMails(parts)
  expect((await toFamily('results'))?.body_text).toContain('Cleo')
  await parts.run(player, [CLEO], (state) => editPlayer(state, { name: 'Zoe', email: 'zoe@example.com' }))

  await erasePerson(parts, { kind: 'player', id: CLEO }, COMMAND)
  await caughtUp(parts)
  expect(JSON.stringify(await parts.outbox())).not.toMatch(/cleo|zoe/i)
  expect((await toFamily('pick-link'))?.recipient_name).toContain('Ann')
  if (isSent) return
  await sendMails(parts)
  expect((await toFamily('results'))?.body_text).toContain(erasedPlayerName(CLEO))
})

async function completeFootball() {
  const inSeason = await seasonInLog(parts.store, SEASON)
  const result = { places: { first: 'Reds' }, placements: [] }
  await parts.run(round, [ROUND], lockedNow)
  await parts.run(round, [ROUND], (state) => completeRound(state, inSeason, result, NOBODY_PLACED))
}

const toFamily = async (template: string) =>
  (await parts.outbox()).find(
    (mail) => mail.template === template && mail.recipient_address === 'family@example.com',
  )
