import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import type { CommandContext } from '../../commands/context.ts'
import { audienceOf, sendMessageTo, withdraw } from '../../commands/messages.ts'
import type { CommandServices } from '../../commands/services.ts'
import { undo } from '../../commands/undo/undo.ts'
import { admin } from '../../domain/admins/admin.ts'
import { pick, submitPick } from '../../domain/picks/pick.ts'
import {
  deactivatePlayer,
  declineMail,
  editPlayer,
  player,
  reactivatePlayer,
  welcomeMail,
} from '../../domain/players/player.ts'
import { Refusal } from '../../domain/refusal.ts'
import { type RoundDetails, round } from '../../domain/rounds/round.ts'
import { activateRound, createRound } from '../../domain/rounds/round-decisions.ts'
import { createSeason, season } from '../../domain/seasons/season.ts'
import { erasePerson } from '../../platform/erasing/erasing.ts'
import { readOrGone } from '../../platform/event-store/streams.ts'
import { grouped } from '../../platform/grouped.ts'
import { READ_SCHEMA } from '../../projections/engine/version.ts'
import { listHistoryRows } from '../../projections/history/rows.ts'
import { sendMails } from '../../scheduler/jobs/send-mails.ts'
import { caughtUp } from '../support/caught-up.ts'
import { type SettableClock, settableClock } from '../support/clock.ts'
import { aLeague } from '../support/league/a-league.ts'
import { seasonInLog } from '../support/league/commands.ts'
import { tablesOf } from '../support/read-tables.ts'
import { type SchedulerParts, schedulerParts } from '../support/scheduler-parts.ts'
import { startSmtpServer } from '../support/smtp-server.ts'
import { reactToAll } from '../support/subscription.ts'

const NOW = '2027-01-10T12:00:00.000Z'
const LOCKS_AT = '2027-09-01T18:00:00.000Z'
const MINUTE_MS = 60_000
const SPORT: RoundDetails = {
  ...{ sportName: 'Football', pickType: 'single', picksMax: 1, emailMessage: null },
  ...{ locksAt: LOCKS_AT, timeZone: 'UTC', teams: ['Reds', 'Blues'] },
}

type Parts = SchedulerParts & { clock: SettableClock }

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})
async function openParts(options: Partial<Parameters<typeof schedulerParts>[0]> = {}): Promise<Parts> {
  const clock = settableClock(NOW)
  const parts = { ...(await schedulerParts({ clock, ...options })), clock }
  cleanups.push(parts.close)
  return parts
}

const services = (parts: Parts) => ({ ...parts, notShown: new Set() }) as unknown as CommandServices
const context = ({ clock }: Parts): CommandContext => ({
  ...({ id: randomUUID(), actor: { kind: 'admin', id: 1 }, reason: null } as const),
  ...{ receivedAt: clock.now(), causationId: null, expected: null },
})
type Addressed = Parameters<typeof audienceOf>[1]

async function write(parts: Parts, messageId: number, addressed: Addressed, words = {}) {
  const { seasonId, audience } = addressed
  const details = {
    messageId,
    seasonId,
    audience,
    subject: `Message ${messageId}`,
    text: 'At seven.',
    ...words,
  }
  await sendMessageTo(services(parts), context(parts), details, await audienceOf(services(parts), addressed))
}

async function mailAll(parts: Parts) {
  await reactToAll(parts)
  await sendMails(parts)
}

/** Recipients of what went out, by address. */
async function toldBy(parts: Parts, messageId: number): Promise<string[]> {
  const mails = (await parts.outbox()).filter(({ subject }) => subject === `Message ${messageId}`)
  const sent = mails.filter(({ state }) => state === 'kept' || state === 'sent')
  return sent.map((mail) => `${mail.recipient_name} <${mail.recipient_address.toLowerCase()}>`).toSorted()
}

const PEOPLE = ['Ann', 'Bob', 'Cleo', 'Dan', 'Eve', 'Fay'] as const
const person = fc.record({
  email: fc.constantFrom(null, 'a@example.com', 'A@Example.com', 'b@example.com', 'c@example.com'),
  ...{ isActive: fc.boolean(), declines: fc.boolean(), takesPart: fc.boolean(), picks: fc.boolean() },
  isChosen: fc.boolean(),
})
type Drawn = typeof person extends fc.Arbitrary<infer One> ? One : never

