import { afterEach, describe, expect, test } from 'vitest'
import { presentRound, round } from '../../domain/rounds/round.ts'
import { editRound } from '../../domain/rounds/round-editing.ts'
import { planActivation } from '../../domain/rounds/round-opening.ts'
import { deleteSeason, restoreSeason, season } from '../../domain/seasons/season.ts'
import { openRounds } from '../../scheduler/jobs/open-rounds.ts'
import { startScheduler } from '../../scheduler/scheduler.ts'
import { caughtUp } from '../support/caught-up.ts'
import { type SettableClock, settableClock } from '../support/clock.ts'
import { eventually } from '../support/eventually.ts'
import { aLeague, type Person } from '../support/league/a-league.ts'
import { eventsOfRound, seasonInLog } from '../support/league/commands.ts'
import { type SchedulerParts, schedulerParts } from '../support/scheduler-parts.ts'
import { reactToAll } from '../support/subscription.ts'

const START = '2027-01-10T12:00:00.000Z'
const OPENS_AT = '2027-05-01T07:00:00.000Z'
const SEASON = 1
const PLAYERS: Person[] = [
  { name: 'Ann', email: 'family@example.com' },
  { name: 'Bob', email: 'family@example.com' },
  { name: 'Cleo', email: 'cleo@example.com' },
]

type Parts = SchedulerParts & { clock: SettableClock }

const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

/** Drafts that open by themselves at these times. */
async function planned(...opensAt: string[]): Promise<Parts> {
  const clock = settableClock(START)
  const parts = { ...(await schedulerParts({ clock })), clock }
  cleanups.push(parts.close)
  let league = aLeague().withPlayers(PLAYERS).withSeason()
  for (const index of opensAt.keys()) league = league.withDraft({ sportName: `Sport ${index + 1}` })
  await league.in(parts)
  for (const [index, at] of opensAt.entries()) await plan(parts, index + 1, at)
  await caughtUp(parts)
  return parts
}

async function plan(parts: Parts, roundId: number, opensAt: string) {
  const inSeason = await seasonInLog(parts.store, SEASON)
  await parts.run(round, [roundId], (state, now) => planActivation(state, inSeason, opensAt, now))
}

async function runAt(parts: Parts, now: string) {
  parts.clock.set(now)
  await openRounds(parts)
  await caughtUp(parts)
}

const told = async ({ store }: SchedulerParts, roundId = 1) =>
  (await eventsOfRound(store, roundId)).map(({ type, metadata }) => `${type} by ${metadata.actor.kind}`)
const OPENED = ['RoundCreated by admin', 'ActivationPlanned by admin', 'RoundActivated by scheduler'] as const

describe('a draft that opens by itself', () => {
  test('opens when its time has come, while the server runs', async () => {
    const parts = await planned(OPENS_AT)
    const scheduler = startScheduler(parts)
    cleanups.push(scheduler.stop)
    parts.clock.set('2027-05-01T06:59:59.999Z')
    await openRounds(parts)
    expect(await told(parts)).toEqual(OPENED.slice(0, 2))
    parts.clock.set(OPENS_AT)
    await eventually('the opening', async () => (await told(parts)).length > 2)
    expect(await told(parts)).toEqual(OPENED)
  })

  test('mails each address all links of what opens together, once', async () => {
    const parts = await planned(OPENS_AT, '2027-06-01T07:00:00.000Z', OPENS_AT)
    await runAt(parts, OPENS_AT)
    await reactToAll(parts)
    await runAt(parts, OPENS_AT)
    await reactToAll(parts)
    const mails = await parts.outbox()
    expect(mails.map(({ template, recipient_name }) => [template, recipient_name]).sort()).toEqual([
      ['pick-link', 'Ann and Bob'],
      ['pick-link', 'Cleo'],
    ])
    for (const { body_text } of mails) {
      expect(body_text).toContain('Sport 1')
      expect(body_text).toContain('Sport 3')
      expect(body_text).not.toContain('Sport 2')
    }
  })

  test('that cannot be opened holds up no other, and is not tried again', async () => {
    const parts = await planned(OPENS_AT, OPENS_AT)
    const inSeason = await seasonInLog(parts.store, SEASON)
    await parts.run(round, [1], (state, now) =>
      editRound(state, inSeason, { ...presentRound(state), teams: [] }, { now, pickedTeams: [] }),
    )
    await runAt(parts, OPENS_AT)
    await runAt(parts, '2027-05-01T08:00:00.000Z')
    expect((await told(parts, 1)).at(-1)).toBe('ActivationFailed by scheduler')
    expect(await told(parts, 2)).toEqual(OPENED)
  })

  test('waits while its season is deleted, and fails once that is restored: a restored season is not active', async () => {
    const parts = await planned(OPENS_AT)
    await parts.run(season, [SEASON], (state, now) => deleteSeason(state, now))
    await caughtUp(parts)
    await runAt(parts, OPENS_AT)
    expect(await told(parts)).toEqual(OPENED.slice(0, 2))
    await parts.run(season, [SEASON], restoreSeason)
    await caughtUp(parts)
    await runAt(parts, OPENS_AT)
    expect(await told(parts)).toEqual([...OPENED.slice(0, 2), 'ActivationFailed by scheduler'])
    const failed = (await eventsOfRound(parts.store, 1)).at(-1)
    expect(failed?.data).toMatchObject({ why: 'The season is not active' })
  })
})
