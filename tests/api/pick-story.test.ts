import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PickStory, StoryEvent } from '../../api/contract/pick-stories.ts'
import { eventually } from '../support/eventually.ts'
import { done } from '../support/http.ts'
import { aLeague } from '../support/league/a-league.ts'
import type { RunningLeague } from '../support/league/running.ts'

const LOCKS_AT = '2027-01-11T12:00:00.000Z'
const MOVED_TO = '2027-01-12T12:00:00.000Z'

let league: RunningLeague
beforeAll(async () => {
  league = await aLeague()
    .withPlayers('Ann', 'Bob', 'Cleo')
    .withSeason()
    .withRound({ lockTime: LOCKS_AT })
    .start()
})
afterAll(() => league?.close())

const id = (name: string) => league.idOf(name)
const path = (name: string, roundId = league.roundId) =>
  `/public/seasons/${league.seasonId}/rounds/${roundId}/players/${id(name)}`
const story = (name: string): Promise<PickStory> => done(league.visitor.get(path(name)))
const ownStory = async (name: string): Promise<PickStory> =>
  (await done(league.visitor.get(`/picks/${token(name)}?story=true`))).story
const token = (name: string) => league.tokenFor(league.roundId, id(name))
const pick = (name: string, ...picks: string[]) => league.visitor.post(`/picks/${token(name)}`, { picks })
const sentences = ({ events }: PickStory, kind: StoryEvent['kind']) =>
  events.filter((event) => event.kind === kind).map(({ sentence }) => sentence)

describe('before the lock', () => {
  test('everybody sees that a pick was made, and the lock times', async () => {
    await done(pick('Ann', 'Reds'))
    league.clock.advance(60_000)
    await done(pick('Ann', 'Blues'))
    expect((await pick('Ann', 'Purples')).status).toBe(400)
    const moved = { lockTime: MOVED_TO, reason: 'The final was moved' }
    await done(league.admin.put(`/admin/rounds/${league.roundId}`, moved))
    const seen = await story('Ann')
    expect(seen).toMatchObject({ sealed: true, hasPicked: true, user: { name: 'Ann' } })
    expect(seen.events.map(({ kind, lock }) => [kind, lock])).toEqual([
      ['opened', { was: null, is: LOCKS_AT }],
      ['lock', { was: LOCKS_AT, is: MOVED_TO }],
    ])
    expect(seen.events[1]).toMatchObject({ by: 'admin', admin: 'Connie', reason: 'The final was moved' })
    expect(await story('Bob')).toMatchObject({ sealed: true, hasPicked: false })
  })

  test('the owner of the link sees the own versions, and what was refused, but not its value', async () => {
    const seen = await ownStory('Ann')
    expect(sentences(seen, 'pick')).toEqual([
      'Ann picked Reds for Football',
      'Ann picked Blues for Football (was: Reds)',
    ])
    expect(seen.events.flatMap(({ version }) => (version ? [[version.picks, version.counts]] : []))).toEqual([
      [['Reds'], false],
      [['Blues'], true],
    ])
    expect(sentences(seen, 'refused')).toEqual([
      'A pick from the link of Ann was refused: it was not a valid pick',
    ])
    expect(JSON.stringify(seen)).not.toContain('Purples')
  })

  test('and when a mail went out, what the mail server said, and who copied the link', async () => {
    await done(league.admin.post(`/admin/rounds/${league.roundId}/participants/${id('Ann')}/link`))
    const seen = await eventually('a mail that went out', async () => {
      const found = await ownStory('Ann')
      return found.events.some(({ mail }) => mail?.state === 'kept') && found
    })
    expect(sentences(seen, 'link')).toEqual(['Connie copied the pick link of Ann for Football'])
    expect(seen.events.find(({ mail }) => mail?.template === 'pick-link')).toMatchObject({
      ...{ kind: 'mail', mail: { template: 'pick-link', reply: expect.any(String) } },
    })
    expect((await ownStory('Bob')).events.map(({ kind }) => kind)).not.toContain('link')
  })
})

