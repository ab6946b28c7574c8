import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { READ_SCHEMA } from '../../projections/engine/version.ts'
import { temporaryFolder } from '../support/folder.ts'
import { done } from '../support/http.ts'
import { aLeague } from '../support/league/a-league.ts'
import type { RunningLeague } from '../support/league/running.ts'
import { wholeLog, withFolder } from '../support/log.ts'
import { tablesOf } from '../support/read-tables.ts'

const SAMS = [1, 2, 3, 4, 5, 6]
const ROSE = { name: 'Grandma Rose', endYear: 1998, note: 'With a coin, says Rosalind' }
const GRANDMA = /Grandma|Rosalind/i
const CHAMPIONS = '/admin/historical-champions'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let league: RunningLeague
let rose: number

const champions = async () => (await done(league.visitor.get('/public/seasons/champions'))).champions
const titles = async () => (await done(league.visitor.get('/public/seasons/champions'))).titles
const record = (body: object) => league.admin.post(CHAMPIONS, body)
const refusal = (status: number, error: string) => ({ status, body: { error } })

beforeAll(async () => {
  folder = await temporaryFolder()
  const names = SAMS.map((id) => `Sam ${id}`)
  league = await aLeague()
    .withPlayers(names, 'Ann', 'Bob')
    .withSeason({ name: 'Family Cup 2026', yearStart: 2026, yearEnd: 2026, commissioner: 'Connie' })
    .withRound()
    .withPicks({ ...Object.fromEntries(names.map((name) => [name, ['Reds']])), Ann: ['Blues'] })
    .start({ dataDir: folder.path })
  league.clock.advance(60_000)
  const round = `/admin/rounds/${league.roundIds[0]}`
  await done(league.admin.post(`${round}/lock`))
  await done(league.admin.post(`${round}/complete`, { firstPlaceTeam: 'Reds' }))
  for (const id of SAMS) await done(league.admin.put(`/admin/users/${id}`, { name: 'Sam', email: '' }))
})
afterAll(async () => {
  await league?.close()
  await folder?.remove()
})

describe('once the season has ended', () => {
  beforeAll(async () => {
    await done(league.admin.post(`/admin/seasons/${league.seasonId}/end`))
  })

  test('six who are tied share one plate, and keep apart though they have one name', async () => {
    expect(await champions()).toEqual([
      {
        ...{ year: 2026, names: Array(6).fill('Sam'), userIds: [1, 2, 3, 4, 5, 6] },
        ...{ seasonId: league.seasonId, seasonName: 'Family Cup 2026', points: 6, shared: true },
      },
    ])
    const { rows } = await done(league.visitor.get('/public/all-time'))
    expect(rows.map(({ userId, rank }: { userId: number; rank: number }) => [userId, rank])).toEqual([
      ...[1, 2, 3, 4, 5, 6].map((id) => [id, 1]),
      [7, 7],
      [8, 8],
    ])
    expect(rows[0]).toEqual({
      ...{ userId: 1, name: 'Sam', seasons: 1, titles: 1, sharedTitles: 1, podiums: 1, bestRank: 1 },
      ...{ totalPoints: 6, championsCalled: 1, share: 1, rank: 1 },
    })
  })

  test('each player has a page', async () => {
    expect(await done(league.visitor.get('/public/players/7'))).toEqual({
      ...{ id: 7, name: 'Ann', titles: 0, podiums: 0, earlierTitles: [] },
      seasons: [
        {
          ...{ seasonId: league.seasonId, name: 'Family Cup 2026', yearStart: 2026, yearEnd: 2026 },
          ...{ rank: 7, players: 8, totalPoints: 1, championsCalled: 0, ended: true },
        },
      ],
    })
    expect(await league.visitor.get('/public/players/99')).toMatchObject(refusal(404, 'Player not found'))
  })

  test('a season that was deleted is gone from all of them, and comes back', async () => {
    await done(league.admin.post(`/admin/seasons/${league.seasonId}/soft-delete`))
    expect(await champions()).toEqual([])
    expect(await league.visitor.get('/public/players/7')).toMatchObject({ status: 404 })
    await done(league.admin.post(`/admin/seasons/${league.seasonId}/restore`))
    expect(await champions()).toHaveLength(1)
  })
})

