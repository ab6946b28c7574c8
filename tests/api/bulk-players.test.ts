import { v4 as uuidv4 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { done } from '../support/http.ts'
import { aLeague } from '../support/league/a-league.ts'
import type { RunningLeague } from '../support/league/running.ts'

let league: RunningLeague
beforeAll(async () => {
  league = await aLeague().withPlayers('Ann', 'Bob', 'Cleo').withSeason().start()
})
afterAll(() => league?.close())

type Row = { id: number; name: string; email: string; is_active: number }

const players = (): Promise<Row[]> => done(league.admin.get('/admin/users'))
const newest = async () => (await done(league.admin.get('/admin/history?per=command'))).entries[0]
const bulk = (list: { name: string; email: string }[]) =>
  league.admin.post('/admin/users/bulk', { players: list })

describe('many players are added', () => {
  test('as one command, which is one line of the history', async () => {
    const list = Array.from({ length: 60 }, (_, index) => ({ name: `Guest ${index + 1}`, email: '' }))
    const answer = await bulk([...list, { name: 'Dora', email: 'dora@example.com' }])
    expect(answer).toMatchObject({ status: 201, body: { message: '61 players added', added: 61 } })
    const rows = await players()
    const named = answer.body.ids.map((id: number) => rows.find((row) => row.id === id)?.name)
    expect(named, 'in their order').toEqual([...list.map(({ name }) => name), 'Dora'])
    const { commandId, ...line } = await newest()
    expect(line).toMatchObject({ sentence: 'Connie added 61 players', count: 61, playerId: null })
    const page = await done(league.admin.get(`/admin/history?command=${commandId}`))
    expect(page.entries).toHaveLength(50)
    expect(page.entries[0].sentence).toBe('Connie added the player Dora, dora@example.com')
  })

  test.each([
    [
      'an address that is none',
      [
        { name: 'Eve', email: '' },
        { name: 'Finn', email: 'finn@' },
      ],
      'players.1.email',
    ],
    ['a name that is empty', [{ name: ' ', email: '' }], 'players.0.name'],
    ['nobody', [], 'players'],
    ['more than 500', Array.from({ length: 501 }, () => ({ name: 'Eve', email: '' })), 'players'],
  ])('%s refuses all of them', async (_, list, field) => {
    const before = await players()
    const { status, body } = await bulk(list)
    expect(status).toBe(400)
    expect(body.details.map((one: { field: string }) => one.field)).toContain(field)
    expect(await players()).toEqual(before)
  })

  test('and a call that is sent twice adds nobody a second time', async () => {
    const send = () =>
      league.admin.post(
        '/admin/users/bulk',
        {
          players: [
            { name: 'Gus', email: '' },
            { name: 'Hal', email: '' },
          ],
        },
        { 'idempotency-key': key },
      )
    const key = uuidv4()
    const first = await send()
    expect((await send()).body).toEqual(first.body)
    expect((await players()).filter(({ name }) => name === 'Gus')).toHaveLength(1)
  })
})

describe('several players', () => {
  const active = async (...names: string[]) =>
    (await players()).filter(({ name }) => names.includes(name)).map(({ is_active }) => is_active)
  const change = (verb: string, ...names: string[]) =>
    league.admin.post(`/admin/users/bulk/${verb}`, { userIds: names.map((name) => league.idOf(name)) })

  test('are deactivated and come back by one undo, but for whom somebody has changed since', async () => {
    await done(league.admin.post(`/admin/users/${league.idOf('Cleo')}/deactivate`))
    expect((await change('deactivate', 'Ann', 'Bob', 'Cleo')).body).toEqual({
      message: '2 players deactivated',
      changed: 2,
    })
    expect(await active('Ann', 'Bob', 'Cleo')).toEqual([0, 0, 0])
    const { eventId, sentence } = await newest()
    expect(sentence).toBe('Connie deactivated 2 players: no mail and no picks, past standings stay')
    const undo = `/admin/history/${eventId}/undo-all`
    expect(await done(league.admin.get(undo))).toEqual({
      possible: true,
      sentence: '2 players are active again.',
      preview: null,
    })
    await done(league.admin.post(`/admin/users/${league.idOf('Bob')}/reactivate`))
    const told = await done(league.admin.post(undo, { reason: 'A slip' }))
    expect(told).toEqual({ message: 'The player is active again.' })
    expect(await active('Ann', 'Bob', 'Cleo')).toEqual([1, 1, 0])
    expect(await league.admin.post(undo, { reason: 'A slip' }), 'once more').toMatchObject({ status: 409 })
  })

  test('stay as they are when one of them does not exist', async () => {
    const userIds = [league.idOf('Ann'), 99_999]
    const answer = await league.admin.post('/admin/users/bulk/deactivate', { userIds })
    expect(answer).toMatchObject({ status: 404, body: { error: 'Player not found' } })
    expect(await active('Ann')).toEqual([1])
  })
})

describe('several participants', () => {
  const path = () => `/admin/season-participants/${league.seasonId}`
  const present = async () => (await done(league.admin.get(path()))).map(({ name }: { name: string }) => name)

  test('leave and come back, each as one command', async () => {
    const userIds = ['Ann', 'Bob'].map((name) => league.idOf(name))
    const remove = () => league.admin.post(`${path()}/participants/bulk/remove`, { userIds })
    expect((await remove()).body).toEqual({ message: '2 participants removed', removed: 2 })
    expect(await present()).toEqual(['Cleo'])
    expect((await newest()).sentence).toBe('Connie removed 2 players from Family Cup. The picks are kept')
    expect((await remove()).body).toMatchObject({ removed: 0 })
    const add = () => league.admin.post(`${path()}/participants/bulk`, { userIds })
    expect((await add()).body).toEqual({ message: '2 participants added', added: 2 })
    expect((await newest()).sentence).toBe('Connie added 2 players to Family Cup')
    expect(await present()).toEqual(['Ann', 'Bob', 'Cleo'])
    expect((await add()).body).toMatchObject({ added: 0 })
  })

  test('who do not exist are refused', async () => {
    const answer = await league.admin.post(`${path()}/participants/bulk`, { userIds: [99_999] })
    expect(answer).toMatchObject({ status: 404, body: { error: 'Player not found' } })
  })
})
