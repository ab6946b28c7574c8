import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, done } from '../support/http.ts'
import { aLeague } from '../support/league/a-league.ts'
import { OSCARS } from '../support/league/examples.ts'
import type { RunningLeague } from '../support/league/running.ts'

let league: RunningLeague
let football: number
let tennis: number
let open: number

const at = (hour: number) => `2027-02-01T${String(hour).padStart(2, '0')}:00:00.000Z`
const pathOf = (seasonId = league.seasonId) => `/public/leaderboard/season/${seasonId}`
const look = (query: string) => league.visitor.get(`${pathOf()}?${query}`)

/** 'Ann 6, Bob 5', as the board ranks them. */
const told = ({ body }: Answer) =>
  body.leaderboard
    .map(({ userName, totalPoints }: Record<string, unknown>) => `${userName} ${totalPoints}`)
    .join(', ')

const numbersIn = (rounds: Record<string, number>[]) =>
  Object.fromEntries(rounds.map(({ id, result_number }) => [id, result_number]))

const complete = (roundId: number, ...[first, second]: string[]) =>
  done(
    league.admin.post(`/admin/rounds/${roundId}/complete`, {
      firstPlaceTeam: first,
      secondPlaceTeam: second,
    }),
  )

/**
 * At 10 o'clock football is completed, wrongly; at 11 tennis; at 12 football is corrected; at 13 the points change; at 14
 * Cleo leaves. One more sport stays open for picks all the while.
 */
beforeAll(async () => {
  league = await aLeague().withPlayers('Ann', 'Bob', 'Cleo').withSeason().start()
  const { clock } = league
  const [ann = 0, bob = 0, cleo = 0] = league.playerIds
  const pick = (roundId: number, playerId: number, team: string) =>
    done(league.visitor.post(`/picks/${league.tokenFor(roundId, playerId)}`, { picks: [team] }))
  football = await league.openRound({ lockTime: at(8) })
  tennis = await league.openRound({ lockTime: at(7), sportName: 'Tennis' })
  open = await league.openRound({ ...OSCARS, lockTime: at(20) })
  for (const roundId of [football, tennis]) {
    await pick(roundId, ann, 'Reds')
    await pick(roundId, bob, 'Blues')
    await pick(roundId, cleo, 'Greens')
  }
  await pick(open, ann, 'Sealed Film')
  await league.lockAt(at(10))
  await complete(football, 'Reds', 'Blues')
  clock.set(at(11))
  await complete(tennis, 'Greens', 'Blues')
  clock.set(at(12))
  await done(league.admin.post(`/admin/rounds/${football}/unlock`))
  await complete(football, 'Blues', 'Reds')
  clock.set(at(13))
  await done(league.admin.put('/admin/settings', { pointsFirstPlace: 20 }))
  clock.set(at(14))
  await done(league.admin.delete(`/admin/season-participants/${league.seasonId}/participants/${cleo}`))
  clock.set(at(15))
})
afterAll(() => league?.close())