test('that the sport was cancelled everybody sees at once, and what was picked nobody', async () => {
  const cancel = { reason: 'The final was called off' }
  await done(league.admin.post(`/admin/rounds/${league.roundId}/cancel`, cancel))
  const seen = await story('Ann')
  expect(seen).toMatchObject({ sealed: true, round: { cancelled: 1 } })
  expect(seen.events.at(-1)).toMatchObject({ sentence: 'Connie cancelled Football', ...cancel })
  expect(JSON.stringify(seen)).not.toContain('Blues')
  await done(league.admin.post(`/admin/rounds/${league.roundId}/reinstate`))
  expect((await story('Ann')).round).not.toHaveProperty('cancelled')
})

test('that a pick was refused because the sport was cancelled is told so, also after its lock time', async () => {
  const roundId = await league.openRound({ sportName: 'Golf', lockTime: LOCKS_AT })
  const link = `/picks/${league.tokenFor(roundId, id('Cleo'))}`
  await done(league.admin.post(`/admin/rounds/${roundId}/cancel`, { reason: 'Fog' }))
  for (const _ of ['before its lock', 'after it']) {
    expect((await league.visitor.post(link, { picks: ['Reds'] })).status).toBe(403)
    league.clock.set('2027-01-11T12:00:05.000Z')
  }
  league.clock.advance(1_000)
  await done(league.admin.post(`/admin/rounds/${roundId}/reinstate`))
  expect((await league.visitor.post(link, { picks: ['Reds'] })).status).toBe(403)
  expect(sentences(await done(league.visitor.get(path('Cleo', roundId))), 'refused')).toEqual([
    'A pick from the link of Cleo was refused: the sport was cancelled',
    'A pick from the link of Cleo was refused: the sport was cancelled',
    'A pick from the link of Cleo was refused: it came 6 s after the lock',
  ])
})

test('so is who could not pick, and which season took no picks', async () => {
  const roundId = await league.openRound({ sportName: 'Chess', lockTime: MOVED_TO })
  const link = `/picks/${league.tokenFor(roundId, id('Cleo'))}`
  const refused = async () => expect((await league.visitor.post(link, { picks: ['Reds'] })).status).toBe(403)
  const season = `/admin/seasons/${league.seasonId}`
  await done(league.admin.post(`/admin/users/${id('Cleo')}/deactivate`))
  await refused()
  await done(league.admin.post(`/admin/users/${id('Cleo')}/reactivate`))
  await done(league.admin.put(`${season}/toggle-active`))
  await refused()
  await done(league.admin.put(`${season}/toggle-active`))
  const { story } = await done(league.visitor.get(`${link}?story=true`))
  expect(sentences(story, 'refused')).toEqual([
    'A pick from the link of Cleo was refused: the player was not active',
    'A pick from the link of Cleo was refused: the season was not active',
  ])
})

