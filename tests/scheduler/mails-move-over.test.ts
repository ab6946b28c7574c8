import { expect, onTestFinished, test } from 'vitest'
import { presentRound, round } from '../../domain/rounds/round.ts'
import { editRound } from '../../domain/rounds/round-editing.ts'
import { migrate } from '../../platform/database/migrations.ts'
import { sendMails } from '../../scheduler/jobs/send-mails.ts'
import { onBothDatabases } from '../support/both-databases.ts'
import { settableClock } from '../support/clock.ts'
import { aLeague } from '../support/league/a-league.ts'
import { commandsOn, eventsOfRound, seasonInLog } from '../support/league/commands.ts'
import type { LogForTest } from '../support/log.ts'
import { schedulerParts } from '../support/scheduler-parts.ts'
import { type SmtpServerForTest, startSmtpServer } from '../support/smtp-server.ts'
import { reactToAll } from '../support/subscription.ts'
import { insertOldMail, migrateTo006, type OldMail } from './mails-of-version-006.ts'

const START = '2027-01-10T12:00:00.000Z'
const LOCKS_AT = '2027-01-20T18:00:00.000Z'
const MOVED_TO = '2027-01-20T20:00:00.000Z'
const FOOTBALL_LINK = 'Football: pick by Wed, Jan 20, 1:00 PM EST'
const DARTS_MOVED = 'Darts now locks Wed, Jan 20, 3:00 PM EST'
const HELD_MS = 10 * 60_000
const HOUR_MS = 3_600_000

const [SEASON, FOOTBALL, DARTS, GOLF] = [1, 1, 2, 3]
const [ANN, BOB, CLEO, DAN, EVE] = [1, 2, 3, 4, 5]
const TO_ANN_AND_BOB: OldMail['to'] = ['Ann and Bob', 'home@example.com']
const TO_CLEO: OldMail['to'] = ['Cleo', 'cleo@example.com']
const TO_DAN: OldMail['to'] = ['Dan', 'dan@example.com']
const TO_EVE: OldMail['to'] = ['Eve', 'eve@example.com']
const TO_CONNIE: OldMail['to'] = ['Connie', 'connie@example.com']

onBothDatabases('a league with mails in every state', (makeLog) => {
  test('moves over from version 006 without telling anybody anything twice', async () => {
    const log = await makeLog()
    const old = await leagueOf006(log)
    await migrate(log.database.kysely)

    const smtp = await startSmtpServer()
    onTestFinished(smtp.stop)
    const clock = settableClock(START)
    const parts = await schedulerParts({ clock, smtp: smtp.config, log })
    onTestFinished(parts.close)
    // All events are read once more, as after a crash: what has been told or waits is known.
    await reactToAll(parts)
    await sendMails(parts)
    const atOnce = [
      `Ann and Bob <home@example.com>: ${FOOTBALL_LINK}`,
      'Ann and Bob <home@example.com>: Golf and Darts: first pick by Wed, Jan 20, 1:00 PM EST',
      `Cleo <cleo@example.com>: ${FOOTBALL_LINK}`,
      `Dan <dan@example.com>: ${FOOTBALL_LINK}`,
      'Connie <connie@example.com>: As written: second-factor-changed',
      'Connie <connie@example.com>: As written: reset-password',
      'Eve <former@example.com>: As written: address-changed',
    ].sort()
    expect(received(smtp)).toEqual(atOnce)
    const ids = smtp.mails.map(({ messageId }) => messageId?.slice(1, messageId.indexOf('@')))
    expect(ids, 'what may have arrived goes out as the same mail').toContain(old.unansweredId)

    clock.advance(HELD_MS)
    await sendMails(parts)
    const held = [
      `Ann and Bob <home@example.com>: ${DARTS_MOVED}`,
      `Cleo <cleo@example.com>: ${DARTS_MOVED}`,
      `Dan <dan@example.com>: ${DARTS_MOVED}`,
    ]
    expect(received(smtp)).toEqual([...atOnce, ...held].sort())

    clock.advance(HOUR_MS)
    await reactToAll(parts)
    await sendMails(parts)
    expect(received(smtp)).toHaveLength(atOnce.length + held.length)
    expect((await parts.outbox()).filter(({ state }) => state === 'queued')).toEqual([])
  })
})

