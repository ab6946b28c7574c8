import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, done } from '../support/http.ts'
import { aLeague } from '../support/league/a-league.ts'
import { OSCARS } from '../support/league/examples.ts'
import type { RunningLeague } from '../support/league/running.ts'

const FAMILY = 'family@example.com'
const REPLACED = { status: 410, body: { error: 'This link was replaced. Ask for a new one' } }

let league: RunningLeague
let football: number

const id = (name: string) => league.idOf(name)
const tokenOf = (...names: string[]) =>
  league.links.me.tokenFor(names.map((name) => ({ playerId: id(name) })))
const page = (token = tokenOf('Ann', 'Bob', 'Cleo')) => league.visitor.get(`/me/${token}`)
const body = async (token?: string): Promise<Answer['body']> => done(page(token))
const edit = (name: string, email: string) =>
  done(league.admin.put(`/admin/users/${id(name)}`, { name, email }))
const sports = (rows: Answer['body'][]) => rows.map(({ userId, round }) => [round.sportName, userId])
const flip = (token: string, wanted: object) => league.visitor.put(`/me/${token}/switches`, wanted)

beforeAll(async () => {
  const at = (name: string) => ({ name, email: FAMILY })
  league = await aLeague()
    .withPlayers(at('Ann'), { name: 'Bob', email: FAMILY.toUpperCase() }, at('Cleo'), 'Dan')
    .withSeason()
    .withRound({ sportName: 'Tennis' })
    .withPicks({ Ann: ['Reds'] })
    .completed({ firstPlaceTeam: 'Reds' })
    .start()
  await league.openRound({ ...OSCARS, lockTime: '2027-01-20T18:00:00.000Z' })
  football = await league.openRound({ emailMessage: 'At **eight**.', lockTime: '2027-01-11T18:00:00.000Z' })
  await league.draftRound({ sportName: 'Draft' })
  for (const [sportName, deed] of [
    ['Gone', 'soft-delete'],
    ['Off', 'cancel'],
  ]) {
    const roundId = await league.openRound({ sportName: `${sportName}` })
    await done(league.admin.post(`/admin/rounds/${roundId}/${deed}`, { reason: 'Rain' }))
  }
})
afterAll(() => league?.close())

describe('the page of all picks', () => {
  test('has what each of those at the address may pick, the next lock first, and what has locked', async () => {
    const { people, elsewhere, open, locked, seasons, serverTime } = await body()
    const [ann, bob, cleo] = [id('Ann'), id('Bob'), id('Cleo')]
    expect(people.map(({ id, name }: Answer['body']) => [id, name])).toEqual([
      [ann, 'Ann'],
      [bob, 'Bob'],
      [cleo, 'Cleo'],
    ])
    expect(people[0]).toMatchObject({ reminders: true, messages: true, receipts: false })
    expect(elsewhere).toEqual([])
    const both = ['Football', OSCARS.sportName]
    expect(sports(open)).toEqual(both.flatMap((sport) => [ann, bob, cleo].map((who) => [sport, who])))
    expect(sports(locked)).toEqual([ann, bob, cleo].map((who) => ['Tennis', who]))
    expect(open[0]).toMatchObject({
      teams: ['Reds', 'Blues', 'Greens'],
      currentPick: null,
      round: { emailMessage: 'At **eight**.' },
    })
    expect(seasons).toMatchObject([{ seasonId: league.seasonId, playerCount: 4 }])
    expect(seasons[0].ranks[0]).toEqual({ userId: ann, rank: 1, totalPoints: 6 })
    expect(serverTime).toBe(league.clock.now())
  })

  test('says of a sport what its own link says, of a result too', async () => {
    const { open, locked } = await body()
    for (const row of [...open, ...locked]) {
      const own = await done(league.visitor.get(`/picks/${row.token}`))
      const { emailMessage: _, ...round } = row.round
      expect({ ...row, round }).toMatchObject({
        userId: own.user.id,
        round: own.round,
        currentPick: own.currentPick,
      })
      expect([row.receipt, row.result ?? null]).toEqual([own.receipt, own.result])
    }
    expect(locked[0].result).toMatchObject({ place: 'first', points: 6, rank: 1 })
    expect(locked[0].receipt.code).toMatch(/^\w{4}-/)
  })

  test('has a pick that was saved with one of its tokens at once', async () => {
    const [{ token }] = (await body()).open
    const { receipt } = await done(league.visitor.post(`/picks/${token}`, { picks: ['Blues'] }))
    expect((await body()).open[0]).toMatchObject({
      ...{ currentPick: { pickItems: [{ pickNumber: 1, pickValue: 'Blues' }] }, receipt },
    })
  })

  test('is not kept, and is 404 for what is no link to it', async () => {
    expect((await page()).headers.get('cache-control')).toBe('no-store')
    const [picks, ours] = [league.tokenFor(football, id('Ann')), tokenOf('Ann', 'Bob')]
    const wrong = [picks, ours.slice(0, -1), ours.replace(/^\d+/, `${id('Dan')}`), ours.replace('.', '-')]
    for (const token of wrong) {
      expect(await page(token)).toMatchObject({ status: 404, body: { error: 'Invalid or expired link' } })
      expect((await flip(token, { userId: id('Ann'), reminders: false })).status).toBe(404)
    }
    expect((await league.visitor.get(`/picks/${ours}`)).status).toBe(404)
  })

  test('shows somebody who is not active no open sport, and nobody a season that is not active', async () => {
    const act = (verb: string) => done(league.admin.post(`/admin/users/${id('Cleo')}/${verb}`))
    const toggle = (isActive: boolean) =>
      done(league.admin.put(`/admin/seasons/${league.seasonId}/toggle-active`, { isActive }))
    await act('deactivate')
    expect(sports((await body()).open).filter(([, who]) => who === id('Cleo'))).toEqual([])
    expect(sports((await body()).locked)).toContainEqual(['Tennis', id('Cleo')])
    await act('reactivate')
    await toggle(false)
    expect(await body()).toMatchObject({ open: [], locked: [], seasons: [] })
    await toggle(true)
  })
})

