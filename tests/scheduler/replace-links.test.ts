import { afterEach, expect, test } from 'vitest'
import { replaceLinks } from '../../commands/replace-links.ts'
import { editPlayer, player, presentPlayer } from '../../domain/players/player.ts'
import { round } from '../../domain/rounds/round.ts'
import { lockRoundOnTime } from '../../domain/rounds/round-decisions.ts'
import { sealPicks, withNewLinks } from '../../domain/seasons/sealing.ts'
import { addParticipants, removeParticipant, season } from '../../domain/seasons/season.ts'
import { seasonStream } from '../../domain/seasons/season-stream.ts'
import { rebuild } from '../../projections/engine/rebuild.ts'
import { linksLeftBehind } from '../../projections/history/rows.ts'
import { sendMails } from '../../scheduler/jobs/send-mails.ts'
import { caughtUp } from '../support/caught-up.ts'
import { settableClock } from '../support/clock.ts'
import { aLeague } from '../support/league/a-league.ts'
import { type SchedulerParts, schedulerParts } from '../support/scheduler-parts.ts'
import { reactToAll } from '../support/subscription.ts'

const LOCKS_AT = '2027-01-11T18:00:00.000Z'
const [SEASON, SPORT, ANN, BOB] = [1, 1, 1, 2]

const OPENED = ['pick-link to ann@example.com', 'pick-link to bob@example.com']

const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

test('an address that changed right before a crash replaces the links once, by who changed it', async () => {
  const parts = await sealedLeague()
  await move(parts, ANN, 'new@example.com')
  // The mails of the change are made before the links are replaced, and the tables are built from the log again.
  await reactToAll(parts)
  await rebuild(parts.database, parts.store)
  await Promise.all([replaceLinks(parts), replaceLinks(parts)])
  await settled(parts)
  const [changed] = (await parts.store.read('player-1')).slice(-1)
  const { correlationId = '', actor = null } = changed?.metadata ?? {}
  expect(await replaced(parts)).toMatchObject([
    { data: { roundId: SPORT, playerId: ANN }, metadata: { correlationId, actor } },
  ])
  expect(await told(parts)).toEqual(['address-changed to ann@example.com', 'pick-link to new@example.com'])
})

test('each of two changes in a row is told to the address that it took away', async () => {
  const parts = await sealedLeague()
  await move(parts, ANN, 'second@example.com')
  await move(parts, ANN, 'third@example.com')
  await settled(parts)
  expect(await replaced(parts)).toHaveLength(2)
  expect(await told(parts)).toEqual([
    'address-changed to ann@example.com',
    'address-changed to second@example.com',
    'pick-link to third@example.com',
    'pick-link to third@example.com',
  ])
})

test('also while the player is out, and in no season in which the player never was', async () => {
  const parts = await sealedLeague({ participantIds: [ANN] })
  await parts.run(season, [SEASON], (state) => removeParticipant(state, ANN))
  await move(parts, ANN, 'new@example.com')
  await move(parts, BOB, 'other@example.com')
  await settled(parts)
  await parts.run(season, [SEASON], (state) => addParticipants(state, [BOB]))
  await settled(parts)
  expect((await replaced(parts)).map(({ data }) => data)).toEqual([{ roundId: SPORT, playerId: ANN }])
})

test('nothing is left to look at where picks are not sealed, or once the sport has locked', async () => {
  const open = await sealedLeague({ isSealed: false })
  await move(open, ANN, 'new@example.com')
  expect(await linksLeftBehind(open.read)).toEqual([])
  const sealed = await sealedLeague()
  await move(sealed, ANN, 'new@example.com')
  expect(await linksLeftBehind(sealed.read)).toHaveLength(1)
  await sealed.run(round, [SPORT], (state) => lockRoundOnTime(state, LOCKS_AT))
  await caughtUp(sealed)
  expect(await linksLeftBehind(sealed.read)).toEqual([])
})

test('what was changed before the seal was replaced with it', async () => {
  const parts = await sealedLeague({ isSealed: false })
  await move(parts, ANN, 'new@example.com')
  await parts.run(seasonStream, [SEASON], (state) => withNewLinks(sealPicks(state.season), state))
  await settled(parts)
  expect((await replaced(parts)).map(({ data }) => data)).toEqual([{ roundId: SPORT, playerId: null }])
})

async function sealedLeague({ isSealed = true, participantIds = [ANN, BOB] } = {}): Promise<SchedulerParts> {
  const parts = await schedulerParts({ clock: settableClock('2027-01-10T12:00:00.000Z') })
  cleanups.push(parts.close)
  await aLeague()
    .withPlayers('Ann', 'Bob')
    .withSeason({ participantIds, picksSealed: isSealed })
    .withRound({ lockTime: LOCKS_AT })
    .in(parts)
  await reactToAll(parts)
  await sendMails(parts)
  return parts
}

async function move(parts: SchedulerParts, playerId: number, email: string) {
  await parts.run(player, [playerId], (state) => editPlayer(state, { ...presentPlayer(state), email }))
  await caughtUp(parts)
}

/** The job runs twice, as it does each second, and mails are made. */
async function settled(parts: SchedulerParts) {
  for (const _ of [1, 2]) {
    await caughtUp(parts)
    await replaceLinks(parts)
  }
  await reactToAll(parts)
}

const replaced = async ({ store }: SchedulerParts) =>
  (await store.read(seasonStream.stream(SEASON))).filter(({ type }) => type === 'PickLinksReplaced')

/** But for the links that came when the sport opened. */
const told = async ({ outbox }: SchedulerParts) =>
  (await outbox())
    .map((mail) => `${mail.template} to ${mail.recipient_address}`)
    .filter((mail) => !OPENED.includes(mail))
    .toSorted()