/** Three open sports, the second of which has a lock that moved; what was to be told of them has come to different ends. */
async function leagueOf006({ database: { kysely }, ...log }: LogForTest): Promise<{ unansweredId: string }> {
  await migrateTo006(kysely)
  const { store } = log
  const commands = commandsOn(store, settableClock(START))
  await aLeague()
    .withPlayers(
      { name: 'Ann', email: 'home@example.com' },
      { name: 'Bob', email: 'home@example.com' },
      ...['Cleo', 'Dan', 'Eve'],
    )
    .withSeason()
    .withRound({ sportName: 'Football', lockTime: LOCKS_AT })
    .withRound({ sportName: 'Darts', lockTime: LOCKS_AT })
    .withRound({ sportName: 'Golf', lockTime: LOCKS_AT })
    .in({ ...commands, store })
  const inSeason = await seasonInLog(store, SEASON)
  await commands.run(round, [DARTS], (state, now) =>
    editRound(state, inSeason, { ...presentRound(state), locksAt: MOVED_TO }, { now, pickedTeams: [] }),
  )
  const about = async (type: string, roundId: number) => {
    const event = (await eventsOfRound(store, roundId)).find((event) => event.type === type)
    if (!event) throw new Error(`Round ${roundId} has no ${type}`)
    return { event, seasonId: SEASON, roundId }
  }
  const football = [await about('RoundActivated', FOOTBALL)]
  const others = [await about('RoundActivated', DARTS), await about('RoundActivated', GOLF)]
  const moved = [await about('RoundRescheduled', DARTS)]
  const season = moved.map((one) => ({ ...one, roundId: null }))

  const link = { template: 'pick-link', about: football }
  const links = { template: 'pick-links', about: others }
  const reminder = { template: 'reminder', about: football }
  const lockMoved = { template: 'lock-moved', about: moved }
  const toAdmin = { to: TO_CONNIE, about: [], playerIds: [] }
  const put = (mail: OldMail) => insertOldMail(kysely, mail, START)
  const queued = { state: 'queued' }
  const held = { ...queued, dueInMs: HELD_MS }
  await put({ ...link, ...queued, to: TO_ANN_AND_BOB, playerIds: [ANN, BOB] })
  await put({ ...link, ...queued, to: TO_CLEO, playerIds: [CLEO], attempts: 1 })
  const unansweredId = await put({
    ...{ ...link, ...queued, to: TO_DAN, playerIds: [DAN] },
    ...{ attempts: 1, unanswered: 1 },
  })
  await put({ ...link, state: 'sent', to: TO_EVE, playerIds: [EVE], unanswered: 1 })
  await put({ ...links, ...queued, to: TO_ANN_AND_BOB, playerIds: [ANN, BOB] })
  await put({ ...links, state: 'sent', to: TO_CLEO, playerIds: [CLEO], unanswered: 1 })
  await put({ ...links, state: 'kept', to: TO_DAN, playerIds: [DAN] })
  await put({ ...links, state: 'failed', to: TO_EVE, playerIds: [EVE] })
  await put({ ...reminder, state: 'skipped', to: TO_ANN_AND_BOB, playerIds: [ANN, BOB] })
  await put({ ...reminder, state: 'unconfirmed', to: TO_DAN, playerIds: [DAN], attempts: 2, unanswered: 2 })
  await put({ ...reminder, state: 'suppressed', to: TO_EVE, playerIds: [EVE] })
  await put({ ...lockMoved, ...held, to: TO_ANN_AND_BOB, playerIds: [ANN, BOB] })
  await put({ ...lockMoved, ...held, to: TO_CLEO, playerIds: [CLEO] })
  await put({ ...lockMoved, ...held, to: TO_DAN, playerIds: [DAN] })
  await put({ ...lockMoved, state: 'sent', to: TO_EVE, playerIds: [EVE], unanswered: 1 })
  await put({
    ...{ template: 'address-changed', ...queued, about: season },
    ...{ to: ['Eve', 'former@example.com'], playerIds: [EVE] },
  })
  await put({ ...toAdmin, ...queued, template: 'second-factor-changed' })
  await put({ ...toAdmin, ...queued, template: 'reset-password', confidential: true })
  await put({ ...toAdmin, state: 'sent', template: 'sign-in', confidential: true, unanswered: 1 })
  return { unansweredId }
}

function received({ mails }: SmtpServerForTest): string[] {
  return mails.map(({ to, subject }) => `${to?.[0]?.name} <${to?.[0]?.address}>: ${subject}`).sort()
}
