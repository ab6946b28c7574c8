import { afterEach, describe, expect, test } from 'vitest'
import { enterPick, pick } from '../../domain/picks/pick.ts'
import { deactivatePlayer, declineReminders, editPlayer, player } from '../../domain/players/player.ts'
import { type NoticeEvent, notices, remindByHand } from '../../domain/rounds/asking.ts'
import { type Round, type RoundDetails, type RoundEvent, round } from '../../domain/rounds/round.ts'
import { activateRound, createRound, deleteRound, restoreRound } from '../../domain/rounds/round-decisions.ts'
import { editRound } from '../../domain/rounds/round-editing.ts'
import {
  activateSeason,
  deactivateSeason,
  deleteSeason,
  removeParticipant,
  type Season,
  season,
} from '../../domain/seasons/season.ts'
import { changeSettings, type Reminders, settings } from '../../domain/settings/settings.ts'
import { playersToRemind } from '../../projections/now/reminders.ts'
import { lockRounds } from '../../scheduler/jobs/lock-rounds.ts'
import { remindPlayers } from '../../scheduler/jobs/remind-players.ts'
import { caughtUp } from '../support/caught-up.ts'
import { settableClock } from '../support/clock.ts'
import { eventually } from '../support/eventually.ts'
import { aLeague } from '../support/league/a-league.ts'
import { eventsOfRound, lockedNow, seasonInLog } from '../support/league/commands.ts'
import { detailsOf } from '../support/league/in-log.ts'
import { schedulerParts } from '../support/scheduler-parts.ts'

const [SEASON, ROUND] = [1, 1]
const LOCKS_AT = '2027-09-01T18:00:00.000Z'
const DETAILS = detailsOf({ lockTime: LOCKS_AT })
const [ANN, BOB, CLEO, DAN] = [1, 2, 3, 4] as const
const PLAYERS = [
  { name: 'Ann', email: 'ann@example.com' },
  { name: 'Bob', email: 'bob@example.com' },
  { name: 'Cleo', email: null },
]

/** Eight in the morning in New York, two hours before the daily reminder. */
const START = '2027-08-10T12:00:00.000Z'
const TEN = '2027-08-10T14:00:00.000Z'
const BEFORE_LOCK: Partial<Reminders> = { type: 'before_lock', firstHours: 48, finalHours: 6 }

const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

describe('the daily reminder', () => {
  test('goes out at ten in the zone of the round, once a day', async () => {
    const league = await openLeague()
    expect(await league.tickAt('2027-08-10T13:59:59.999Z')).toEqual([])
    expect(await league.tickAt(TEN)).toEqual(['daily 2027-08-10 to 1,2'])
    expect(await league.tickAt('2027-08-10T23:00:00.000Z')).toEqual([])
    expect(await league.tickAt('2027-08-11T14:00:00.000Z')).toEqual(['daily 2027-08-11 to 1,2'])
  })

  test('goes out at ten in each round’s own zone', async () => {
    const league = await openLeague()
    await league.open(21, { timeZone: 'Asia/Kolkata' })
    await league.open(22, { timeZone: 'Pacific/Apia' })
    expect(await league.tickAt(TEN)).toEqual(['daily 2027-08-10 to 1,2'])
    expect(await league.reminders(21)).toEqual([])
    await league.tickAt('2027-08-11T04:30:00.000Z')
    expect(await league.reminders(21)).toEqual(['daily 2027-08-11 to 1,2'])
    expect(await league.reminders(22)).toEqual(['daily 2027-08-11 to 1,2'])
  })

  test('is missed by a sport that was activated after it', async () => {
    const league = await openLeague({ start: '2027-08-10T15:00:00.000Z' })
    expect(await league.tickAt('2027-08-10T15:00:01.000Z')).toEqual([])
    expect(await league.tickAt('2027-08-11T14:00:00.000Z')).toEqual(['daily 2027-08-11 to 1,2'])
  })

  test('comes late on the same day after a time without a scheduler, and never for days before', async () => {
    const league = await openLeague()
    expect(await league.tickAt('2027-08-13T02:00:00.000Z')).toEqual(['daily 2027-08-12 to 1,2'])
    expect(await league.tickAt('2027-08-13T05:00:00.000Z')).toEqual([])
  })

  test('goes out to nobody, and is not repeated, once everybody has picked', async () => {
    const league = await openLeague()
    await league.picks(ANN)
    await league.picks(BOB)
    expect(await league.tickAt(TEN)).toEqual(['daily 2027-08-10 skipped: nobody_left'])
    for (const minute of ['01', '02', '30']) {
      expect(await league.tickAt(`2027-08-10T14:${minute}:00.000Z`)).toEqual([])
    }
  })

  test('stays away on a day whose reminder was sent, whatever the settings become', async () => {
    const league = await openLeague()
    await league.tickAt(TEN)
    await league.remindersAre({ dailyAt: '16:00:00' })
    expect(await league.tickAt('2027-08-10T20:00:00.000Z')).toEqual([])
    await league.remindersAre(BEFORE_LOCK)
    await league.remindersAre({ type: 'daily', dailyAt: '17:00:00' })
    expect(await league.tickAt('2027-08-10T21:00:00.000Z')).toEqual([])
    expect(await league.tickAt('2027-08-11T21:00:00.000Z')).toEqual(['daily 2027-08-11 to 1,2'])
  })

  test('is not sent by saving a time that has passed', async () => {
    const league = await openLeague()
    await league.remindersAre({ dailyAt: '20:00:00' })
    league.clock.set('2027-08-10T18:00:00.000Z')
    await league.remindersAre({ dailyAt: '10:00:00' })
    expect(await league.tickAt('2027-08-10T18:00:01.000Z')).toEqual([])
  })

  test('is not held up by moving the lock time', async () => {
    const league = await openLeague()
    league.clock.set('2027-08-10T14:00:00.500Z')
    await league.edit({ locksAt: '2027-09-05T18:00:00.000Z' })
    expect(await league.tickAt('2027-08-10T14:00:01.000Z')).toEqual(['daily 2027-08-10 to 1,2'])
  })

  test('is not sent at once, nor twice, by moving the round to another zone', async () => {
    const league = await openLeague()
    await league.tickAt(TEN)
    league.clock.set('2027-08-11T00:00:00.000Z')
    await league.edit({ timeZone: 'Pacific/Auckland' })
    expect(await league.tickAt('2027-08-11T00:00:01.000Z')).toEqual([])
    await league.edit({ timeZone: 'Pacific/Honolulu' })
    expect(await league.tickAt('2027-08-11T00:00:02.000Z')).toEqual([])
    expect(await league.tickAt('2027-08-11T20:00:00.000Z')).toEqual(['daily 2027-08-11 to 1,2'])
  })
})

