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

type Call = [path: string, body: object]
type Deed = {
  call: EndpointName
  /** What has to be done first. */
  before?: () => Promise<unknown>
  make: () => Call | Promise<Call>
  /** Without a reason it is refused. `for good` is what cannot be undone. */
  asks: false | 'for good' | 'to undo'
}

const post = (path: string, body: object = WHY) => done(league.admin.post(path, body))
const put = (path: string, body: object) => done(league.admin.put(path, body))
const lastEvent = async () => (await done(league.admin.get('/admin/history'))).entries[0].eventId
const pick = (team: string) => ({ userId: league.idOf('Ann'), roundId: open, picks: [team] })

/** Every call that takes a reason, after the first lock of the season, in an order in which each is possible. */
const DEEDS: readonly Deed[] = [
  { call: 'PUT /admin/settings', make: () => ['/admin/settings', { pointsFirstPlace: 7 }], asks: false },
  {
    call: 'PUT /admin/seasons/{id}',
    make: () => [`/admin/seasons/${seasonId}`, { name: 'Renamed Cup', yearStart: 2027, yearEnd: 2027 }],
    asks: false,
  },
  {
    call: 'PUT /admin/seasons/{id}/rules',
    make: () => [`/admin/seasons/${seasonId}/rules`, RULES],
    asks: 'to undo',
  },
  {
    call: 'DELETE /admin/seasons/{id}/rules',
    before: () => put(`/admin/seasons/${seasonId}/rules`, { ...RULES, ...WHY }),
    make: () => [`/admin/seasons/${seasonId}/rules`, {}],
    asks: 'to undo',
  },
  {
    call: 'PUT /admin/rounds/{id}/weight',
    make: () => [`/admin/rounds/${completed}/weight`, { weight: 2 }],
    asks: 'to undo',
  },
  {
    call: 'POST /admin/rounds/{id}/correct',
    make: () => [`/admin/rounds/${completed}/correct`, { firstPlaceTeam: 'Blues' }],
    asks: 'to undo',
  },
  {
    call: 'POST /admin/rounds/{id}/unlock',
    make: () => [`/admin/rounds/${completed}/unlock`, {}],
    asks: false,
  },
  {
    call: 'PUT /admin/rounds/{id}/teams/rename',
    make: () => [`/admin/rounds/${completed}/teams/rename`, { from: 'Greens', to: 'Azures' }],
    asks: 'for good',
  },
  {
    call: 'POST /admin/rounds/{id}/complete',
    make: () => [`/admin/rounds/${completed}/complete`, { firstPlaceTeam: 'Blues' }],
    asks: false,
  },
  {
    call: 'PUT /admin/rounds/{id}',
    make: () => [`/admin/rounds/${open}`, { lockTime: '2027-09-01T19:00' }],
    asks: false,
  },
  { call: 'POST /admin/picks', make: () => ['/admin/picks', pick('Reds')], asks: false },
  {
    call: 'POST /admin/history/{eventId}/undo',
    make: async () => [`/admin/history/${await lastEvent()}/undo`, {}],
    asks: false,
  },
  {
    call: 'POST /admin/history/{eventId}/undo-all',
    before: () => post('/admin/picks', pick('Blues')),
    make: async () => [`/admin/history/${await lastEvent()}/undo-all`, {}],
    asks: false,
  },
  {
    call: 'POST /admin/rounds/{id}/cancel',
    make: () => [`/admin/rounds/${open}/cancel`, {}],
    asks: 'to undo',
  },
  {
    call: 'POST /admin/rounds/{id}/reinstate',
    before: () => post(`/admin/rounds/${open}/cancel`),
    make: () => [`/admin/rounds/${open}/reinstate`, {}],
    asks: false,
  },
  { call: 'POST /admin/rounds/{id}/lock', make: () => [`/admin/rounds/${open}/lock`, {}], asks: false },
  {
    call: 'POST /admin/seasons/{id}/reopen',
    before: async () => {
      await post(`/admin/rounds/${open}/complete`, { firstPlaceTeam: 'Reds' })
      await post(`/admin/seasons/${seasonId}/end`)
    },
    make: () => [`/admin/seasons/${seasonId}/reopen`, {}],
    asks: false,
  },
  {
    call: 'POST /admin/rounds/{id}/look',
    make: () => [`/admin/rounds/${sealed}/look`, { playerIds: [league.idOf('Ann')] }],
    asks: 'for good',
  },
  {
    call: 'POST /admin/seasons/{id}/unseal-picks',
    before: () => post(`/admin/rounds/${sealed}/lock`),
    make: () => [`/admin/seasons/${league.seasonId}/unseal-picks`, {}],
    asks: 'to undo',
  },
  {
    call: 'POST /admin/users/{id}/deactivate',
    make: () => [`/admin/users/${league.idOf('Bob')}/deactivate`, {}],
    asks: false,
  },
  {
    call: 'POST /admin/users/bulk/reactivate',
    make: () => ['/admin/users/bulk/reactivate', { userIds: [league.idOf('Bob')] }],
    asks: false,
  },
  {
    call: 'POST /admin/users/bulk/deactivate',
    make: () => ['/admin/users/bulk/deactivate', { userIds: [league.idOf('Bob')] }],
    asks: false,
  },
  {
    call: 'PUT /admin/users/{id}',
    make: () => [`/admin/users/${league.idOf('Bob')}`, { name: 'Robert', email: '' }],
    asks: false,
  },
  {
    call: 'POST /admin/season-participants/{seasonId}/participants/bulk/remove',
    make: () => [
      `/admin/season-participants/${seasonId}/participants/bulk/remove`,
      { userIds: [league.idOf('Bob')] },
    ],
    asks: false,
  },
  {
    call: 'DELETE /admin/season-participants/{seasonId}/participants/{userId}',
    make: () => [`/admin/season-participants/${seasonId}/participants/${league.idOf('Ann')}`, {}],
    asks: false,
  },
  {
    call: 'DELETE /admin/users/{id}',
    before: async () => {
      newcomer = (await post('/admin/users', { name: 'Cleo', email: '' })).id
    },
    make: () => [`/admin/users/${newcomer}`, {}],
    asks: false,
  },
  {
    call: 'POST /admin/rounds/{id}/soft-delete',
    make: () => [`/admin/rounds/${sealed}/soft-delete`, {}],
    asks: false,
  },
  {
    call: 'PUT /admin/seasons/{id}/toggle-active',
    make: () => [`/admin/seasons/${seasonId}/toggle-active`, {}],
    asks: false,
  },
  {
    call: 'POST /admin/seasons/{id}/soft-delete',
    make: () => [`/admin/seasons/${seasonId}/soft-delete`, {}],
    asks: false,
  },
  {
    call: 'POST /admin/admins/{id}/reset-second-factor',
    make: () => ['/admin/admins/2/reset-second-factor', {}],
    asks: 'for good',
  },
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
  '$call: refused without a reason, and so is its undo: $asks',
  async ({ call, before, make, asks }) => {
    await before?.()
    const [path, body] = await make()
    const ask = (more: object) => {
      const [method = ''] = call.split(' ')
      const who = league.admin
      if (method === 'DELETE') return who.delete(path, { ...body, ...more })
      return method === 'PUT' ? who.put(path, { ...body, ...more }) : who.post(path, { ...body, ...more })
    }
    const unasked = await ask({})
    if (!asks) return expect(unasked).toMatchObject({ status: 200 })
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
