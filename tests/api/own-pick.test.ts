import { afterAll, beforeAll, expect, test } from 'vitest'
import { openLinks } from '../../platform/links/links.ts'
import { APP_URL } from '../support/application.ts'
import { done } from '../support/http.ts'
import { aLeague } from '../support/league/a-league.ts'
import type { RunningLeague } from '../support/league/running.ts'

let league: RunningLeague
let token: string
beforeAll(async () => {
  const plan = aLeague()
    .withPlayers('Ann', 'Bob')
    .withSeason()
    .withRound({ lockTime: '2027-01-11T12:00:00Z' })
  league = await plan.start({ config: { role: 'api' } })
  token = league.tokenFor(league.roundId, league.idOf('Ann'))
})
afterAll(() => league?.close())

const own = () => done(league.visitor.get(`/picks/${token}`))
const adminDoes = (path: string, body?: object) =>
  done(league.admin.post(`/admin/rounds/${league.roundId}/${path}`, body))

test('before the first pick the link shows the sport, open and without a pick', async () => {
  expect(await own()).toMatchObject({
    ...{ user: { name: 'Ann' }, round: { sportName: 'Football', status: 'active' } },
    ...{ closed: null, lockedAt: null, lockChanges: [], currentPick: null, result: null },
  })
})

test('it tells each move of the lock that players could know of', async () => {
  league.clock.advance(60_000)
  const moved = await league.admin.put(`/admin/rounds/${league.roundId}`, {
    lockTime: '2027-01-12T12:00:00Z',
  })
  expect(moved.status, moved.text).toBe(200)
  // Another zone alone moves nothing.
  await league.admin.put(`/admin/rounds/${league.roundId}`, { timezone: 'Europe/Rome' })
  const { lockChanges, round } = await own()
  expect(round.lockTime).toBe('2027-01-12T12:00:00.000Z')
  expect(lockChanges).toEqual([
    {
      ...{ at: '2027-01-10T12:01:00.000Z', early: false, reason: null },
      ...{ from: '2027-01-11T12:00:00.000Z', to: '2027-01-12T12:00:00.000Z' },
    },
  ])
})

test('of many moves of the lock it tells the last twenty', async () => {
  const roundId = await league.openRound({ sportName: 'Tennis', lockTime: '2027-03-01T12:00:00Z' })
  for (let day = 2; day <= 22; day += 1) {
    const lockTime = `2027-03-${String(day).padStart(2, '0')}T12:00:00Z`
    await done(league.admin.put(`/admin/rounds/${roundId}`, { lockTime }))
  }
  const link = league.tokenFor(roundId, league.idOf('Ann'))
  const { lockChanges } = await done(league.visitor.get(`/picks/${link}`))
  expect(lockChanges).toHaveLength(20)
  expect(lockChanges[0]).toMatchObject({ from: '2027-03-02T12:00:00.000Z' })
  expect(lockChanges.at(-1)).toMatchObject({ to: '2027-03-22T12:00:00.000Z' })
  await done(league.admin.post(`/admin/rounds/${roundId}/soft-delete`))
})

test('after a lock by hand it shows the pick, its versions with receipts, and when it locked', async () => {
  await done(league.visitor.post(`/picks/${token}`, { picks: ['Reds'] }))
  await done(league.visitor.post(`/picks/${token}`, { picks: ['Blues'] }))
  league.clock.advance(60_000)
  await adminDoes('lock')
  expect((await league.visitor.get(`/picks/validate/${token}`)).status).toBe(403)
  const shown = await own()
  expect(shown).toMatchObject({
    ...{ closed: 'Picks are locked for this sport', lockedAt: '2027-01-10T12:02:00.000Z', result: null },
    currentPick: { pickItems: [{ pickValue: 'Blues' }] },
    versions: [{ picks: ['Blues'] }, { picks: ['Reds'] }],
  })
  expect(shown.receipt.code).toBe(shown.versions[0].code)
  expect(shown.lockChanges.at(-1)).toMatchObject({
    ...{ from: '2027-01-12T12:00:00.000Z', to: '2027-01-10T12:02:00.000Z', early: true },
  })
})

