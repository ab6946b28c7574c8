import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '../../api/contract/endpoint.ts'
import { type EndpointName, endpoints } from '../../api/contract/endpoints.ts'
import { done } from '../support/http.ts'
import { aLeague } from '../support/league/a-league.ts'
import type { RunningLeague } from '../support/league/running.ts'

const WHY = { reason: 'We agreed on it at dinner' }
const RULES = {
  points: { first: 6, second: 5, third: 4, fourth: 3, fifth: 2, sixthPlus: 1 },
  ...{ noPick: -5, dropWorst: 2, tieBreak: ['countback'] },
}

let league: RunningLeague
let seasonId: number
let completed: number
let open: number
let sealed: number
let newcomer: number

type Deed = {
  call: EndpointName
  /** What has to be done first. */
  before?: () => Promise<unknown>
  /** What stands in the path. */
  ids?: () => readonly unknown[] | Promise<readonly unknown[]>
  body?: object | (() => object)
  /** Without a reason it is refused. `for good` is what cannot be undone. */
  asks?: 'for good' | 'to undo'
}

const post = (path: string, body: object = WHY) => done(league.admin.post(path, body))
const put = (path: string, body: object) => done(league.admin.put(path, body))
const newest = async () => (await done(league.admin.get('/admin/history'))).entries[0]
const lastEvent = async () => (await newest()).eventId
const BLUES = { firstPlaceTeam: 'Blues' }
const pick = (team: string) => ({ userId: league.idOf('Ann'), roundId: open, picks: [team] })

const ofSeason = () => [seasonId]
const ofCompleted = () => [completed]
const ofOpen = () => [open]
const ofSealed = () => [sealed]
const ofNewest = async () => [await lastEvent()]
const bob = () => league.idOf('Bob')

/** Every call that takes a reason, after the first lock of the season, in an order in which each is possible. */
const DEEDS: readonly Deed[] = [
  { call: 'PUT /admin/settings', body: { pointsFirstPlace: 7 } },
  { call: 'PUT /admin/seasons/{id}', ids: ofSeason, body: { name: 'A Cup', yearStart: 2027, yearEnd: 2027 } },
  { call: 'PUT /admin/seasons/{id}/rules', ids: ofSeason, body: RULES, asks: 'to undo' },
  {
    call: 'DELETE /admin/seasons/{id}/rules',
    before: () => put(`/admin/seasons/${seasonId}/rules`, { ...RULES, ...WHY }),
    ids: ofSeason,
    asks: 'to undo',
  },
  { call: 'PUT /admin/rounds/{id}/weight', ids: ofCompleted, body: { weight: 2 }, asks: 'to undo' },
  { call: 'POST /admin/rounds/{id}/correct', ids: ofCompleted, body: BLUES, asks: 'to undo' },
  { call: 'POST /admin/rounds/{id}/unlock', ids: ofCompleted },
  {
    call: 'PUT /admin/rounds/{id}/teams/rename',
    ids: ofCompleted,
    body: { from: 'Greens', to: 'Azures' },
    asks: 'for good',
  },
  { call: 'POST /admin/rounds/{id}/complete', ids: ofCompleted, body: BLUES },
  { call: 'PUT /admin/rounds/{id}', ids: ofOpen, body: { lockTime: '2027-09-01T19:00' } },
  { call: 'POST /admin/picks', body: () => pick('Reds') },
  { call: 'POST /admin/history/{eventId}/undo', ids: ofNewest },
  {
    call: 'POST /admin/history/{eventId}/undo-all',
    before: () => post('/admin/picks', pick('Blues')),
    ids: ofNewest,
  },
  { call: 'POST /admin/rounds/{id}/cancel', ids: ofOpen, asks: 'to undo' },
  {
    call: 'POST /admin/rounds/{id}/reinstate',
    before: () => post(`/admin/rounds/${open}/cancel`),
    ids: ofOpen,
  },
  { call: 'POST /admin/rounds/{id}/lock', ids: ofOpen },
  {
    call: 'POST /admin/seasons/{id}/reopen',
    before: async () => {
      await post(`/admin/rounds/${open}/complete`, { firstPlaceTeam: 'Reds' })
      await post(`/admin/seasons/${seasonId}/end`)
    },
    ids: ofSeason,
  },
  {
    call: 'POST /admin/rounds/{id}/look',
    ids: ofSealed,
    body: () => ({ playerIds: [league.idOf('Ann')] }),
    asks: 'for good',
  },
  {
    call: 'POST /admin/seasons/{id}/unseal-picks',
    before: () => post(`/admin/rounds/${sealed}/lock`),
    ids: () => [league.seasonId],
    asks: 'to undo',
  },
  { call: 'POST /admin/users/{id}/deactivate', ids: () => [bob()] },
  { call: 'POST /admin/users/bulk/reactivate', body: () => ({ userIds: [bob()] }) },
  { call: 'POST /admin/users/bulk/deactivate', body: () => ({ userIds: [bob()] }) },
  { call: 'POST /admin/users/{id}/replace-links', ids: () => [bob()] },
  { call: 'PUT /admin/users/{id}', ids: () => [bob()], body: { name: 'Robert', email: '' } },
  {
    call: 'POST /admin/season-participants/{seasonId}/participants/bulk/remove',
    ids: ofSeason,
    body: () => ({ userIds: [bob()] }),
  },
  {
    call: 'DELETE /admin/season-participants/{seasonId}/participants/{userId}',
    ids: () => [seasonId, league.idOf('Ann')],
  },
  {
    call: 'DELETE /admin/users/{id}',
    before: async () => {
      newcomer = (await post('/admin/users', { name: 'Cleo', email: '' })).id
    },
    ids: () => [newcomer],
  },
  { call: 'POST /admin/rounds/{id}/soft-delete', ids: ofSealed },
  { call: 'PUT /admin/seasons/{id}/toggle-active', ids: ofSeason },
  { call: 'POST /admin/seasons/{id}/soft-delete', ids: ofSeason },
  { call: 'POST /admin/admins/{id}/reset-second-factor', ids: () => [2], asks: 'for good' },
]

