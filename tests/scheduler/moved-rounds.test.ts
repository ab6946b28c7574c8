import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { createRound } from '../../domain/rounds/round-decisions.ts'
import { ARRIVAL, moveRoundIn, moveRoundOut } from '../../domain/rounds/round-editing.ts'
import { createSeason, openSeason, season } from '../../domain/seasons/season.ts'
import { roundIn, seasonStream } from '../../domain/seasons/season-stream.ts'
import { load, partOf, transact } from '../../platform/event-store/transact.ts'
import { rebuild } from '../../projections/engine/rebuild.ts'
import { unfinishedMoves } from '../../projections/history/rows.ts'
import { findRound, listRounds } from '../../projections/league/rounds.ts'
import { listSeasons } from '../../projections/league/seasons.ts'
import { finishMoves } from '../../scheduler/jobs/finish-moves.ts'
import { caughtUp } from '../support/caught-up.ts'
import { settableClock } from '../support/clock.ts'
import { aLeague } from '../support/league/a-league.ts'
import { detailsOf } from '../support/league/in-log.ts'
import { type SchedulerParts, schedulerParts } from '../support/scheduler-parts.ts'

const [HERE, THERE, DRAFT] = [1, 2, 1]

const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

test('a draft that left its season and did not arrive is taken in, by whoever sent it', async () => {
  const parts = await leagueWithDraft()
  await leave(parts, HERE, THERE)
  expect(await statuses(parts)).toEqual(['missing', 'missing'])
  await caughtUp(parts)
  await Promise.all([finishMoves(parts), finishMoves(parts)])
  expect(await statuses(parts)).toEqual(['missing', 'draft'])
  const [, arrived] = await parts.store.read(seasonStream.stream(THERE))
  expect(arrived).toMatchObject({ type: 'RoundMovedIn', metadata: { actor: { kind: 'admin', id: 1 } } })
})

test('a draft whose move was cut off is in no season meanwhile, and afterwards what it was', async () => {
  const parts = await leagueWithDraft()
  const { read, database, store } = parts
  await caughtUp(parts)
  const before = await findRound(read, DRAFT)
  await leave(parts, HERE, THERE)
  await caughtUp(parts)
  expect(await findRound(read, DRAFT)).toBeNull()
  expect(await listRounds(read, await listSeasons(read))).toEqual([])
  // Tables that are built from the log meanwhile have it in none either.
  await rebuild(database, store)
  await finishMoves(parts)
  await caughtUp(parts)
  const { round, notes, season } = (await findRound(read, DRAFT)) ?? {}
  expect(season?.season.seasonId).toBe(THERE)
  expect(round).toEqual({ ...before?.round, seasonId: THERE })
  const { updatedAt = '' } = notes ?? {}
  expect(notes).toEqual({ ...before?.notes, seasonId: THERE, updatedAt })
})

test('tables that do not show yet that the draft has arrived, and come back, bring it nowhere', async () => {
  const parts = await leagueWithDraft()
  const arrive = async ({ command, moved }: Awaited<ReturnType<typeof leave>>) =>
    transact(parts.store, {
      aggregate: seasonStream,
      id: [moved.seasonId],
      command: { ...command, id: partOf(command.id, ARRIVAL) },
      decide: (state) => moveRoundIn(roundIn(state, DRAFT), moved),
    })
  const there = await leave(parts, HERE, THERE)
  await caughtUp(parts)
  await parts.projector.stop()
  await arrive(there)
  await arrive(await leave(parts, THERE, HERE))
  await finishMoves(parts)
  expect(await statuses(parts)).toEqual(['draft', 'missing'])
})

test('a move that is over is looked at no more', async () => {
  const parts = await leagueWithDraft()
  await leave(parts, HERE, THERE)
  await caughtUp(parts)
  await finishMoves(parts)
  await caughtUp(parts)
  const events = await parts.store.read(seasonStream.stream(THERE))
  await finishMoves({ ...parts, clock: settableClock('2027-01-11T12:00:00.000Z') })
  expect(await unfinishedMoves(parts.read)).toEqual([])
  expect(await parts.store.read(seasonStream.stream(THERE))).toEqual(events)
})

/** A season with a draft, and one without. */
async function leagueWithDraft(): Promise<SchedulerParts> {
  const parts = await schedulerParts({ clock: settableClock('2027-01-10T12:00:00.000Z') })
  cleanups.push(parts.close)
  await aLeague().withPlayers('Ann').withSeason().in(parts)
  const other = { name: 'Other Cup', yearStart: 2027, yearEnd: 2027, commissioner: null }
  await parts.run(season, [THERE], (state) =>
    createSeason(state, { ...other, seasonId: THERE, participants: [] }),
  )
  await parts.run(seasonStream, [HERE], (state) =>
    createRound(roundIn(state, DRAFT), state.season, { ...detailsOf({}), roundId: DRAFT, seasonId: HERE }),
  )
  return parts
}

/** The first half of a move. */
async function leave({ store, clock }: SchedulerParts, from: number, to: number) {
  const target = openSeason((await load(store, seasonStream, to)).season)
  const command = { id: randomUUID(), actor: { kind: 'admin', id: 1 }, occurredAt: clock.now() } as const
  const { events } = await transact(store, {
    ...{ aggregate: seasonStream, id: [from], command },
    decide: (state) => moveRoundOut(roundIn(state, DRAFT), { from: state.season, to: target }),
  })
  const [moved] = events
  if (moved?.type !== 'RoundMovedOut') throw new Error('It did not leave')
  return { command, moved: moved.data }
}

const statuses = ({ store }: SchedulerParts) =>
  Promise.all([HERE, THERE].map(async (id) => roundIn(await load(store, seasonStream, id), DRAFT).status))
