import { afterEach, expect, test } from 'vitest'
import { pickContext } from '../../commands/lookups.ts'
import { submitPick } from '../../domain/picks/pick.ts'
import { editPlayer, type Player, player, presentPlayer } from '../../domain/players/player.ts'
import { addParticipants, removeParticipant, season } from '../../domain/seasons/season.ts'
import { loadFrom } from '../../platform/event-store/transact.ts'
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

test('a change of address ends the old links in the one append that it is', async () => {
  const parts = await sealedLeague()
  await parts.run(player, [ANN], withAddress('new@example.com'))
  // As after a crash: nothing else has run since.
  const linked = { seasonId: SEASON, roundId: SPORT, playerId: ANN }
  const pickWith = async (generation: number) => {
    const context = await pickContext(loadFrom(parts.store), { ...linked, generation })
    return submitPick([], context, ['Reds'], parts.clock.now())
  }
  await expect(pickWith(0)).rejects.toMatchObject({ code: 'link-replaced' })
  expect(await pickWith(1)).toHaveLength(1)
  await settled(parts)
  expect(await told(parts)).toEqual(['address-changed to ann@example.com', 'pick-link to new@example.com'])
})

test('each of two changes in a row is told to the address that it took away, and the links come once', async () => {
  const parts = await sealedLeague()
  await move(parts, ANN, 'second@example.com')
  await move(parts, ANN, 'third@example.com')
  await settled(parts)
  expect(await told(parts)).toEqual([
    'address-changed to ann@example.com',
    'address-changed to second@example.com',
    'pick-link to third@example.com',
  ])
})

test('also while the player is out, and to nobody who never was in the season', async () => {
  const parts = await sealedLeague({ participantIds: [ANN] })
  await parts.run(season, [SEASON], (state) => removeParticipant(state, ANN))
  await move(parts, ANN, 'new@example.com')
  await move(parts, BOB, 'other@example.com')
  await settled(parts)
  expect(await told(parts)).toEqual(['address-changed to ann@example.com'])
  await parts.run(season, [SEASON], (state) => addParticipants(state, [ANN]))
  await settled(parts)
  expect(await told(parts)).toEqual(['address-changed to ann@example.com', 'pick-link to new@example.com'])
})

async function sealedLeague({ participantIds = [ANN, BOB] } = {}): Promise<SchedulerParts> {
  const parts = await schedulerParts({ clock: settableClock('2027-01-10T12:00:00.000Z') })
  cleanups.push(parts.close)
  await aLeague()
    .withPlayers('Ann', 'Bob')
    .withSeason({ participantIds, picksSealed: true })
    .withRound({ lockTime: LOCKS_AT })
    .in(parts)
  await reactToAll(parts)
  await sendMails(parts)
  return parts
}

async function move(parts: SchedulerParts, playerId: number, email: string) {
  await parts.run(player, [playerId], withAddress(email))
  await caughtUp(parts)
}

const withAddress = (email: string) => (state: Player) =>
  editPlayer(state, { ...presentPlayer(state), email })

async function settled(parts: SchedulerParts) {
  await caughtUp(parts)
  await reactToAll(parts)
}

/** Of links, but for those that came when the sport opened. */
const told = async ({ outbox }: SchedulerParts) =>
  (await outbox())
    .filter(({ template }) => template !== 'picks-paused')
    .map((mail) => `${mail.template} to ${mail.recipient_address}`)
    .filter((mail) => !OPENED.includes(mail))
    .toSorted()