beforeAll(async () => {
  league = await aLeague()
    .withPlayers('Ann', 'Bob')
    .withSeason()
    .withRound()
    .completed({ firstPlaceTeam: 'Reds' })
    .withRound()
    .withSeason({ name: 'Sealed Cup', picksSealed: true })
    .withRound()
    .start()
  seasonId = league.seasonIds[0] ?? 0
  ;[completed = 0, open = 0, sealed = 0] = league.roundIds
  await league.addAdmin('Sam')
})
afterAll(() => league?.close())

test('every call that takes a reason is here', () => {
  const takesReason = Object.entries<Endpoint>(endpoints)
    .filter(([, { body }]) => 'reason' in ((body as { properties?: object })?.properties ?? {}))
    .map(([call]) => call)
    .filter((call) => !call.includes('/previews/'))
  expect(DEEDS.map(({ call }) => call).sort()).toEqual(takesReason.sort())
})

test.each(DEEDS)(
  '$call keeps its reason, and is refused without one where it asks, as its undo is',
  async ({ call, before, ids, body = {}, asks }) => {
    await before?.()
    const [method = '', pattern = ''] = call.split(' ')
    const path = (await (ids?.() ?? [])).reduce<string>((so, id) => so.replace(/{\w+}/, `${id}`), pattern)
    const values = typeof body === 'function' ? body() : body
    const { admin } = league
    const send = method === 'DELETE' ? admin.delete : method === 'PUT' ? admin.put : admin.post
    const ask = (more: object) => send(path, { ...values, ...more })
    if (!asks) {
      expect(await ask(WHY)).toMatchObject({ status: 200 })
      return expect((await newest()).reason).toBe(WHY.reason)
    }
    const unasked = await ask({})
    expect([unasked.status, unasked.body.details[0].field]).toEqual([400, 'reason'])

    const answer = await ask(WHY)
    if (asks === 'for good' && answer.status !== 200) return
    expect(answer).toMatchObject({ status: 200 })
    const undo = `/admin/history/${await lastEvent()}/undo`
    const { possible } = await done(league.admin.get(undo))
    expect(possible).toBe(asks === 'to undo')
    if (!possible) return
    for (const way of [undo, `${undo}-all`]) {
      const refused = await league.admin.post(way, {})
      expect([refused.status, refused.body.details?.[0].field]).toEqual([400, 'reason'])
    }
    expect(await league.admin.post(undo, WHY)).toMatchObject({ status: 200 })
  },
)

test('rules from before the first lock are undone with a reason after it', async () => {
  const other = await aLeague().withPlayers('Ann').withSeason().withRound().start()
  try {
    await done(other.admin.put(`/admin/seasons/${other.seasonId}/rules`, RULES))
    await done(other.admin.put(`/admin/rounds/${other.roundId}/weight`, { weight: 2 }))
    const { entries } = await done(other.admin.get('/admin/history'))
    await done(other.admin.post(`/admin/rounds/${other.roundId}/lock`))
    for (const { eventId } of entries.slice(0, 2)) {
      expect(await other.admin.post(`/admin/history/${eventId}/undo`)).toMatchObject({ status: 400 })
      expect(await other.admin.post(`/admin/history/${eventId}/undo`, WHY)).toMatchObject({ status: 200 })
    }
  } finally {
    await other.close()
  }
})
