import { afterEach, expect, test } from 'vitest'
import { admin, switchSummary } from '../../domain/admins/admin.ts'
import { pick, submitPick } from '../../domain/picks/pick.ts'
import { addPlayer, player } from '../../domain/players/player.ts'
import { round } from '../../domain/rounds/round.ts'
import { DEFAULT_POINTS } from '../../domain/seasons/points.ts'
import { addParticipants, createSeason, season } from '../../domain/seasons/season.ts'
import { erasePerson } from '../../platform/erasing/erasing.ts'
import { insertMails, newRow } from '../../platform/mail/mails.ts'
import { mailSummaries } from '../../scheduler/jobs/mail-summaries.ts'
import { sendMails } from '../../scheduler/jobs/send-mails.ts'
import { APP_URL } from '../support/application.ts'
import { caughtUp } from '../support/caught-up.ts'
import { type SettableClock, settableClock } from '../support/clock.ts'
import { aLeague } from '../support/league/a-league.ts'
import { lockedNow } from '../support/league/commands.ts'
import { type SchedulerParts, schedulerParts } from '../support/scheduler-parts.ts'

/** Daily reminders go out at ten in the morning of New York. */
const [BEFORE, AT_TEN, NEXT_DAY] = ['10T14:59:59.000Z', '10T15:00:00.000Z', '11T15:00:00.000Z'].map(
  (time) => `2027-01-${time}`,
) as [string, string, string]
const LOCKS_AT = '2027-03-01T18:00:00.000Z'
const [FOOTBALL, TENNIS, ANN, CONNIE] = [1, 2, 1, 1]

let parts: SchedulerParts & { clock: SettableClock }
afterEach(() => parts.close())

async function openLeague(names: readonly string[] = ['Ann', 'Bob', 'Cleo']) {
  const clock = settableClock('2027-01-09T12:00:00.000Z')
  parts = { ...(await schedulerParts({ clock })), clock }
  await aLeague()
    .withPlayers(...names)
    .withSeason()
    .withRound({ lockTime: LOCKS_AT })
    .withRound({ sportName: 'Tennis', lockTime: LOCKS_AT })
    .in(parts)
  const data = { adminId: CONNIE, name: 'Connie', email: 'connie@example.com', isMain: true }
  await parts.run(admin, [CONNIE], () => [{ type: 'AdminAdded' as const, data }])
  await parts.run(admin, [CONNIE], (state) => switchSummary(state, true))
}

const picks = async (playerId: number, roundId: number) => {
  const of = await parts.pickContext(roundId, playerId)
  await parts.run(pick, [roundId, playerId], (state, now) => submitPick(state, of, ['Reds'], now))
}
async function at(now: string) {
  parts.clock.set(now)
  await caughtUp(parts)
  await mailSummaries(parts)
}
const summaries = async () => (await parts.outbox()).filter(({ template }) => template === 'admin-summary')

test('an admin who asked for it reads once a day what waits, and never a pick', async () => {
  await openLeague()
  await picks(ANN, FOOTBALL)
  await parts.run(round, [TENNIS], lockedNow)
  await at(BEFORE)
  expect(await summaries()).toEqual([])
  await at(AT_TEN)
  // Again, late, and by another process.
  await Promise.all([mailSummaries(parts), mailSummaries(parts)])
  await at('2027-01-10T20:00:00.000Z')
  const [mail, ...others] = await summaries()
  expect(others).toEqual([])
  expect(mail).toMatchObject({ recipient_address: 'connie@example.com', unsubscribe_url: null })
  expect(mail?.body_text).toContain('Football in Family Cup: 1 of 3 have picked. Missing: Bob and Cleo\n')
  expect(mail?.body_text).toContain('Locked for more than a day, without a result\n\nTennis in Family Cup\n')
  expect(mail?.body_text).not.toContain('Reds')
  await at(NEXT_DAY)
  expect(await summaries()).toHaveLength(2)
})

test('where nothing waits none is sent, also later that day', async () => {
  await openLeague(['Ann'])
  for (const roundId of [FOOTBALL, TENNIS]) await picks(ANN, roundId)
  await at(AT_TEN)
  const late = { playerId: 2, name: 'Bob', email: null }
  await parts.run(player, [2], (state) => addPlayer(state, late))
  await parts.run(season, [1], (state) => addParticipants(state, [2]))
  await at('2027-01-10T16:00:00.000Z')
  expect(await summaries()).toEqual([])
  await parts.run(admin, [CONNIE], (state) => switchSummary(state, false))
  await at(NEXT_DAY)
  expect(await summaries()).toEqual([])
})

test('it names 25 players at most, what did not open, what was not mailed, and tables that stand still', async () => {
  await openLeague(Array.from({ length: 30 }, (_, index) => `P${index + 1}`))
  const failed = { template: 'results', to: { name: 'P1', address: 'p1@example.com' }, subject: 'Won' }
  const row = newRow(crypto.randomUUID(), { ...failed, text: '', html: '', uselessAt: null }, BEFORE)
  await insertMails(parts.privateSchema, [{ ...row, state: 'failed' }])
  parts.clock.set(AT_TEN)
  await caughtUp(parts)
  await mailSummaries({ ...parts, projector: { ...parts.projector, failure: () => 'Disk full' } as never })
  const [mail] = await summaries()
  expect(mail?.body_text).toContain('P24, P25 and 5 more')
  expect(mail?.body_text).toContain('1 mail failed since yesterday')
  expect(mail?.body_text).toContain('The standings are not updated: Disk full')
})

test('a crash before the mails are in the outbox loses none, and one after it doubles none', async () => {
  await openLeague()
  parts.clock.set(AT_TEN)
  await caughtUp(parts)
  const broken = {
    ...parts.projector,
    failure: () => {
      throw new Error('Killed')
    },
  } as never
  await expect(mailSummaries({ ...parts, projector: broken })).rejects.toThrow('Killed')
  for (const _ of [1, 2]) await mailSummaries(parts)
  expect(await summaries()).toHaveLength(1)
})

test('an erasure empties the summaries, which name players', async () => {
  await openLeague()
  await at(AT_TEN)
  await sendMails(parts)
  expect((await summaries())[0]?.body_text).toContain('Ann')
  const command = { id: crypto.randomUUID(), actor: { kind: 'system' }, occurredAt: AT_TEN } as const
  await erasePerson(parts, { kind: 'player', id: ANN }, command)
  expect((await summaries())[0]?.body_text).toBe('')
})

test.each([
  ['proposes the next one, once', false, [true]],
  ['proposes none while another runs', true, []],
])('the summary after the end of a season %s', async (_, runsAnother, proposed) => {
  const ended = { endedAt: '2027-01-10T15:00:00.000Z', points: DEFAULT_POINTS, winners: [] }
  const next = `Start Family Cup 2028: 3 players, 2 sports, dates moved:\n${APP_URL}/admin/seasons?from=1\n`
  await openLeague()
  await parts.run(season, [1], () => [{ type: 'SeasonEnded' as const, data: ended }])
  const another = { seasonId: 2, name: 'Cup', yearStart: 2027, yearEnd: 2027, commissioner: null }
  if (runsAnother)
    await parts.run(season, [2], (state) => createSeason(state, { ...another, participants: [] }))
  for (const time of [AT_TEN, NEXT_DAY, '2027-01-12T15:00:00.000Z']) await at(time)
  expect((await summaries()).map(({ body_text }) => body_text.includes(next))).toEqual(proposed)
})