describe('as it was known then', () => {
  test.each([
    [9, 'Ann 0, Bob 0, Cleo 0'],
    [10, 'Ann 6, Bob 5, Cleo 1'],
    [11, 'Bob 10, Ann 7, Cleo 7'],
    [12, 'Bob 11, Cleo 7, Ann 6'],
    [13, 'Bob 25, Cleo 21, Ann 6'],
    [14, 'Bob 25, Ann 6'],
  ])("at %i o'clock", async (hour, expected) => {
    const answer = await look(`asOf=${at(hour)}`)
    expect(told(answer)).toBe(expected)
    expect(answer.body.past).toMatchObject({ asOf: at(hour), afterRound: null, reading: 'then' })
  })

  test.each(['then', 'corrected'])('the graph ends where the board does, read as %s', async (reading) => {
    for (const sport of [football, tennis]) {
      const query = `afterRound=${sport}&reading=${reading}`
      const graph = (await league.visitor.get(`${pathOf()}/graph?${query}`)).body
      const ends = graph.map(({ userId, points }: Answer['body']) => [userId, points.at(-1).points])
      const { leaderboard } = (await look(query)).body
      const totals = leaderboard.map(({ userId, totalPoints }: Answer['body']) => [userId, totalPoints])
      expect(Object.fromEntries(ends)).toEqual(Object.fromEntries(totals))
    }
  })

  test('after a sport, which is when its first result came', async () => {
    const answer = await look(`afterRound=${football}`)
    expect(told(answer)).toBe('Ann 6, Bob 5, Cleo 1')
    expect(answer.body.past).toMatchObject({ asOf: at(10), afterRound: football })
    expect(told(await look(`afterRound=${tennis}`))).toBe('Bob 10, Ann 7, Cleo 7')
  })

  test('the board says which result came first, and who has moved since the one before', async () => {
    const { rounds, leaderboard } = (await look(`afterRound=${tennis}`)).body
    const numbers = numbersIn(rounds)
    expect(numbers).toEqual({ [football]: 1, [tennis]: 2, [open]: null })
    expect(
      leaderboard.map(({ userName, rank, previousRank }: Record<string, unknown>) => [
        userName,
        rank,
        previousRank,
      ]),
    ).toEqual([
      ['Bob', 1, 2],
      ['Ann', 2, 1],
      ['Cleo', 2, 3],
    ])
    const [first] = (await look(`afterRound=${football}`)).body.leaderboard
    expect(first.previousRank, 'nothing came before the first result').toBeNull()
  })

  test('each correction is a moment of its own, and the same result once more is none', async () => {
    const again = await aLeague().withPlayers('Ann', 'Bob').withSeason().start()
    const [ann = 0, bob = 0] = again.playerIds
    const pick = (playerId: number, team: string) =>
      done(again.visitor.post(`/picks/${again.tokenFor(golf, playerId)}`, { picks: [team] }))
    const golf = await again.openRound({ lockTime: at(8) })
    await pick(ann, 'Reds')
    await pick(bob, 'Blues')
    const publish = (...[first, second]: readonly string[]) =>
      done(
        again.admin.post(`/admin/rounds/${golf}/complete`, {
          firstPlaceTeam: first,
          secondPlaceTeam: second,
        }),
      )
    again.clock.set(at(10))
    await publish('Reds')
    for (const result of [['Blues'], ['Blues'], ['Greens', 'Reds']] as const) {
      again.clock.advance(60_000)
      await done(again.admin.post(`/admin/rounds/${golf}/unlock`))
      await publish(...result)
    }
    const boardAfter = (query: string) =>
      again.visitor.get(`${pathOf(again.seasonId)}?afterRound=${golf}${query}`)
    expect(told(await boardAfter(''))).toBe('Ann 6, Bob 1')
    expect(told(await boardAfter('&correction=1'))).toBe('Bob 6, Ann 1')
    expect(told(await boardAfter('&correction=2'))).toBe('Ann 5, Bob 1')
    expect(await boardAfter('&correction=3')).toMatchObject({ status: 404 })
    const { rounds } = await done(again.visitor.get(pathOf(again.seasonId)))
    expect(rounds).toMatchObject([{ result_number: 1, correction_numbers: [2, 3] }])
    const alone = await again.visitor.get(`${pathOf(again.seasonId)}?correction=1`)
    expect([alone.status, alone.body.error]).toEqual([400, 'Name the sport of the correction in afterRound'])
    await again.close()
  })

  test('a time in another zone is the same moment', async () => {
    const berlin = encodeURIComponent('2027-02-01T11:00:00+01:00')
    expect((await look(`asOf=${berlin}`)).body).toEqual((await look(`asOf=${at(10)}`)).body)
  })
})