describe('after the lock everybody sees', () => {
  test('every version, who entered one, and why', async () => {
    await done(pick('Bob', 'Reds'))
    league.clock.set('2027-01-12T12:00:01.000Z')
    const entered = { userId: id('Bob'), roundId: league.roundId, picks: ['Blues'], reason: 'He called me' }
    await done(league.admin.post('/admin/picks', entered))
    const seen = await story('Bob')
    expect(seen.sealed).toBe(false)
    expect(
      seen.events.flatMap(({ version, by, admin, reason }) =>
        version ? [[version.picks[0], version.savedBy, by, admin, reason]] : [],
      ),
    ).toEqual([
      ['Reds', 'player', 'player', null, null],
      ['Blues', 'admin', 'admin', 'Connie', 'He called me'],
    ])
    expect(sentences(seen, 'pick')[1]).toMatch(
      /^Connie entered the pick of Bob for Football after the lock: Blues \(was: Reds\)$/,
    )
    expect(sentences(seen, 'mail')).toEqual([])
  })

  test('attempts that came too late, at most twenty of a link, and those of the first day', async () => {
    for (let attempt = 0; attempt < 22; attempt += 1) {
      league.clock.advance(25_000)
      expect((await pick('Cleo', 'Reds')).status).toBe(403)
    }
    const refused = (await story('Cleo')).events.filter(({ kind }) => kind === 'refused')
    expect(refused).toHaveLength(20)
    expect(refused[0]).toMatchObject({
      at: '2027-01-12T12:00:26.000Z',
      lock: { is: MOVED_TO },
      sentence: 'A pick from the link of Cleo was refused: it came 26 s after the lock',
    })
    league.clock.advance(24 * 3_600_000)
    expect((await pick('Ann', 'Reds')).status).toBe(403)
    expect(sentences(await story('Ann'), 'refused')).toHaveLength(1)
  })

  test('each result and each change of the rules, with points and rank before and after, and who led', async () => {
    const round = `/admin/rounds/${league.roundId}`
    await done(league.admin.post(`${round}/complete`, { firstPlaceTeam: 'Reds' }))
    await done(pick('Bob', 'Reds').then(() => ({ status: 200, body: {} }) as never))
    await done(league.admin.post(`${round}/correct`, { firstPlaceTeam: 'Blues', reason: 'Misread' }))
    await done(league.admin.put(`${round}/weight`, { weight: 2, reason: 'A final' }))
    const seen = await story('Ann')
    const told = seen.events.filter(({ effect }) => effect)
    expect(
      told.map(({ kind, reason, effect }) => [kind, reason, effect?.before?.points, effect?.after]),
    ).toEqual([
      ['result', null, null, { points: 1, total: 1, rank: 1 }],
      ['result', 'Misread', 1, { points: 6, total: 6, rank: 1 }],
      ['rules', 'A final', 6, { points: 12, total: 12, rank: 1 }],
    ])
    expect(told[1]?.effect?.leaders).toEqual({ before: ['Ann', 'Bob'], after: ['Ann', 'Bob'] })
    expect(seen.standing).toMatchObject({
      rank: 1,
      points: 12,
      place: 'first',
      pickSentence: expect.stringContaining('Ann picked Blues'),
    })
    expect((await story('Bob')).standing?.pickSentence).toContain('An admin entered Blues for Bob')
  })

  test('the head of the hash chain that covers each event', async () => {
    const seen = await eventually('all heads', async () => {
      const found = await story('Ann')
      return found.events.filter(({ kind }) => kind !== 'refused').every(({ seal }) => seal) && found
    })
    expect(seen.events[0]?.seal?.head).toMatch(/^[0-9a-f]{64}$/)
  })
})

test('a lock by hand is told once', async () => {
  const roundId = await league.openRound({ sportName: 'Judo', lockTime: '2027-03-01T12:00:00Z' })
  await done(league.admin.post(`/admin/rounds/${roundId}/lock`))
  const seen: PickStory = await done(league.visitor.get(path('Ann', roundId)))
  expect(sentences(seen, 'lock')).toEqual(['Connie locked Judo by hand'])
  expect(seen.events.map(({ lacksReason }) => lacksReason)).toEqual([undefined, true])
})

test('there is no page for who never took part, a draft, a deleted sport, or another season', async () => {
  const { body: drafted } = await league.admin.post('/admin/rounds', {
    ...{
      seasonId: league.seasonId,
      sportName: 'Draft',
      pickType: 'single',
      lockTime: '2027-03-01T12:00',
      timezone: 'UTC',
    },
  })
  for (const at of [
    path('Ann', drafted.id),
    path('Ann', 99),
    `/public/seasons/99/rounds/${league.roundId}/players/${id('Ann')}`,
    `/public/seasons/${league.seasonId}/rounds/${league.roundId}/players/99`,
  ]) {
    expect((await league.visitor.get(at)).status, at).toBe(404)
  }
})

test('a receipt says which pick it is of where it is asked', async () => {
  const { code } = (await story('Ann')).events.find(({ version }) => version)?.version ?? {}
  const { body } = await league.visitor.get(`/public/receipts/${code}?story=true`)
  expect(body.pick).toEqual({ seasonId: league.seasonId, roundId: league.roundId, playerId: id('Ann') })
  expect((await league.visitor.get(`/public/receipts/${code}`)).body.pick).toBeUndefined()
})
