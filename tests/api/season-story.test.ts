import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { done } from '../support/http.ts'
import { aLeague } from '../support/league/a-league.ts'
import type { RunningLeague } from '../support/league/running.ts'

let league: RunningLeague
let [football, hockey, tennis] = [0, 0, 0]
const statisticsOf = (roundId: number) => league.visitor.get(`/public/rounds/${roundId}/statistics`)
const ofSeason = async (what: string) =>
  done(league.visitor.get(`/public/seasons/${league.seasonId}/${what}`))
const onRound = (roundId: number, action: string, body: object = {}) =>
  done(league.admin.post(`/admin/rounds/${roundId}/${action}`, body))
const ann = () => league.idOf('Ann')
const bob = () => league.idOf('Bob')
const LATER = '2027-02-01T12:00:00.000Z'
const hidden = { status: 404, body: { error: 'Picks are hidden until the lock' } }

beforeAll(async () => {
  league = await aLeague()
    .withPlayers('Ann', 'Bob', 'Cleo')
    .withSeason()
    .withRound()
    .withPicks({ Ann: ['Reds'], Bob: ['Blues'] })
    .completed({ firstPlaceTeam: 'Reds' })
    .withRound({ sportName: 'Hockey' })
    .withPicks({ Ann: ['Reds'], Bob: ['Blues'], Cleo: ['Blues'] })
    .withDraft({ sportName: 'Tennis' })
    .start()
  ;[football = 0, hockey = 0, tennis = 0] = league.roundIds
})
afterAll(() => league?.close())

describe('what everybody picked', () => {
  test('is hidden before the lock, and nowhere for what is not there', async () => {
    for (const roundId of [hockey, tennis]) expect(await statisticsOf(roundId)).toMatchObject(hidden)
    expect(await statisticsOf(999)).toMatchObject({ status: 404, body: { error: 'Sport not found' } })
    expect((await ofSeason('statistics')).rows[0]).toMatchObject({ userId: ann(), sports: 1, missing: 0 })
  })

  test('is there from the lock on, and the result comes to it', async () => {
    await onRound(hockey, 'lock')
    const locked = await done(statisticsOf(hockey))
    expect(locked).toEqual({
      ...{ picked: 3, missing: 0, missingIds: [], alone: [ann()] },
      distribution: [
        { value: 'Blues', count: 2, userIds: [bob(), league.idOf('Cleo')] },
        { value: 'Reds', count: 1, userIds: [ann()] },
      ],
    })
    await onRound(hockey, 'complete', { firstPlaceTeam: 'Blues' })
    const movers = [{ userId: bob(), from: 2, to: 1 }]
    const result = { calledIt: [bob(), league.idOf('Cleo')], rarest: 'Blues', movers: expect.anything() }
    const completed = await done(statisticsOf(hockey))
    expect(completed).toEqual({ ...locked, result })
    expect(completed.result.movers).toEqual(expect.arrayContaining(movers))
  })

  test('stays after the sport was cancelled, without a result, and goes with the sport', async () => {
    await onRound(hockey, 'unlock', { reason: 'The wrong match' })
    await onRound(hockey, 'cancel', { reason: 'The wrong match' })
    expect(await done(statisticsOf(hockey))).not.toHaveProperty('result')
    expect((await ofSeason('statistics')).rows[0]).toMatchObject({ userId: ann(), sports: 1, boldness: 0.5 })
    await onRound(hockey, 'soft-delete')
    expect((await statisticsOf(hockey)).status).toBe(404)
  })
})

describe('the recap', () => {
  test('is of the last result that stands, and says that it was corrected', async () => {
    const told = await ofSeason('recap')
    expect(told).toMatchObject({ roundId: football, corrected: false })
    expect(told.facts).toEqual([{ kind: 'lone_caller', userIds: [ann()], value: 'Reds' }])
    expect(told.sentences).toEqual(['Only Ann had Reds, the winner of Football.'])
    league.clock.set(LATER)
    await onRound(football, 'correct', { firstPlaceTeam: 'Blues', reason: 'The photo finish' })
    const corrected = await ofSeason('recap')
    expect(corrected).toMatchObject({ roundId: football, at: LATER, corrected: true })
    expect(corrected.sentences).toEqual(['Corrected: Only Bob had Blues, the winner of Football.'])
  })

  test('follows a rename and an erasure, and goes with the only result', async () => {
    await done(league.admin.put(`/admin/users/${bob()}`, { name: 'Robert', email: 'bob@example.com' }))
    expect((await ofSeason('recap')).sentences).toEqual([
      'Corrected: Only Robert had Blues, the winner of Football.',
    ])
    await done(league.admin.post(`/admin/users/${bob()}/erase`, { confirmation: 'ERASE' }))
    const told = await ofSeason('recap')
    expect(told.facts).toEqual([{ kind: 'lone_caller', userIds: [bob()], value: 'Blues' }])
    expect(told.sentences.join()).not.toContain('Robert')
    await onRound(football, 'unlock', { reason: 'Under protest' })
    expect(await ofSeason('recap')).toBeNull()
  })
})

test('a guess of a locked sport decides who can still come to be ahead', async () => {
  const guessed = await aLeague()
    .withPlayers('Ann', 'Bob')
    .withSeason()
    .withRound()
    .withPicks({ Ann: ['Reds'], Bob: ['Blues'] })
    .completed({ firstPlaceTeam: 'Reds' })
    .start()
  const { admin, visitor, seasonId, idOf } = guessed
  const points = { first: 6, second: 5, third: 4, fourth: 3, fifth: 2, sixthPlus: 1 }
  const rules = { points, noPick: 0, dropWorst: 0, tieBreak: ['guess'], reason: 'As agreed' }
  await done(admin.put(`/admin/seasons/${seasonId}/rules`, rules))
  const asking = await guessed.openRound({ tieBreak: { question: 'How many goals?', unit: null } })
  for (const [name, team, guess] of [
    ['Ann', 'Reds', 40],
    ['Bob', 'Blues', 41],
  ] as const) {
    await done(visitor.post(`/picks/${guessed.tokenFor(asking, idOf(name))}`, { picks: [team], guess }))
  }
  await done(admin.post(`/admin/rounds/${asking}/lock`))
  // At best Bob is level with Ann, and may have guessed better.
  const race = await done(visitor.get(`/public/seasons/${seasonId}/race`))
  expect(race).toMatchObject({ exact: true, remaining: 1 })
  expect(race.rows.map(({ canWin, clinched }: Record<string, boolean>) => [canWin, clinched])).toEqual([
    ...[
      [true, false],
      [true, false],
    ],
  ])
  await guessed.close()
})