describe('the switches of the page', () => {
  test('are of one person, and of those at the address alone', async () => {
    const token = tokenOf('Ann', 'Bob')
    const wanted = { userId: id('Bob'), reminders: false, receipts: true }
    expect(await flip(token, wanted)).toMatchObject({ status: 200, body: { message: 'Saved' } })
    expect((await body(token)).people).toMatchObject([
      { name: 'Ann', reminders: true, messages: true, receipts: false },
      { name: 'Bob', reminders: false, messages: true, receipts: true },
    ])
    for (const userId of [id('Cleo'), id('Dan'), 999]) {
      expect(await flip(token, { userId, reminders: false })).toMatchObject({ status: 404 })
    }
    expect(await flip(token, { ...wanted, reminders: 'no' })).toMatchObject({ status: 400 })
    expect((await flip(token, wanted)).status).toBe(200)
    const { entries } = await done(league.admin.get(`/admin/history?player=${id('Bob')}&kind=players`))
    const said = entries
      .map(({ sentence }: Answer['body']) => sentence)
      .filter((one: string) => /Bob (un)?sub/.test(one))
    expect(said).toHaveLength(2)
  })
})

describe('the link to the page', () => {
  test('leaves out who has moved, who is gone, and ends once the first one has', async () => {
    const token = tokenOf('Cleo', 'Bob', 'Ann')
    await edit('Bob', 'bob@example.com')
    await edit('Ann', '')
    const { people, elsewhere, open } = await body(token)
    expect(people.map(({ name }: Answer['body']) => name)).toEqual(['Cleo'])
    expect(elsewhere).toEqual([
      { name: 'Bob', sentence: 'Bob has an address of their own now' },
      { name: 'Ann', sentence: 'Ann has no address now' },
    ])
    expect(new Set(sports(open).map(([, who]) => who))).toEqual(new Set([id('Cleo')]))
    expect((await flip(token, { userId: id('Bob'), reminders: true })).status).toBe(404)
    for (const name of ['Bob', 'Ann']) await edit(name, FAMILY)
    expect((await body(token)).elsewhere).toEqual([])
    await edit('Cleo', 'cleo@example.com')
    await edit('Cleo', FAMILY)
    expect(await page(token)).toMatchObject(REPLACED)
    expect(await flip(token, { userId: id('Cleo'), reminders: true })).toMatchObject(REPLACED)
  })

  test('ends whole once the links of anybody on it were replaced, and the new one opens', async () => {
    const moved = league.links.me.tokenFor([{ playerId: id('Dan') }, { playerId: id('Bob') }])
    expect((await page(moved)).status).toBe(200)
    await done(league.admin.post(`/admin/users/${id('Bob')}/replace-links`, { reason: 'Forwarded' }))
    expect(await page(moved)).toMatchObject(REPLACED)
    const [dan, bob] = [{ playerId: id('Dan') }, { playerId: id('Bob'), generation: 1 }]
    expect((await page(league.links.me.tokenFor([dan, bob]))).status).toBe(200)
  })

  test('ends with the first one, and goes on without another one who is erased', async () => {
    const generation = { Ann: 2, Bob: 3, Dan: 0 }
    const made = (first: 'Ann' | 'Bob' | 'Dan', ...others: ('Ann' | 'Dan')[]) =>
      league.links.me.tokenFor([
        { playerId: id(first), generation: generation[first] },
        ...others.map((name) => ({ playerId: id(name) })),
      ])
    const [withDan, ofDan] = [made('Ann', 'Dan'), made('Dan', 'Ann')]
    expect([(await page(withDan)).status, (await page(ofDan)).status]).toEqual([200, 200])
    await done(league.admin.post(`/admin/users/${id('Dan')}/erase`, { confirmation: 'ERASE' }))
    expect(await body(withDan)).toMatchObject({ people: [{ name: 'Ann' }], elsewhere: [] })
    expect((await page(ofDan)).status).toBe(410)
  })
})