test('it reaches exactly its audience, over random seasons', async () => {
  const parts = await openParts()
  await aLeague()
    .withPlayers(...PEOPLE)
    .in(parts)
  let id = 0
  await fc.assert(
    fc.asyncProperty(
      fc.tuple(...PEOPLE.map(() => person)),
      fc.constantFrom('all', 'not_picked', 'picked', 'chosen'),
      async (people, audience) => {
        id += 1
        await playSeason(parts, id, people)
        const isMeant = ({ picks, isChosen }: Drawn) =>
          ({ all: true, picked: picks, not_picked: !picks, chosen: isChosen })[audience]
        const meant = people.flatMap((one, index) =>
          one.takesPart && one.isActive && isMeant(one) ? [{ ...one, id: index + 1 }] : [],
        )
        const reached = meant.filter(({ email, declines }) => email !== null && !declines)
        const playerIds = meant.map((one) => one.id)
        const send = write(parts, id, { seasonId: id, roundId: id, audience, playerIds })
        if (reached.length === 0) {
          await expect(send).rejects.toThrow(Refusal)
          return
        }
        await send
        parts.clock.advance(MINUTE_MS)
        await mailAll(parts)
        const households = grouped(reached, ({ email }) => `${email}`.toLowerCase())
        const expected = [...households].map(
          ([email, those]) => `${listed(those.map((one) => `${PEOPLE[one.id - 1]}`))} <${email}>`,
        )
        expect(await toldBy(parts, id)).toEqual(expected.toSorted())
      },
    ),
    // Seasons of tests have small ids.
    { numRuns: 20, endOnFailure: true },
  )
})

const listed = (names: string[]) => new Intl.ListFormat('en-GB').format(names)

async function playSeason({ run, store, pickContext, clock, ...parts }: Parts, id: number, people: Drawn[]) {
  for (const [index, { email, isActive, declines }] of people.entries()) {
    const playerId = index + 1
    await run(player, [playerId], (state) => editPlayer(state, { name: `${PEOPLE[index]}`, email }))
    await run(player, [playerId], isActive ? reactivatePlayer : deactivatePlayer)
    const topic = declines ? declineMail : welcomeMail
    await run(player, [playerId], (state) => topic(state, 'messages'))
  }
  const participants = people.flatMap(({ takesPart }, index) => (takesPart ? index + 1 : []))
  const named = { seasonId: id, name: 'Cup', yearStart: 2027, yearEnd: 2027, commissioner: null }
  await run(season, [id], (state) => createSeason(state, { ...named, participants }))
  const inSeason = await seasonInLog(store, id)
  await run(round, [id], (state) => createRound(state, inSeason, { ...SPORT, roundId: id, seasonId: id }))
  const invited = [{ playerId: 1, email: null }]
  await run(round, [id], (state) => activateRound(state, inSeason, invited, clock.now()))
  for (const playerId of participants) {
    const { picks, isActive } = people[playerId - 1] as Drawn
    if (!picks || !isActive) continue
    const of = await pickContext(id, playerId)
    await run(pick, [id, playerId], (state, now) => submitPick(state, of, ['Reds'], now))
  }
  await caughtUp({ store, ...parts })
}

test('withdrawing races the sending a hundred times: it is sent or withdrawn, never both', async () => {
  const parts = await openParts()
  await aLeague().withPlayers('Ann').withSeason().in(parts)
  const ids = Array.from({ length: 100 }, (_, index) => index + 1)
  for (const id of ids) await write(parts, id, { seasonId: 1, audience: 'all' })
  await reactToAll(parts)
  // Each request was received just in time, and is served while the mails are formed and sent.
  parts.clock.advance(MINUTE_MS - 1)
  const received = ids.map((id) => [id, context(parts)] as const)
  parts.clock.advance(1)
  const outcomes = new Map<number, string>()
  const withdrawing = received.map(async ([id, of]) => {
    await new Promise((resolve) => setTimeout(resolve, id))
    const answer = withdraw(services(parts), of, id).then(
      () => 'withdrawn',
      (error: Refusal) => error.code,
    )
    outcomes.set(id, await answer)
  })
  await new Promise((resolve) => setTimeout(resolve, 20))
  await Promise.all([...withdrawing, sendMails(parts)])
  await sendMails(parts)
  const sent = await Promise.all(ids.map(async (id) => (await toldBy(parts, id)).length))
  expect(ids.map((id) => [outcomes.get(id), sent[id - 1]])).toEqual(
    ids.map((id) => (outcomes.get(id) === 'withdrawn' ? ['withdrawn', 0] : ['message-gone-out', 1])),
  )
  expect(new Set(outcomes.values()).size, 'both happen').toBe(2)
})

