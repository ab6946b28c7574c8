import { v4 as uuidv4 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { done } from '../support/http.ts'
import { aLeague } from '../support/league/a-league.ts'
import type { RunningLeague } from '../support/league/running.ts'

let league: RunningLeague
beforeAll(async () => {
  league = await aLeague()
    .withPlayers('Ann', 'Bob', { name: 'Cleo', email: null })
    .withSeason()
    .withDraft()
    .withDraft({ sportName: 'Tennis' })
    .withDraft({ sportName: 'Golf', teams: [] })
    .withDraft({ sportName: 'Chess', lockTime: '2027-01-10T13:00:00Z' })
    .withSeason({ name: 'Winter Cup' })
    .withDraft({ sportName: 'Skiing' })
    .start()
})
afterAll(() => league?.close())

const idOf = (index: number) => league.roundIds[index] ?? 0
const activate = (roundIds: number[], headers = {}) =>
  league.admin.post('/admin/rounds/bulk/activate', { roundIds }, headers)
const statusOf = async (roundId: number) => (await done(league.admin.get(`/admin/rounds/${roundId}`))).status
const [FOOTBALL, TENNIS, GOLF, CHESS, SKIING] = [0, 1, 2, 3, 4]

describe('activating several sports', () => {
  test('is refused as a whole, and says which sport is in the way', async () => {
    const first = [idOf(FOOTBALL), idOf(TENNIS)]
    expect(await activate([...first, idOf(GOLF)])).toMatchObject({
      status: 409,
      body: { error: 'No sport was activated, because of Golf: Add at least one team first' },
    })
    league.clock.advance(2 * 3_600_000)
    expect(await activate([...first, idOf(CHESS)])).toMatchObject({
      status: 409,
      body: {
        error:
          'No sport was activated, because of Chess: The lock time has passed. Choose one in the future first',
      },
    })
    expect(await activate([...first, idOf(SKIING)])).toMatchObject({
      status: 400,
      body: { details: [{ field: 'roundIds', message: 'Please choose sports of one season' }] },
    })
    expect(await activate([...first, 99_999])).toMatchObject({
      status: 404,
      body: { error: 'Sport not found' },
    })
    await done(league.admin.post(`/admin/rounds/${idOf(GOLF)}/soft-delete`))
    expect(await activate([...first, idOf(GOLF)])).toMatchObject({
      status: 404,
      body: { error: 'No sport was activated, because of Golf: Sport not found' },
    })
    expect(await activate([])).toMatchObject({ status: 400 })
    for (const roundId of first) expect(await statusOf(roundId)).toBe('draft')
    const { mails } = await done(league.admin.get('/admin/outbox'))
    expect(mails).toEqual([])
  })

  test('is one command, one line of the history and one mail for each address', async () => {
    const roundIds = [idOf(FOOTBALL), idOf(TENNIS), idOf(FOOTBALL)]
    const headers = { 'idempotency-key': uuidv4() }
    const answer = await activate(roundIds, headers)
    expect(answer).toMatchObject({
      status: 200,
      body: {
        message: '2 sports activated. No mail server is set: mails to 2 players are kept under Mail',
        activated: 2,
        userCount: 2,
      },
    })
    expect((await activate(roundIds, headers)).body).toEqual(answer.body)
    const { entries } = await done(league.admin.get('/admin/history?per=command'))
    const { commandId, eventId, sentence, count } = entries[0]
    expect({ sentence, count }).toEqual({
      sentence: 'Connie opened 2 sports of Family Cup for picks: links that are mailed go out together',
      count: 2,
    })
    const unfolded = await done(league.admin.get(`/admin/history?command=${commandId}`))
    expect(unfolded.entries.map((one: { sentence: string }) => one.sentence)).toEqual([
      'Connie opened Tennis for picks: links for 2 players with an email address',
      'Connie opened Football for picks: links for 2 players with an email address',
    ])
    expect(await done(league.admin.get(`/admin/history/${eventId}/undo-all`))).toMatchObject({
      possible: false,
    })
    const mails = await keptMails()
    expect(
      mails.map(({ to, template, roundId, roundIds: about }) => ({ to, template, roundId, about })),
    ).toEqual(
      expect.arrayContaining(
        ['ann@example.com', 'bob@example.com'].map((to) => ({
          ...{ to, template: 'pick-link', roundId: null, about: [idOf(FOOTBALL), idOf(TENNIS)] },
        })),
      ),
    )
    const ann = mails.find(({ to }) => to === 'ann@example.com')
    for (const roundId of roundIds) {
      expect(ann?.text).toContain(`/pick/${league.tokenFor(roundId, league.idOf('Ann'))}`)
    }
    const { participants } = await done(league.admin.get(`/admin/rounds/${idOf(TENNIS)}/mail`))
    expect(participants[0]).toMatchObject({
      name: 'Ann',
      lastMail: { template: 'pick-link', state: 'kept' },
    })
    const shown = await done(league.admin.get(`/admin/outbox/${ann?.id}`))
    expect(shown).toMatchObject({ playerIds: [league.idOf('Ann')], roundIds: [idOf(FOOTBALL), idOf(TENNIS)] })
  })
})

type Kept = {
  id: string
  to: string
  template: string
  roundId: number | null
  roundIds?: number[]
  text: string
}

/** Once that many have come to their end. */
const keptMails = (count = 2): Promise<Kept[]> =>
  eventually('the mails', async () => {
    league.clock.advance(1_000)
    const { mails } = await done(league.admin.get('/admin/outbox?state=kept'))
    return mails.length === count ? mails : null
  })