describe('the reminders before the lock', () => {
  const AT_48 = '2027-08-30T18:00:00.000Z'
  const AT_6 = '2027-09-01T12:00:00.000Z'
  const beforeLock = (start = START) => openLeague({ start, reminders: BEFORE_LOCK })

  test('go out once each, 48 and 6 hours before it', async () => {
    const league = await beforeLock()
    expect(await league.tickAt('2027-08-30T17:59:59.999Z')).toEqual([])
    expect(await league.tickAt(AT_48)).toEqual(['first to 1,2'])
    expect(await league.tickAt('2027-09-01T11:59:59.999Z')).toEqual([])
    expect(await league.tickAt(AT_6)).toEqual(['final to 1,2'])
    expect(await league.tickAt('2027-09-01T17:59:59.999Z')).toEqual([])
  })

  test('are recorded as skipped by a sport that is activated five hours before its lock', async () => {
    const league = await beforeLock('2027-09-01T13:00:00.000Z')
    expect(await league.tickAt('2027-09-01T13:00:01.000Z')).toEqual([
      `first ${AT_48} skipped: time_had_passed`,
      `final ${AT_6} skipped: time_had_passed`,
    ])
    expect(await league.tickAt('2027-09-01T13:00:02.000Z')).toEqual([])
  })

  test('go out on restart after the mark, but not at the lock or after it', async () => {
    const late = await beforeLock()
    await late.tickAt(AT_48)
    expect(await late.tickAt('2027-09-01T17:59:59.000Z')).toEqual(['final to 1,2'])
    const tooLate = await beforeLock()
    expect(await tooLate.tickAt(LOCKS_AT)).toEqual([])
    expect(await tooLate.tickAt('2027-09-02T00:00:00.000Z')).toEqual([])
  })

  test('do not come together after a long time without a scheduler', async () => {
    const league = await beforeLock()
    expect(await league.tickAt('2027-09-01T14:00:00.000Z')).toEqual([
      `first ${AT_48} skipped: overtaken`,
      'final to 1,2',
    ])
  })

  test('are not sent by moving the lock time back', async () => {
    const league = await beforeLock()
    league.clock.set('2027-08-20T12:00:00.000Z')
    await league.edit({ locksAt: '2027-08-21T12:00:00.000Z' })
    expect(await league.tickAt('2027-08-20T12:00:01.000Z')).toEqual([
      'first 2027-08-19T12:00:00.000Z skipped: time_had_passed',
    ])
    expect(await league.tickAt('2027-08-21T06:00:00.000Z')).toEqual(['final to 1,2'])
  })

  test('are armed again by moving the lock time forward, unless they were sent', async () => {
    const league = await beforeLock('2027-08-31T18:00:00.000Z')
    expect(await league.tickAt('2027-08-31T18:00:01.000Z')).toEqual([
      `first ${AT_48} skipped: time_had_passed`,
    ])
    expect(await league.tickAt(AT_6)).toEqual(['final to 1,2'])
    await league.edit({ locksAt: '2027-09-11T18:00:00.000Z' })
    expect(await league.tickAt('2027-09-09T18:00:00.000Z')).toEqual(['first to 1,2'])
    expect(await league.tickAt('2027-09-11T12:00:00.000Z')).toEqual([])
    await league.edit({ locksAt: '2027-09-21T18:00:00.000Z' })
    for (const day of ['19', '20', '21']) {
      expect(await league.tickAt(`2027-09-${day}T18:00:00.000Z`)).toEqual([])
    }
  })
})

