import type { KyselyPlugin, UnknownRow } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { round } from '../../domain/rounds/round.ts'
import { planActivation } from '../../domain/rounds/round-opening.ts'
import { deactivateSeason, season } from '../../domain/seasons/season.ts'
import { lockRounds } from '../../scheduler/jobs/lock-rounds.ts'
import { openRounds } from '../../scheduler/jobs/open-rounds.ts'
import { remindPlayers } from '../../scheduler/jobs/remind-players.ts'
import { caughtUp } from '../support/caught-up.ts'
import { settableClock } from '../support/clock.ts'
import { aLeague } from '../support/league/a-league.ts'
import { eventsOfRound, seasonInLog } from '../support/league/commands.ts'
import { schedulerParts } from '../support/scheduler-parts.ts'

const START = '2027-08-10T12:00:00.000Z'
const IDLE = '2027-08-10T12:00:01.000Z'
const OPENS_AT = '2027-08-10T13:00:00.000Z'
/** In New York. */
const TEN = '2027-08-10T14:00:00.000Z'
const LOCKS_AT = '2027-09-01T18:00:00.000Z'
const SPORT = 1
const DRAFT = 2

const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

describe('a second loads', () => {
  test('no season while nothing is due', async () => {
    const league = await openLeague()
    expect(await league.seasonsLoadedAt(IDLE)).toBe(0)
  })

  test('the season in which a draft opens', async () => {
    const league = await openLeague()
    expect(await league.seasonsLoadedAt(OPENS_AT)).toBeGreaterThan(0)
    expect(await league.last(DRAFT)).toBe('RoundActivated')
    expect(await league.seasonsLoadedAt(OPENS_AT)).toBe(0)
  })

  test('the season in which players are reminded', async () => {
    const league = await openLeague({ isPlanned: false })
    expect(await league.seasonsLoadedAt(TEN)).toBeGreaterThan(0)
    expect(await league.store.read(`notices-${SPORT}`)).toHaveLength(1)
    expect(await league.seasonsLoadedAt(TEN)).toBe(0)
  })

  test('no season whose reminders wait until it is active again', async () => {
    const league = await openLeague({ isPlanned: false })
    await league.run(season, [1], deactivateSeason)
    expect(await league.seasonsLoadedAt(TEN)).toBe(0)
  })

  test('the season in which a sport locks', async () => {
    const league = await openLeague({ isPlanned: false })
    expect(await league.seasonsLoadedAt(LOCKS_AT)).toBeGreaterThan(0)
    expect(await league.last(SPORT)).toBe('RoundLocked')
    expect(await league.seasonsLoadedAt(LOCKS_AT)).toBe(0)
  })
})

/** One sport that is open for picks, and a draft that opens by itself. */
async function openLeague({ isPlanned = true } = {}) {
  const clock = settableClock(START)
  const parts = await schedulerParts({ clock })
  cleanups.push(parts.close)
  const { store, run } = parts
  const values = { lockTime: LOCKS_AT }
  await aLeague().withPlayers('Ann').withSeason().withRound(values).withDraft(values).in(parts)
  if (isPlanned) {
    const inSeason = await seasonInLog(store, 1)
    await run(round, [DRAFT], (state, now) => planActivation(state, inSeason, OPENS_AT, now))
  }
  const loaded: UnknownRow[] = []
  const services = { ...parts, read: parts.read.withPlugin(noting(loaded)) }
  return {
    ...parts,
    last: async (roundId: number) => (await eventsOfRound(store, roundId)).at(-1)?.type,
    seasonsLoadedAt: async (now: string) => {
      clock.set(now)
      await caughtUp(parts)
      loaded.length = 0
      for (const job of [openRounds, lockRounds, remindPlayers]) await job(services)
      await caughtUp(parts)
      return loaded.filter(({ kind, state }) => kind === 'season' && state !== undefined).length
    },
  }
}

const noting = (rows: UnknownRow[]): KyselyPlugin => ({
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => {
    rows.push(...result.rows)
    return result
  },
})