describe('with the corrections of today', () => {
  test.each([
    [9, 'Ann 0, Bob 0'],
    [10, 'Bob 20, Ann 5'],
    [11, 'Bob 25, Ann 6'],
  ])("at %i o'clock", async (hour, expected) => {
    const answer = await look(`asOf=${at(hour)}&reading=corrected`)
    expect(told(answer)).toBe(expected)
    expect(answer.body.past).toMatchObject({ reading: 'corrected', readingsDiffer: true })
  })

  test('a sport that had no result then stands there as it stood then', async () => {
    const { rounds } = (await look(`afterRound=${football}&reading=corrected`)).body
    const found = rounds.find(({ id }: { id: number }) => id === tennis)
    expect(found).toMatchObject({ status: 'locked', first_place_team: null, result_number: null })
  })
})

test('now, both readings are the leaderboard of today', async () => {
  const today = await league.visitor.get(pathOf())
  // What an admin did after the lock is marked on the board of today alone.
  for (const entry of today.body.leaderboard) delete entry.marks
  for (const query of ['reading=then', 'reading=corrected', `asOf=${at(15)}`, 'asOf=2099-01-01T00:00:00Z']) {
    const { past, ...board } = (await look(query)).body
    expect(board, query).toEqual(today.body)
    expect(past, query).toMatchObject({ asOf: at(15), readingsDiffer: false })
  }
  expect(today.body).not.toHaveProperty('past')
})

test('a pick that is sealed now is sealed at any time', async () => {
  for (const query of ['asOf=2099-01-01T00:00:00Z', `asOf=${at(14)}`, 'reading=corrected']) {
    const { text } = await look(query)
    expect(text, query).not.toContain('Sealed Film')
    expect(text, query).toContain(`"${open}":{"pickItems":[]}`)
  }
})

test('whoever has the board of that moment gets it from their own store', async () => {
  const query = `${pathOf()}?afterRound=${tennis}`
  const etag = (await league.visitor.get(query)).headers.get('etag') ?? ''
  expect((await league.visitor.get(query, { 'if-none-match': etag })).status).toBe(304)
  const other = await look(`afterRound=${tennis}&reading=corrected`)
  expect(other.headers.get('etag')).not.toBe(etag)
})

test.each([
  ['asOf=yesterday', 400, 'asOf must be an instant such as 2027-02-01T18:00:00Z'],
  ['asOf=2027-02-30T25:00:00Z', 400, 'asOf must be an instant such as 2027-02-01T18:00:00Z'],
  ['asOf=2027-02-31T10:00:00Z', 400, 'asOf must be an instant such as 2027-02-01T18:00:00Z'],
  ['asOf=9999-12-31T23:59:00-05:00', 400, 'asOf must be an instant such as 2027-02-01T18:00:00Z'],
  ['asOf=5', 400, 'asOf must be an instant such as 2027-02-01T18:00:00Z'],
  ['reading=wishful', 400, "reading must be 'then' or 'corrected'"],
  ['afterRound=999999', 404, 'This sport has no result in this season'],
  ['asOf=2020-01-01T00:00:00Z', 404, 'The season did not exist at that time'],
])('%s is refused', async (query, status, error) => {
  expect(await look(query)).toMatchObject({ status, body: { error } })
})

test('asking for two moments at once is refused, and for a season that is not there', async () => {
  expect(await look(`asOf=${at(10)}&afterRound=${football}`)).toMatchObject({
    status: 400,
    body: { error: 'Ask for asOf or for afterRound, not for both' },
  })
  expect(await league.visitor.get(`${pathOf(999_999)}?reading=then`)).toMatchObject({ status: 404 })
})

test('a season that is deleted has no past to look at, until it is brought back', async () => {
  const queries = ['reading=then', `asOf=${at(12)}`, `afterRound=${football}&reading=corrected`]
  await done(league.admin.post(`/admin/seasons/${league.seasonId}/soft-delete`))
  for (const query of queries) {
    expect(await look(query), query).toMatchObject({ status: 404, body: { error: 'Season not found' } })
  }
  await done(league.admin.post(`/admin/seasons/${league.seasonId}/restore`))
  for (const query of queries) expect((await look(query)).status, query).toBe(200)
})