test('a late pick is asked for once, shown to everybody, and counts when an admin enters it', async () => {
  const lockTime = '2027-01-10T13:00:00.000Z'
  const roundId = await league.openRound({ sportName: 'Judo', lockTime })
  const ann = league.idOf('Ann')
  const link = league.tokenFor(roundId, ann)
  const ask = () => league.visitor.post(`/picks/${link}/ask-late`, { picks: [' Reds '] })
  const latePicks = () => done(league.admin.get(`/admin/rounds/${roundId}/late-picks`))
  const story = () =>
    done(league.visitor.get(`/public/seasons/${league.seasonId}/rounds/${roundId}/players/${ann}`))
  const record = () => done(league.visitor.get(`/public/seasons/${league.seasonId}/record`))
  expect(await ask()).toMatchObject({ status: 409, body: { error: 'This sport has not locked yet' } })
  // Nobody has locked it yet: the request does.
  league.clock.set('2027-01-10T13:04:30.000Z')
  const before = (await record()).entries
  expect(await ask()).toMatchObject({
    status: 200,
    body: { message: /commissioner/, askedAt: '2027-01-10T13:04:30.000Z' },
  })
  expect((await ask()).body.error).toBe('You have asked already')

  const asked = { askedAt: '2027-01-10T13:04:30.000Z', pickItems: [{ pickNumber: 1, pickValue: 'Reds' }] }
  const sentence = 'Asked 4 minutes after the lock, when picks were public'
  expect(await latePicks()).toEqual([{ userId: ann, name: 'Ann', ...asked, sentence }])
  const own = await done(league.visitor.get(`/picks/${link}`))
  expect(own).toMatchObject({ currentPick: null, askedLate: asked })
  expect((await story()).events).toContainEqual(
    expect.objectContaining({
      ...{ kind: 'asked', by: 'player', at: asked.askedAt },
      sentence: 'Ann asked 4 minutes after the lock, when picks were public, to pick Reds for Judo',
    }),
  )
  expect((await record()).entries).toEqual(before)

  await done(league.admin.post('/admin/picks', { userId: ann, roundId, picks: ['Reds'], reason: sentence }))
  expect(await latePicks()).toEqual([])
  expect((await record()).entries[0]).toMatchObject({ type: 'pick_entered', reason: sentence })
  const bob = league.tokenFor(roundId, league.idOf('Bob'))
  await done(league.admin.post(`/admin/rounds/${roundId}/complete`, { firstPlaceTeam: 'Reds' }))
  await done(league.admin.post(`/admin/rounds/${roundId}/unlock`, { reason: 'The photo finish' }))
  expect(await league.visitor.post(`/picks/${bob}/ask-late`, { picks: ['Reds'] })).toMatchObject({
    ...{ status: 409, body: { error: 'This sport has had a result. It is too late to ask' } },
  })
  const { entries } = await done(league.admin.get('/admin/history?kind=picks'))
  const [row] = entries.filter(({ type }: { type: string }) => type === 'PickAskedLate')
  expect(await league.admin.post(`/admin/history/${row.eventId}/undo`)).toMatchObject({ status: 409 })
  await done(league.admin.post(`/admin/rounds/${roundId}/soft-delete`))
})

test('a pick over what an admin entered takes the mark of that off the standings', async () => {
  const roundId = await league.openRound({ sportName: 'Polo', lockTime: '2027-04-01T12:00:00Z' })
  const link = league.tokenFor(roundId, league.idOf('Ann'))
  const marks = async () => {
    const board = await done(league.visitor.get(`/public/leaderboard/season/${league.seasonId}`))
    return board.leaderboard.map(({ marks }: { marks?: object }) => marks ?? null)
  }
  const entered = { userId: league.idOf('Ann'), roundId, picks: ['Reds'] }
  await done(league.admin.post('/admin/picks', entered))
  expect(await marks()).toEqual([{ [roundId]: ['entered_by_admin'] }, null])
  await done(league.visitor.post(`/picks/${link}`, { picks: ['Blues'] }))
  expect(await marks()).toEqual([null, null])
  await done(league.admin.post(`/admin/rounds/${roundId}/soft-delete`))
})

test('once it is scored it shows place, points and rank, also when the season has ended', async () => {
  await adminDoes('complete', { firstPlaceTeam: 'Reds', secondPlaceTeam: 'Blues' })
  const result = { place: 'second', points: 5, rank: 1, totalPoints: 5, playerCount: 2 }
  expect(await own()).toMatchObject({ round: { status: 'completed' }, result })
  await done(league.admin.post(`/admin/seasons/${league.seasonId}/end`))
  expect(await own()).toMatchObject({ closed: 'This season has ended', result })
})

test('looking changes nothing', async () => {
  const before = (await league.admin.get('/admin/history')).text
  await own()
  await fetch(`${league.application.url}/api/picks/${token}`, { method: 'HEAD' })
  expect((await league.admin.get('/admin/history')).text).toBe(before)
})

test('an unknown link is 404, and a deleted sport says so', async () => {
  const unknown = openLinks({ secret: 'the-secret-of-some-other-server-32', appUrl: APP_URL })
  const other = unknown.pick.tokenFor({ seasonId: 1, roundId: 1, playerId: 1 })
  expect((await league.visitor.get(`/picks/${other}`)).status).toBe(404)
  await done(league.admin.post(`/admin/seasons/${league.seasonId}/reopen`))
  await adminDoes('unlock')
  await adminDoes('soft-delete')
  expect(await league.visitor.get(`/picks/${token}`)).toMatchObject({
    ...{ status: 403, body: { error: 'This sport is no longer available' } },
  })
})