describe('a champion of long ago', () => {
  test('is recorded by hand, and the note is for admins alone', async () => {
    rose = (await done(record(ROSE))).id
    expect((await champions()).at(-1)).toEqual({
      ...{ year: 1998, names: ['Grandma Rose'], userIds: [null], seasonId: null, seasonName: null },
      ...{ points: null, shared: false },
    })
    expect(await done(league.admin.get(CHAMPIONS))).toEqual([{ id: rose, playerId: null, ...ROSE }])
    expect((await done(league.visitor.get('/public/seasons/champions'))).established).toBe(1998)
  })

  test.each([
    ['the same name and year', { name: 'grandma rose', endYear: 1998 }, 409, /is champion of 1998 already/],
    ["a season's own champion of that year", { name: 'SAM', endYear: 2026 }, 409, /is champion of 2026/],
    ['the same as a player', { playerId: 3, endYear: 2026 }, 409, /^Sam is champion of 2026 already$/],
    ['nobody', { endYear: 1998 }, 400, /^Please enter a name or choose a player$/],
    ['a player who is not there', { playerId: 99, endYear: 1998 }, 404, /^Player not found$/],
    ['a year before all years', { name: 'Eve', endYear: 1899 }, 400, /^Year must be between 1900 and 2100$/],
  ])('%s is refused', async (_, body, status, error) => {
    expect(await record(body)).toMatchObject({
      ...{ status, body: { error: expect.stringMatching(error) } },
    })
  })

  test('of one that is asked for twice at once, one is recorded', async () => {
    const body = { name: 'Uncle Theo', endYear: 1999 }
    const answers = await Promise.all([record(body), record(body), record(body)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
    const { id } = answers.find(({ status }) => status === 201)?.body ?? {}
    await done(league.admin.delete(`${CHAMPIONS}/${id}`))
  })

  test('is linked to a player, whose own name counts from then on, and unlinked again', async () => {
    await done(league.admin.put(`${CHAMPIONS}/${rose}`, { ...ROSE, playerId: 8 }))
    expect((await champions()).at(-1)).toMatchObject({ names: ['Bob'], userIds: [8] })
    expect((await done(league.admin.get('/admin/users/8/has-data'))).details.wins).toBe(1)
    const { rows } = await done(league.visitor.get('/public/all-time'))
    const bob = { userId: 8, titles: 1 }
    expect(await titles()).toContainEqual({ name: 'Bob', ...bob })
    expect(rows[6]).toMatchObject({ ...bob, podiums: 1, bestRank: 1, rank: 7 })
    const page = await done(league.visitor.get('/public/players/8'))
    expect(page).toMatchObject({ titles: 1, earlierTitles: [1998] })
    await done(league.admin.put(`${CHAMPIONS}/${rose}`, ROSE))
    expect((await champions()).at(-1)).toMatchObject({ names: ['Grandma Rose'], userIds: [null] })
  })

  test('has the titles of one person, and another of the same name has others', async () => {
    const earlier = await titles()
    const ids: number[] = []
    for (const _ of ['Uma', 'Uma']) {
      const { id } = await done(league.admin.post('/admin/users', { name: 'Uma', email: '' }))
      ids.push((await done(record({ playerId: id, endYear: 1990 }))).id)
    }
    for (const name of ['Sam', 'sam']) {
      ids.push((await done(record({ name, endYear: name === 'Sam' ? 1991 : 1992 }))).id)
    }
    const added = [
      { name: 'Sam', userId: null, titles: 2 },
      { name: 'Uma', userId: null, titles: 1 },
      { name: 'Uma', userId: null, titles: 1 },
    ]
    expect(await titles()).toEqual([...added.slice(0, 1), ...earlier, ...added.slice(1)])
    for (const id of ids) await done(league.admin.delete(`${CHAMPIONS}/${id}`))
    expect(await titles()).toEqual(earlier)
  })

  test('is not honoured twice where an undo and a record come at once', async () => {
    await done(league.admin.delete(`${CHAMPIONS}/${rose}`))
    const { entries } = await done(league.admin.get('/admin/history?kind=seasons'))
    const undo = league.admin.post(`/admin/history/${entries[0].eventId}/undo`, { reason: 'A slip' })
    const [undone, again] = await Promise.all([undo, record(ROSE)])
    expect([undone.status, again.status].toSorted()).toEqual([expect.any(Number), 409])
    expect(await champions()).toHaveLength(2)
    if (again.status === 201) rose = again.body.id
  })

  test('that is erased is gone from every answer', async () => {
    expect(await champions()).toHaveLength(2)
    await done(league.admin.post(`${CHAMPIONS}/${rose}/erase`, { confirmation: 'ERASE' }))
    expect(await champions()).toHaveLength(1)
    const told = [await done(league.admin.get('/admin/history')), await done(league.admin.get(CHAMPIONS))]
    expect(JSON.stringify(told)).not.toMatch(GRANDMA)
    expect(await league.admin.put(`${CHAMPIONS}/${rose}`, ROSE)).toMatchObject({ status: 404 })
  })
})

test('a player who was erased cannot be honoured, and the answer comes at once', async () => {
  const { id: playerId } = await done(league.admin.post('/admin/users', { name: 'Zoe', email: '' }))
  await done(league.admin.post(`/admin/users/${playerId}/erase`, { confirmation: 'ERASE' }))
  expect(await record({ playerId, endYear: 1997 })).toMatchObject({ status: 404 })
})

test('in the log and the tables nothing is left of the champion who was erased', async () => {
  await league.close()
  await withFolder(folder.path, async ({ database: { kysely }, store }) => {
    const left = [
      await wholeLog(store),
      await tablesOf(kysely, READ_SCHEMA),
      await tablesOf(kysely, 'private'),
    ]
    expect(JSON.stringify(left)).not.toMatch(GRANDMA)
    expect(JSON.stringify(left)).toContain('PastChampionErased')
  })
})
