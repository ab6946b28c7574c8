import { afterEach, describe, expect, test } from 'vitest'
import { settableClock } from '../support/clock.ts'
import { aLeague } from '../support/league/a-league.ts'
import { FOOTBALL } from '../support/league/examples.ts'
import { type SchedulerParts, schedulerParts } from '../support/scheduler-parts.ts'
import { reactToAll } from '../support/subscription.ts'

const START = '2027-01-10T12:00:00.000Z'
const ANN = { name: 'Ann', email: 'ann@example.com' }
const BOB = { name: 'Bob', email: 'Ann@Example.com' }
const CLEO = { name: 'Cleo', email: null }
const DAN = { name: 'Dan', email: 'dan@example.com' }

const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function parts() {
  const made = await schedulerParts({ clock: settableClock(START) })
  cleanups.push(made.close)
  return made
}

const forgetCheckpoint = ({ privateSchema }: SchedulerParts) =>
  privateSchema.deleteFrom('checkpoints').execute()

describe('when a round is activated', () => {
  test('each address gets one mail, with a link for each of those who share it', async () => {
    const services = await parts()
    await aLeague().withPlayers(ANN, BOB, CLEO, DAN).withSeason().withRound().in(services)
    await reactToAll(services)
    const mails = await services.outbox()
    expect(mails.map(({ recipient_name, recipient_address }) => [recipient_name, recipient_address])).toEqual(
      expect.arrayContaining([
        ['Ann and Bob', 'ann@example.com'],
        ['Dan', 'dan@example.com'],
      ]),
    )
    expect(mails).toHaveLength(2)
    const shared = mails.find(({ recipient_address }) => recipient_address === 'ann@example.com')
    for (const [playerId, name] of [
      [1, 'Ann'],
      [2, 'Bob'],
    ] as const) {
      const url = services.links.urlFor({ seasonId: 1, roundId: 1, playerId })
      expect(shared?.body_text).toContain(`Pick for ${name}:\n${url}`)
      expect(shared?.body_html).toContain(`href="${url}"`)
    }
    for (const mail of mails) {
      expect(mail).toMatchObject({ state: 'queued', round_id: 1, useless_at: FOOTBALL.lockTime })
    }
  })

  test('no second mail is queued by a second run, or after the checkpoint was lost', async () => {
    const services = await parts()
    await aLeague().withPlayers(ANN, BOB, CLEO).withSeason().withRound().in(services)
    await reactToAll(services)
    const mails = await services.outbox()
    await reactToAll(services)
    await forgetCheckpoint(services)
    await reactToAll(services)
    await forgetCheckpoint(services)
    await Promise.all([reactToAll(services), reactToAll(services)])
    expect(await services.outbox()).toEqual(mails)
  })
})
