import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, done, type Http } from '../support/http.ts'
import { aLeague } from '../support/league/a-league.ts'
import type { RunningLeague } from '../support/league/running.ts'

let league: RunningLeague
let admin: Http
let seasonId: number
let football: number
let bob: number

/** The newest entry of the history, of this type. */
async function last(type: string): Promise<string> {
  const { entries } = await done(admin.get('/admin/history'))
  return entries.find((entry: { type: string }) => entry.type === type)?.eventId
}

const undo = (eventId: string, body?: unknown) => admin.post(`/admin/history/${eventId}/undo`, body)
const wayBack = (eventId: string) => done(admin.get(`/admin/history/${eventId}/undo`))
const effect = (eventId: string) => done(admin.get(`/admin/history/${eventId}/effect`))
const standings = async () =>
  (await done(admin.get(`/admin/leaderboard/season/${seasonId}`))).leaderboard.map(
    ({ userName, totalPoints }: Answer['body']) => `${userName} ${totalPoints}`,
  )
const told = ({ seasons }: Answer['body']) =>
  seasons.flatMap(({ players }: Answer['body']) =>
    players.map(
      ({ name, before, after }: Answer['body']) =>
        `${name} ${before?.points ?? 'out'} -> ${after?.points ?? 'out'}`,
    ),
  )

beforeAll(async () => {
  league = await aLeague()
    .withPlayers('Ann', 'Bob')
    .withSeason()
    .withRound()
    .withPicks({ Ann: ['Reds'], Bob: ['Blues'] })
    .start()
  ;({ admin, seasonId, roundId: football } = league)
  bob = league.idOf('Bob')
  league.clock.set('2027-08-01T18:00:01.000Z')
  await done(admin.post(`/admin/rounds/${football}/complete`, { firstPlaceTeam: 'Reds' }))
})
afterAll(() => league?.close())

describe('points that were changed', () => {
  test('are undone with a preview first, and that again', async () => {
    await done(admin.put('/admin/settings', { pointsFirstPlace: 12 }))
    const changed = await last('PointsChanged')
    expect(told(await effect(changed))).toEqual(['Ann 6 -> 12', 'Bob 1 -> 1'])
    const way = await wayBack(changed)
    expect(way).toMatchObject({
      possible: true,
      sentence: 'The points from first place down are 6, 5, 4, 3, 2, 1 again.',
    })
    expect(told(way.preview)).toEqual(['Ann 12 -> 6', 'Bob 1 -> 1'])
    const { message } = await done(undo(changed, { seenPosition: way.preview.position, reason: 'A slip' }))
    expect(message).toBe(way.sentence)
    expect(await standings()).toEqual(['Ann 6', 'Bob 1'])

    const back = await last('PointsChanged')
    const { metadata } = await done(admin.get(`/admin/history/${back}`))
    expect(metadata).toMatchObject({ causationId: changed, reason: 'A slip', actor: { kind: 'admin' } })
    await done(undo(back))
    expect(await standings()).toEqual(['Ann 12', 'Bob 1'])
    await done(undo(await last('PointsChanged')))
  })

  test('are undone once: whoever asks again is refused, and a retry hears the same', async () => {
    await done(admin.put('/admin/settings', { pointsFirstPlace: 8 }))
    const changed = await last('PointsChanged')
    const attempt = (key: string) =>
      admin.post(`/admin/history/${changed}/undo`, {}, { 'Idempotency-Key': key })
    const answer = await done(attempt('one'))
    const back = await last('PointsChanged')
    expect(await done(attempt('one'))).toEqual(answer)
    const error = expect.stringMatching(/^It was changed again later: .+ from 8 to 6/)
    expect(await attempt('another')).toMatchObject({ status: 409, body: { error } })
    expect(await last('PointsChanged')).toBe(back)
    expect(await standings()).toEqual(['Ann 6', 'Bob 1'])
  })

  test('a preview that is outdated undoes nothing', async () => {
    await done(admin.put('/admin/settings', { pointsFirstPlace: 9 }))
    const changed = await last('PointsChanged')
    const { preview } = await wayBack(changed)
    await done(admin.put('/admin/settings', { appTagline: 'Something has happened' }))
    const answer = await undo(changed, { seenPosition: preview.position })
    expect(answer).toMatchObject({ status: 409, body: { outdated: true } })
    await done(undo(changed))
  })

  test('and changed again since are not undone, and it says by what', async () => {
    await done(admin.put('/admin/settings', { pointsFirstPlace: 9 }))
    const first = await last('PointsChanged')
    await done(admin.put('/admin/settings', { pointsFirstPlace: 6 }))
    const { possible, sentence, preview } = await wayBack(first)
    expect({ possible, preview }).toEqual({ possible: false, preview: null })
    expect(sentence).toMatch(/^It was changed again later: .+ from 9 to 6/)
    expect(await undo(first)).toMatchObject({ status: 409, body: { error: sentence } })
  })
})

test('a result, its unlock, an entered pick and a withdrawn one', async () => {
  const completed = await last('RoundCompleted')
  expect(await wayBack(completed)).toMatchObject({ possible: true })
  await done(undo(completed))
  expect(await standings()).toEqual(['Ann 0', 'Bob 0'])
  await done(undo(await last('RoundUnlocked')))
  expect(await standings()).toEqual(['Ann 6', 'Bob 1'])
  await done(admin.post(`/admin/rounds/${football}/unlock`))

  await done(admin.post('/admin/picks', { userId: bob, roundId: football, picks: ['Greens'] }))
  const entered = await last('PickEntered')
  expect(await wayBack(entered)).toMatchObject({ possible: true })
  await done(undo(entered))
  const picks = async () => {
    const { leaderboard } = await done(admin.get(`/admin/leaderboard/season/${seasonId}`))
    return leaderboard.find(({ userName }: Answer['body']) => userName === 'Bob').picks[football]
  }
  expect(await picks()).toMatchObject({ pickItems: [{ pickValue: 'Blues' }] })
})

test('the switch for all mail is for the main admin alone', async () => {
  await done(admin.put('/admin/settings/email-notifications', { enabled: false }))
  const switched = await last('NotificationsSwitchedOff')
  await league.addAdmin('Sam')
  const sam = await league.signInByMail('sam@example.com')
  expect((await done(sam.get(`/admin/history/${switched}/undo`))).possible).toBe(false)
  expect((await sam.post(`/admin/history/${switched}/undo`)).status).toBe(403)
  await done(undo(switched))
})

test('an event that does not exist has neither effect nor way back', async () => {
  const nothing = '00000000-0000-4000-8000-000000000000'
  for (const answer of [
    await admin.get(`/admin/history/${nothing}/effect`),
    await admin.get(`/admin/history/${nothing}/undo`),
    await undo(nothing),
  ]) {
    expect(answer).toMatchObject({ status: 404, body: { error: 'This event does not exist' } })
  }
})
