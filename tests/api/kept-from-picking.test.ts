import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DeedType } from '../../domain/record/record-rules.ts'
import type { RefusedBecause } from '../../platform/database/private-schema.ts'
import { eventually } from '../support/eventually.ts'
import { type Answer, done } from '../support/http.ts'
import { aLeague } from '../support/league/a-league.ts'
import type { RunningLeague } from '../support/league/running.ts'

// Every reason for which a pick is refused. Where an admin can bring it about, the record says who did, when and why, and a
// mail tells those concerned.

/** What an admin does, what takes it back, as what both are in the record, and by which mail players hear of each. */
type Deed = {
  deed: () => Promise<Answer>
  as: DeedType
  toldBy: string
  back?: () => Promise<Answer>
  backAs?: readonly DeedType[]
  backToldBy?: string
}

let league: RunningLeague

const WHY = 'Storm'
const post = (path: string, body: object = {}) => league.admin.post(`/admin${path}`, body)
const season = () => `/seasons/${league.seasonId}`
const round = () => `/rounds/${league.roundId}`
const ann = () => league.idOf('Ann')
const participants = () => `/season-participants/${league.seasonId}/participants`
const PAUSED = { toldBy: 'picks-paused', backToldBy: 'picks-resumed' }
const toggle = () => league.admin.put(`/admin${season()}/toggle-active`, { reason: WHY })

const BY_ADMINS: Partial<Record<RefusedBecause, Deed>> = {
  'sport-cancelled': {
    ...{ toldBy: 'cancelled', backToldBy: 'reinstated' },
    ...{ as: 'sport_cancelled', deed: () => post(`${round()}/cancel`, { reason: WHY }) },
    ...{ backAs: ['sport_reinstated'], back: () => post(`${round()}/reinstate`) },
  },
  'sport-gone': {
    ...PAUSED,
    ...{ as: 'sport_deleted', deed: () => post(`${round()}/soft-delete`, { reason: WHY }) },
    ...{ backAs: ['sport_restored'], back: () => post(`${round()}/restore`) },
  },
  'season-inactive': {
    ...PAUSED,
    ...{ as: 'season_deactivated', deed: toggle },
    ...{ backAs: ['season_activated'], back: toggle },
  },
  'season-gone': {
    ...PAUSED,
    ...{ as: 'season_deleted', deed: () => post(`${season()}/soft-delete`, { reason: WHY }) },
    backAs: ['season_restored', 'season_activated'],
    back: async () => {
      await done(post(`${season()}/restore`))
      return toggle()
    },
  },
  'player-inactive': {
    ...PAUSED,
    ...{ as: 'participant_deactivated', deed: () => post(`/users/${ann()}/deactivate`, { reason: WHY }) },
    ...{ backAs: ['participant_activated'], back: () => post(`/users/${ann()}/reactivate`) },
  },
  'player-out': {
    ...PAUSED,
    as: 'participant_removed',
    deed: () => league.admin.delete(`/admin${participants()}/${ann()}`, { reason: WHY }),
    // Who comes in is no news before the first lock: nobody is kept from picking by it.
    ...{ backAs: [], back: () => post(participants(), { userId: ann() }) },
  },
  'link-replaced': { as: 'picks_sealed', toldBy: 'pick-link', deed: () => post(`${season()}/seal-picks`) },
  'picks-locked': {
    as: 'locked_early',
    toldBy: 'picks-locked',
    deed: async () => {
      const answer = await post(`${round()}/lock`, { reason: WHY })
      league.clock.advance(10_000)
      return answer
    },
  },
}

/** What no admin brings about in a sport that is open, and why. The compiler asks for each other reason. */
const NOT_BY_ADMINS = {
  'sport-unopened': 'a sport that has opened is no draft again',
  'season-ended': 'a season with an open sport does not end',
  invalid: 'the pick itself is at fault, or its team was taken away in the open, as below',
  too_many: 'the player has changed it too often',
} satisfies { [Because in Exclude<RefusedBecause, keyof typeof WALKED>]: string }

const WALKED = {
  ...{ 'sport-cancelled': 1, 'sport-gone': 1, 'season-inactive': 1, 'season-gone': 1 },
  ...{ 'player-inactive': 1, 'player-out': 1, 'link-replaced': 1, 'picks-locked': 1 },
} satisfies Partial<Record<RefusedBecause, 1>>

const record = async (): Promise<Answer['body'][]> =>
  (await done(league.visitor.get(`/public/seasons/${league.seasonId}/record`))).entries
const types = async () => (await record()).map(({ type }) => type)

/** By this template; each that is not held. */
const told = async (template: string, to = 'ann@example.com'): Promise<Answer['body'][]> =>
  (await done(league.admin.get('/admin/outbox'))).mails.filter(
    (mail: Answer['body']) => mail.template === template && mail.to === to && mail.state !== 'queued',
  )