test('no reminder goes out when reminders are off', async () => {
  const league = await openLeague({ reminders: { type: 'none' } })
  for (const now of [TEN, '2027-08-30T18:00:00.000Z', '2027-09-01T12:00:00.000Z']) {
    expect(await league.tickAt(now)).toEqual([])
  }
})

describe('a reminder goes to', () => {
  test('active participants with an address and without a pick, who want reminders', async () => {
    const league = await openLeague({
      players: [...PLAYERS, { name: 'Dan', email: 'dan@example.com' }, { name: 'Eve', email: 'eve@x.org' }],
    })
    await league.run(player, [BOB], deactivatePlayer)
    await league.run(player, [DAN], declineReminders)
    await league.run(season, [SEASON], (state) => removeParticipant(state, 5))
    expect(await league.tickAt(TEN)).toEqual(['daily 2027-08-10 to 1'])
  })

  test('those who have joined or got an address since', async () => {
    const league = await openLeague()
    await league.run(player, [CLEO], (state) =>
      editPlayer(state, { name: 'Cleo', email: 'cleo@example.com' }),
    )
    expect(await league.tickAt(TEN)).toEqual(['daily 2027-08-10 to 1,2,3'])
  })

  test('nobody who has picked a moment ago, although the tables do not show it yet', async () => {
    const league = await openLeague()
    league.clock.set(TEN)
    await league.picks(ANN)
    await eventually('the job', () =>
      remindPlayers(league).then(
        () => true,
        () => false,
      ),
    )
    expect(await league.reminders()).toEqual(['daily 2027-08-10 to 2'])
  })

  test('nobody who has declined reminders, when it is sent by hand', async () => {
    const league = await openLeague()
    await league.run(player, [ANN], declineReminders)
    await league.caughtUp()
    const recipients = await playersToRemind(league.read, ROUND, () => null)
    const { round: sport, season: inSeason } = await league.pickContext(ROUND, ANN)
    await league.run(notices, [ROUND], (_, now) => remindByHand(sport, inSeason, recipients, now))
    expect(await league.reminders()).toEqual(['by_hand to 2'])
  })
})

describe('no reminder goes out for', () => {
  test.each<[string, (league: League) => Promise<unknown>]>([
    ['a deleted sport', ({ change, clock }) => change((state, on) => deleteRound(state, on, clock.now()))],
    ['a sport that was locked by hand', ({ run }) => run(round, [ROUND], lockedNow)],
    ['a season that is not active', ({ run }) => run(season, [SEASON], deactivateSeason)],
    ['a deleted season', ({ run }) => run(season, [SEASON], deleteSeason)],
  ])('%s', async (_, close) => {
    const league = await openLeague()
    await close(league)
    expect(await league.tickAt(TEN)).toEqual([])
  })

  test('a draft', async () => {
    const league = await openLeague()
    await league.draft(21)
    await league.tickAt(TEN)
    expect(await league.reminders(21)).toEqual([])
  })

  test('the hours in which a sport was deleted or its season not active, once they are back', async () => {
    const league = await openLeague()
    await league.change((state, on) => deleteRound(state, on, league.clock.now()))
    await league.tickAt(TEN)
    await league.change((state, on) => restoreRound(state, on, league.clock.now()))
    expect(await league.tickAt('2027-08-10T14:00:01.000Z')).toEqual([])
    await league.run(season, [SEASON], deactivateSeason)
    await league.tickAt('2027-08-11T14:00:00.000Z')
    await league.run(season, [SEASON], activateSeason)
    expect(await league.tickAt('2027-08-11T14:00:01.000Z')).toEqual([])
    expect(await league.tickAt('2027-08-12T14:00:00.000Z')).toEqual(['daily 2027-08-12 to 1,2'])
  })
})

