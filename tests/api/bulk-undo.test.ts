import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { done } from '../support/http.ts'
import { aLeague } from '../support/league/a-league.ts'
import type { RunningLeague } from '../support/league/running.ts'

const PLAYERS = Array.from({ length: 60 }, (_, index) => `Player ${index + 1}`)

let league: RunningLeague
let seasonId: number
beforeAll(async () => {
  league = await aLeague()
    .withPlayers(...PLAYERS)
    .start()
  const season = {
    name: 'Cup 2027',
    yearStart: 2027,
    yearEnd: 2027,
    participantIds: league.playerIds.slice(0, 1),
  }
  seasonId = (await done(league.admin.post('/admin/seasons', season))).id
  await done(league.admin.post(`/admin/season-participants/${seasonId}/participants/bulk`))
})
afterAll(() => league?.close())

const history = async (query: string) => done(league.admin.get(`/admin/history?${query}`))
const newest = async () => (await history('per=command')).entries[0]
const participants = async () =>
  (await done(league.admin.get(`/admin/season-participants/${seasonId}`))).length
const addedAll = async () =>
  (await history('per=command')).entries.find(({ count }: { count?: number }) => count === 59)
const undoAll = (eventId: string) => `/admin/history/${eventId}/undo-all`

describe('adding everybody', () => {
  test('is one line in a folded history, and one for each elsewhere', async () => {
    expect(await newest()).toMatchObject({
      type: 'ParticipantAdded',
      sentence: expect.stringMatching(/ added 59 players to Cup 2027$/),
      count: 59,
      playerId: null,
    })
    const [single] = (await history('')).entries
    expect(single.sentence).toMatch(/ added Player \d+ to Cup 2027$/)
    expect(single).not.toHaveProperty('count')
    const of = await history(`per=command&player=${league.idOf('Player 7')}&kind=seasons`)
    expect(of.entries[0].sentence).toMatch(/ added Player 7 to Cup 2027$/)
  })

  test('unfolds page by page', async () => {
    const { commandId } = await newest()
    const first = await history(`command=${commandId}`)
    expect(first.entries).toHaveLength(50)
    const second = await history(`command=${commandId}&before=${first.next}`)
    expect(second).toMatchObject({ next: null })
    expect(second.entries).toHaveLength(9)
  })

  test('is undone as one, but for who has been removed since', async () => {
    const { eventId } = await newest()
    const removed = league.idOf('Player 9')
    await done(league.admin.delete(`/admin/season-participants/${seasonId}/participants/${removed}`))
    const way = await done(league.admin.get(undoAll(eventId)))
    expect(way).toMatchObject({
      possible: true,
      sentence: '58 players no longer take part; their picks are kept.',
    })
    expect(way.preview.seasons[0].players).toHaveLength(59)
    await done(league.admin.post(undoAll(eventId), { reason: 'A slip', seenPosition: way.preview.position }))
    expect(await participants()).toBe(1)
    expect(await league.admin.post(undoAll(eventId), { reason: 'Once more' })).toMatchObject({ status: 409 })
    expect(await participants()).toBe(1)
    const undone = await newest()
    expect(undone).toMatchObject({
      sentence: expect.stringMatching(/ removed 58 players from Cup 2027\. The picks are kept$/),
      count: 58,
      reason: 'A slip',
      undoes: { sentence: expect.stringMatching(/ added 58 players to Cup 2027$/) },
    })
    const added = await addedAll()
    expect(added.undoneBy).toMatchObject({ name: 'Connie', count: 58 })
    const [ofOne] = (await history(`event=${added.undoneBy.eventId}`)).entries
    expect(ofOne.undoes.sentence).toMatch(/^Connie added Player \d+ to Cup 2027$/)
    const [kept] = (await history(`player=${removed}&command=${added.commandId}`)).entries
    expect(kept.sentence).toBe('Connie added Player 9 to Cup 2027')
    expect(kept, 'who was removed by hand').not.toHaveProperty('undoneBy')
    expect(await done(league.admin.get(undoAll(eventId)))).toMatchObject({
      possible: false,
      sentence: 'It was changed again later',
    })
  })

  test('an undo of that brings them all back', async () => {
    const { eventId } = await newest()
    await done(league.admin.post(undoAll(eventId), { reason: 'It was right' }))
    expect(await participants()).toBe(59)
    const [again, removed] = (await history('per=command')).entries
    expect(removed).toMatchObject({
      eventId,
      undoneBy: { count: 58 },
      undoes: { eventId: expect.any(String) },
    })
    expect(again).toMatchObject({ undoes: { eventId: expect.any(String) } })
    expect(await addedAll(), 'undone no longer').not.toHaveProperty('undoneBy')
  })

  test('which holds for whom it is not undone again', async () => {
    const [{ eventId }] = (await history('per=command')).entries
    const [{ commandId }] = (await history(`event=${eventId}`)).entries
    const [one] = (await history(`command=${commandId}`)).entries
    await done(league.admin.post(`/admin/history/${one.eventId}/undo`, { reason: 'Not that one' }))
    expect(await addedAll()).toMatchObject({ undoneBy: { count: 1 } })
    await done(league.admin.post(undoAll(one.eventId), { reason: 'Nor the others' }))
    expect(await participants()).toBe(1)
    expect(await addedAll()).toMatchObject({ undoneBy: { count: 58 } })
  })
})

test('a season with its players is one line, and one player alone is told by name', async () => {
  const addSeason = async (name: string, count: number) => {
    const participantIds = league.playerIds.slice(0, count)
    await done(league.admin.post('/admin/seasons', { name, yearStart: 2028, yearEnd: 2028, participantIds }))
  }
  await addSeason('Pair', 2)
  expect(await newest()).toMatchObject({
    sentence: expect.stringMatching(/^Connie created the season Pair \(2028\); added 2 players to Pair$/),
    count: 3,
    mixed: true,
  })
  await addSeason('Solo', 1)
  expect((await newest()).sentence).toMatch(/; added Player 1 to Solo$/)
})

test('a form that changed three things is one line, also where a filter lets only a part of it through', async () => {
  const [season] = await done(league.admin.get('/admin/seasons'))
  const form = { name: 'Trio', yearStart: 2029, yearEnd: 2030, commissioner: 'Kim' }
  await done(league.admin.put(`/admin/seasons/${season.id}`, form))
  const line = await newest()
  expect(line).toMatchObject({ count: 3, mixed: true, kind: 'seasons' })
  expect(line.sentence).toMatch(
    /^Connie renamed the season \w+ to Trio; changed the years .+; changed the comm/,
  )
  expect((await history(`per=command&season=${season.id}&kind=seasons`)).entries[0]).toEqual(line)
  const single = (await history(`event=${line.eventId}`)).entries
  expect(single).toHaveLength(1)
  expect(single[0]).not.toHaveProperty('count')
})