const COMMISSIONER = {
  type: 'AdminAdded',
  data: { adminId: 1, name: 'Connie', email: 'connie@example.com', isMain: true },
} as const

test('answers go to the admin who sent it where that was asked for, and a mail program can stop messages alone', async () => {
  const smtp = await startSmtpServer()
  cleanups.push(smtp.stop)
  const parts = await openParts({ smtp: smtp.config })
  await aLeague().withPlayers('Ann').withSeason().in(parts)
  await parts.run(admin, [1], () => [COMMISSIONER])
  await write(parts, 1, { seasonId: 1, audience: 'all' }, { replyTo: true })
  await write(parts, 2, { seasonId: 1, audience: 'all' })
  parts.clock.advance(MINUTE_MS)
  await mailAll(parts)
  const [asked, other] = smtp.mails.toSorted((one, two) =>
    (one.subject ?? '').localeCompare(two.subject ?? ''),
  )
  expect(asked?.replyTo).toEqual([{ name: '', address: 'connie@example.com' }])
  expect(other?.replyTo).toBeUndefined()
  const headers = new Map(asked?.headers.map(({ key, value }) => [key, value]))
  const url = /<(.+)>/.exec(headers.get('list-unsubscribe') ?? '')?.[1] ?? ''
  expect(new URL(url).pathname).toMatch(/^\/messages\/1-/)
  expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  expect(asked?.text).toContain(url)
})

test('an undo withdraws it within the minute, and no later', async () => {
  const parts = await openParts()
  await aLeague().withPlayers('Ann').withSeason().in(parts)
  const undoOf = async (id: number) => {
    await caughtUp(parts)
    const rows = await listHistoryRows(parts.read, { withAdmins: true }, 50)
    const row = rows.find(({ stream, type }) => stream === `message-${id}` && type === 'MessageSent')
    if (!row) throw new Error('It is in the history')
    return undo(services(parts), context(parts), { isMain: true }, { row, scope: 'event' })
  }
  for (const id of [1, 2]) await write(parts, id, { seasonId: 1, audience: 'all' })
  expect((await undoOf(1)).map(({ type }) => type)).toEqual(['MessageWithdrawn'])
  parts.clock.advance(MINUTE_MS)
  await mailAll(parts)
  await expect(undoOf(2)).rejects.toThrow('It has gone out')
  expect([await toldBy(parts, 1), await toldBy(parts, 2)]).toEqual([[], ['Ann <ann@example.com>']])
})

test.each([
  ['a name', { text: 'Where is ann, and why?' }],
  ['a name in the subject', { subject: 'Ann!' }],
  ['an address', { text: 'Write to ANN@example.com.' }],
])('an erasure drops a message with %s, waiting or sent, and no other', async (_, words) => {
  const parts = await openParts()
  await aLeague().withPlayers('Ann', 'Bob').withSeason().in(parts)
  await write(parts, 1, { seasonId: 1, audience: 'all' }, words)
  await write(parts, 2, { seasonId: 1, audience: 'all' }, { text: 'Anne and Joann are welcome.' })
  parts.clock.advance(MINUTE_MS)
  await mailAll(parts)
  await write(parts, 3, { seasonId: 1, audience: 'all' }, words)
  await reactToAll(parts)
  const command = { id: randomUUID(), actor: { kind: 'admin', id: 1 }, occurredAt: NOW } as const
  await erasePerson(parts, { kind: 'player', id: 1 }, command)
  parts.clock.advance(MINUTE_MS)
  await mailAll(parts)
  await caughtUp(parts)
  const gone = [1, 2, 3].map((id) => readOrGone(parts.store, `message-${id}`))
  expect((await Promise.all(gone)).map((events) => events === null)).toEqual([true, false, true])
  expect(await toldBy(parts, 3)).toEqual([])
  const left = [await parts.outbox(), await tablesOf(parts.kysely, READ_SCHEMA)]
  expect(JSON.stringify(left)).not.toMatch(/\bann\b/i)
})