test('a reminder goes out once, however often the job runs and however many run at once', async () => {
  const league = await openLeague()
  league.clock.set(TEN)
  await league.caughtUp()
  await Promise.all([remindPlayers(league), remindPlayers(league), remindPlayers(league)])
  await remindPlayers(league)
  await league.caughtUp()
  await remindPlayers(league)
  expect(await league.reminders()).toEqual(['daily 2027-08-10 to 1,2'])
})

test('a round that fails holds up neither the reminders of the others nor their locks', async () => {
  const league = await openLeague()
  await league.open(21)
  const store: typeof league.store = {
    ...league.store,
    append: async (stream, events, expected) => {
      const isFirst = events.some(({ data }) => (data as { roundId?: number }).roundId === ROUND)
      if (isFirst) throw new Error('No room in this stream')
      return league.store.append(stream, events, expected)
    },
  }
  league.clock.set(TEN)
  await expect(remindPlayers({ ...league, store })).rejects.toThrow('1 of 2 rounds failed')
  expect(await league.reminders(21)).toEqual(['daily 2027-08-10 to 1,2'])
  league.clock.set(LOCKS_AT)
  await league.caughtUp()
  await expect(lockRounds({ ...league, store })).rejects.toThrow('1 of 2 rounds failed')
  expect((await eventsOfRound(league.store, 21)).at(-1)?.type).toBe('RoundLocked')
  await lockRounds(league)
  expect((await eventsOfRound(league.store, ROUND)).at(-1)?.type).toBe('RoundLocked')
})

type League = Awaited<ReturnType<typeof openLeague>>

/** One season with one open sport, and a scheduler that ticks when it is told to. */
async function openLeague({ start = START, players = PLAYERS, reminders = {} as Partial<Reminders> } = {}) {
  const clock = settableClock(start)
  const parts = await schedulerParts({ clock })
  cleanups.push(parts.close)
  const { run, store, pickContext } = parts
  const remindersAre = (change: Partial<Reminders>) =>
    run(settings, [], (state) =>
      changeSettings(state, { ...state, reminders: { ...state.reminders, ...change } }),
    )
  await remindersAre(reminders)
  await aLeague().withPlayers(players).withSeason().withRound({ lockTime: LOCKS_AT }).in(parts)

  const change = async (decide: (state: Round, inSeason: Season) => RoundEvent[], roundId = ROUND) => {
    const inSeason = await seasonInLog(store, SEASON)
    return run(round, [roundId], (state) => decide(state, inSeason))
  }
  const reminded = async (roundId = ROUND) => (await store.read(`notices-${roundId}`)).flatMap(inWords)
  const draft = (roundId: number, details: Partial<RoundDetails> = {}) =>
    change(
      (state, inSeason) =>
        createRound(state, inSeason, { ...DETAILS, ...details, roundId, seasonId: SEASON }),
      roundId,
    )
  return {
    ...parts,
    ...{ clock, remindersAre, caughtUp: () => caughtUp(parts), change, draft, reminders: reminded },
    open: async (roundId: number, details: Partial<RoundDetails> = {}) => {
      await draft(roundId, details)
      const participants = [{ playerId: ANN, email: 'ann@example.com' }]
      await change((state, inSeason) => activateRound(state, inSeason, participants, clock.now()), roundId)
      await caughtUp(parts)
    },
    edit: (details: Partial<RoundDetails>) =>
      change((state, inSeason) => {
        const now = clock.now()
        const current = 'teams' in state ? state : DETAILS
        return editRound(state, inSeason, { ...current, ...details }, { now, pickedTeams: [] })
      }),
    picks: async (playerId: number) => {
      const context = await pickContext(ROUND, playerId)
      return run(pick, [ROUND, playerId], (state, now) => enterPick(state, context, ['Reds'], now))
    },
    /** What is added to the round when the scheduler runs at an instant. */
    tickAt: async (now: string) => {
      clock.set(now)
      await caughtUp(parts)
      const before = await reminded()
      await remindPlayers(parts)
      await caughtUp(parts)
      return (await reminded()).slice(before.length)
    },
  }
}

function inWords({ type, data }: { type: string; data: unknown }): string[] {
  const event = { type, data } as NoticeEvent
  if (event.type === 'PlayersReminded') {
    const { kind, slot, recipients } = event.data
    return [`${kind} ${slot === undefined ? '' : `${slot} `}to ${[...recipients].sort()}`]
  }
  if (event.type === 'ReminderSkipped') {
    const { kind, slot, why } = event.data
    return [`${kind} ${slot} skipped: ${why}`]
  }
  return []
}