beforeAll(async () => {
  league = await aLeague()
    .withPlayers('Ann', 'Bob', 'Cleo')
    .withSeason()
    .withRound({ lockTime: '2027-01-20T18:00:00Z' })
    .start()
  await eventually('the links', async () => (await told('pick-link')).length === 1)
})
afterAll(() => league?.close())

test('teams are taken away only in the open, and all of them only for another list', async () => {
  const token = league.tokenFor(league.roundId, ann())
  const teams = (names: readonly string[]) =>
    league.admin.put(`/admin${round()}`, { teams: names, reason: WHY })
  const none = await teams([])
  expect([none.status, none.body.error]).toEqual([
    409,
    'Players can pick now, so the sport needs at least one team',
  ])
  await done(league.admin.delete(`/admin${round()}/teams`))
  expect((await record())[0]).toMatchObject({ type: 'teams_changed', admin: 'Connie' })
  await done(post(`${round()}/teams`, { teams: ['Reds', 'Blues', 'Greens'] }))
  await done(teams(['Reds', 'Blues']))
  const refused = await league.visitor.post(`/picks/${token}`, { picks: ['Greens'] })
  expect([refused.status, refused.body.error]).toEqual([400, 'Greens is not in the list of teams'])
  const [entry] = await record()
  expect(entry).toMatchObject({ type: 'teams_changed', admin: 'Connie', reason: WHY })
  // Which teams may go follows from what was picked, so none is named before the lock.
  expect(entry.sentence).toBe('Connie changed the teams of Football')
})

test('who takes part is erased only in the open, without a name', async () => {
  const bob = league.idOf('Bob')
  const pick = () =>
    league.visitor.post(`/picks/${league.tokenFor(league.roundId, bob)}`, { picks: ['Reds'] })
  await done(pick())
  await done(post(`/users/${bob}/erase`, { confirmation: 'ERASE' }))
  expect((await pick()).status).toBe(404)
  const [entry] = await record()
  expect(entry).toMatchObject({ type: 'participant_removed', admin: 'Connie' })
  expect(entry.sentence).toBe(`Connie erased what was known about player ${bob}. Points and ranks stay`)
})

test('a player who is deleted while a sport is open is told at once, and the record says who did it', async () => {
  const link = league.tokenFor(league.roundId, league.idOf('Cleo'))
  await done(league.admin.delete(`/admin/users/${league.idOf('Cleo')}`))
  expect((await league.visitor.post(`/picks/${link}`, { picks: ['Reds'] })).status).toBeGreaterThanOrEqual(
    400,
  )
  const [mail] = await eventually('the mail', async () => {
    const mails = await told('player-deleted', 'cleo@example.com')
    return mails.length > 0 && mails
  })
  expect(mail.text).toContain('Hi Cleo,')
  expect(mail.text).toContain('An admin deleted you as a player while picks of Family Cup were open.')
  expect((await record())[0]).toMatchObject({ type: 'participant_removed', admin: 'Connie' })
  league.clock.advance(60_000)
  await eventually(
    'what was held',
    async () => !(await done(league.admin.get('/admin/outbox'))).counts.queued,
  )
  expect(await told('picks-paused', 'cleo@example.com')).toEqual([])
})

test.each(Object.keys(WALKED) as (keyof typeof WALKED)[])(
  'a pick is refused as %s only in the open',
  async (because) => {
    const { deed, as, back, backAs = [], toldBy, backToldBy = toldBy } = BY_ADMINS[because] as Deed
    const link = because === 'picks-locked' ? await newestLink() : league.tokenFor(league.roundId, ann())
    const pick = () => league.visitor.post(`/picks/${link}`, { picks: ['Reds'] })
    expect((await pick()).status).toBe(200)
    const before = await types().catch(() => [])
    const mailsBefore = (await told(toldBy)).length
    const backBefore = (await told(backToldBy)).length
    await done(deed())
    const refused = await pick()
    expect([refused.status, refused.body.error]).toEqual([
      because === 'link-replaced' ? 410 : 403,
      expect.any(String),
    ])
    league.clock.advance(60_000)
    await eventually(toldBy, async () => (await told(toldBy)).length === mailsBefore + 1)
    if (back) {
      await done(back())
      await eventually(backToldBy, async () => (await told(backToldBy)).length === backBefore + 1)
    }
    const all = await record()
    const fresh = all.slice(0, all.length - before.length).toReversed()
    expect(fresh.map(({ type }) => type)).toEqual([as, ...backAs])
    // Whoever seals picks gives no reason: nobody is worse off.
    const reason = because === 'link-replaced' ? null : WHY
    expect(fresh[0]).toMatchObject({ admin: 'Connie', at: expect.any(String), reason })
    if (back) expect((await pick()).status).toBe(200)
  },
)

test('and no admin brings about the others while a sport is open', () => {
  expect(Object.keys({ ...WALKED, ...NOT_BY_ADMINS })).toHaveLength(12)
})

const newestLink = async () => {
  const { url } = await done(post(`${round()}/participants/${ann()}/link`))
  return url.split('/').at(-1)
}
