import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findDescriptor } from '../../domain/event-table.ts'
import { EVENT_TYPES } from '../support/event-types.ts'
import { type Answer, done } from '../support/http.ts'
import { aLeague } from '../support/league/a-league.ts'
import { OSCARS } from '../support/league/examples.ts'
import type { RunningLeague } from '../support/league/running.ts'

const LOCK = '2027-01-20T18:00:00Z'

let league: RunningLeague
let football: number
const seen = new Set<string>()

beforeAll(async () => {
  league = await aLeague()
    .withPlayers('Ann', 'Bob', 'Cleo')
    .withSeason()
    .withRound({ lockTime: LOCK })
    .withPicks({ Ann: ['Reds'], Bob: ['Blues'] })
    .start()
  football = league.roundId
})
afterAll(() => league?.close())

const post = (path: string, body: object = {}) => done(league.admin.post(`/admin${path}`, body))
const put = (path: string, body: object = {}) => done(league.admin.put(`/admin${path}`, body))
const page = (query = '') => done(league.visitor.get(`/public/seasons/${league.seasonId}/record${query}`))
const id = (name: string) => league.idOf(name)

/** What came since the last look, in the order in which it came. */
let known = 0
async function news(): Promise<Answer['body'][]> {
  const { entries, count } = await page()
  const fresh = entries.slice(0, count - known).reverse()
  known = count
  for (const { type } of fresh) seen.add(type)
  return fresh
}
const expectNews = async (...entries: object[]) => expect(await news()).toMatchObject(entries)

const season = () => `/seasons/${league.seasonId}`
const participants = () => `/season-participants/${league.seasonId}/participants`
const RULES = {
  points: { first: 10, second: 5, third: 4, fourth: 3, fifth: 2, sixthPlus: 1 },
  ...{ noPick: 0, dropWorst: 0, tieBreak: [] },
}

describe('before the first lock', () => {
  test('the record is empty, whatever happens', async () => {
    await put(`${season()}/rules`, RULES)
    await done(league.admin.delete(`/admin${season()}/rules`, {}))
    await put(`/rounds/${football}/weight`, { weight: 2 })
    await put(`/rounds/${football}/weight`, { weight: 1 })
    await put(`/rounds/${football}`, { teams: ['Reds', 'Blues', 'Greens', 'Golds'] })
    await post('/picks', { userId: id('Cleo'), roundId: football, picks: ['Greens'] })
    await put('/settings', { pointsFirstPlace: 7 })
    await put('/settings', { pointsFirstPlace: 6 })
    await post(`/rounds/${football}/participants/${id('Ann')}/link`)
    expect(await page()).toEqual({ entries: [], next: null, count: 0 })
  })

  test('but for what keeps players from picking', async () => {
    await done(league.admin.delete(`/admin${participants()}/${id('Cleo')}`))
    await post(participants(), { userId: id('Cleo') })
    await post(`/users/${id('Cleo')}/deactivate`)
    await post(`/users/${id('Cleo')}/reactivate`)
    await put(`/users/${id('Cleo')}`, { name: 'Cleo', email: 'casey@example.com' })
    await put(`${season()}/toggle-active`, { isActive: false })
    await put(`${season()}/toggle-active`, { isActive: true })
    await post(`${season()}/soft-delete`)
    await post(`${season()}/restore`)
    await put(`${season()}/toggle-active`, { isActive: true })
    await post(`/rounds/${football}/soft-delete`)
    await post(`/rounds/${football}/restore`)
    await expectNews(
      { type: 'participant_removed' },
      {
        type: 'participant_deactivated',
        sentence: 'Connie deactivated Cleo: no mail and no picks, past standings stay',
      },
      { type: 'participant_activated' },
      {
        type: 'address_changed',
        sentence: 'Connie changed the email address of Cleo while Football was open',
      },
      { type: 'season_deactivated', sentence: 'Connie deactivated the season Family Cup: no picks come in' },
      { type: 'season_activated' },
      { type: 'season_deleted' },
      { type: 'season_restored' },
      { type: 'season_activated' },
      { type: 'sport_deleted' },
      { type: 'sport_restored' },
    )
  })

  test('but for a lock that moves once players know of it', async () => {
    const draft = await league.draftRound({ ...OSCARS, lockTime: '2027-03-01T18:00:00Z' })
    await put(`/rounds/${draft}`, { lockTime: '2027-03-02T18:00:00Z', sportName: 'Grammys' })
    await put(`/rounds/${football}`, { timezone: 'Europe/Berlin' })
    const later = { lockTime: '2027-01-21T18:00:00Z' }
    const refused = await league.admin.put(`/admin/rounds/${football}`, later)
    expect(refused).toMatchObject({ status: 400, body: { details: [{ field: 'reason' }] } })
    await put(`/rounds/${football}`, { ...later, reason: 'Snow' })
    await put(`/rounds/${football}`, { lockTime: LOCK })
    const moved = { type: 'lock_moved', admin: 'Connie' }
    const entries = await news()
    expect(entries).toMatchObject([
      { ...moved, reason: 'Snow' },
      { ...moved, reason: null },
    ])
    const unsaid = await league.admin.post(`/admin/history/${entries[1].id}/undo`)
    expect(unsaid).toMatchObject({ status: 400, body: { details: [{ field: 'reason' }] } })
    expect(entries[0].sentence).toMatch(
      /^Connie changed the lock time of Football from .*20.* to .*21.*, 10 d 6 h 0 s before the lock of Football$/,
    )
    expect(entries[0]).not.toHaveProperty('effect')
  })

  test('and for what a sport is called, once players know of it', async () => {
    await put(`/rounds/${football}`, { sportName: 'Soccer', reason: 'As we say here' })
    await put(`/rounds/${football}`, { sportName: 'Football' })
    const renamed = { type: 'words_changed', admin: 'Connie' }
    await expectNews(
      { ...renamed, sentence: 'Connie renamed the sport Football to Soccer', reason: 'As we say here' },
      { ...renamed, sentence: 'Connie renamed the sport Soccer to Football', reason: null },
    )
  })
})

describe('after the lock each deed is an entry', () => {
  test('a pick that is entered, changed or cleared', async () => {
    league.clock.set('2027-01-20T18:00:05.000Z')
    const entry = { userId: id('Bob'), roundId: football, picks: ['Reds'] }
    await post('/picks', { ...entry, reason: 'He called me' })
    const [entered] = await news()
    expect(entered).toMatchObject({
      ...{ type: 'pick_entered', admin: 'Connie', reason: 'He called me' },
      sentence: 'Connie entered the pick of Bob for Football after the lock: Reds (was: Blues)',
    })
    expect(entered.at).toMatch(/^2027-01-20T18:00:0/)
    await undo(entered.id)
    await expectNews({
      ...{ type: 'undone', reason: 'A slip' },
      sentence:
        'Connie undid this: Connie entered the pick of Bob for Football after the lock: Reds (was: Blues)',
    })
    await done(league.admin.post('/admin/users', { name: 'Dan', email: 'dan@example.com' }))
    const dan = (await done(league.admin.get('/admin/users'))).find(
      ({ name }: { name: string }) => name === 'Dan',
    ).id
    await post(participants(), { userId: dan })
    await post('/picks', { userId: dan, roundId: football, picks: ['Golds'] })
    const [, late] = await news()
    await undo(late.id)
    // The undo of an entry where there was no pick before it.
    await expectNews({ type: 'undone' })
    seen.add('pick_cleared')
  })

  test('a list of teams', async () => {
    await put(`/rounds/${football}`, { teams: ['Reds', 'Blues', 'Greens', 'Golds', 'Whites'] })
    await expectNews({
      ...{ type: 'teams_changed', sentence: 'Connie changed the teams of Football: added Whites' },
    })
  })

  test('another name of a team', async () => {
    const names = { from: 'Whites', to: 'Silvers', reason: 'They moved' }
    await put(`/rounds/${football}/teams/rename`, names)
    const sentence = 'Connie renamed the team Whites of Football to Silvers'
    await expectNews({ type: 'team_renamed', reason: 'They moved', sentence })
  })

  test('a correction, but not the first result', async () => {
    await post(`/rounds/${football}/complete`, { firstPlaceTeam: 'Reds' })
    expect(await news()).toEqual([])
    await post(`/rounds/${football}/correct`, {
      ...{ firstPlaceTeam: 'Blues', secondPlaceTeam: 'Reds', reason: 'The photo' },
    })
    await expectNews({
      type: 'result_corrected',
      reason: 'The photo',
      sentence: 'Connie corrected the result of Football: 1st Blues, 2nd Reds (was: 1st Reds)',
      effect: 'Ann 6 → 5, #1 → #2; 2 others changed. The lead went from Ann to Bob.',
    })
  })

  test('unlocking, and completing again', async () => {
    await post(`/rounds/${football}/unlock`, { reason: 'To look again' })
    await post(`/rounds/${football}/complete`, { firstPlaceTeam: 'Blues', secondPlaceTeam: 'Reds' })
    await expectNews(
      {
        type: 'result_unlocked',
        effect: 'Bob 6 → 0; 3 others changed. Bob led before; nobody has a point now.',
      },
      { type: 'result_corrected', effect: 'Bob 0 → 6; 3 others changed. Bob leads now.' },
    )
  })

  test('rules, a weight and the points of the league', async () => {
    await put(`/rounds/${football}/weight`, { weight: 2, reason: 'The final' })
    await put('/settings', { pointsFirstPlace: 1, pointsNoPick: -3, reason: 'Too many' })
    await put(`${season()}/rules`, { ...RULES, reason: 'At dinner' })
    await put('/settings', { pointsFirstPlace: 6, pointsNoPick: 0 })
    await done(league.admin.delete(`/admin${season()}/rules`, { reason: 'Simpler' }))
    await expectNews(
      {
        ...{ type: 'weight_changed', reason: 'The final' },
        sentence: 'Connie changed the weight of Football from ×1 to ×2',
        effect: 'Bob 6 → 12; 2 others changed. Bob led before and after.',
      },
      {
        ...{ type: 'points_changed', reason: 'Too many' },
        sentence:
          'Connie changed the points for 1st place from 6 to 1; changed the points for a missing pick from 0 to -3',
        effect: 'Bob 12 → 2, #1 → #2; 2 others changed. The lead went from Bob to Ann.',
      },
      { type: 'rules_changed', reason: 'At dinner' },
      { type: 'rules_changed', reason: 'Simpler', sentence: /follow the rules of the league again/ },
    )
  })

  test('who takes part, and who is active', async () => {
    await post(`${participants()}/bulk/remove`, { userIds: [id('Ann'), id('Bob')] })
    const [removed] = await news()
    expect(removed).toMatchObject({
      type: 'participant_removed',
      sentence: 'Connie removed 2 players from Family Cup. The picks are kept',
      effect: expect.stringMatching(/^Bob goes with 12, #1; \d others? changed\./),
    })
    await done(league.admin.post(`/admin/history/${removed.id}/undo-all`, { reason: 'Wrong season' }))
    await expectNews({
      type: 'undone',
      reason: 'Wrong season',
      sentence: 'Connie undid this: Connie removed 2 players from Family Cup. The picks are kept',
    })
    await post(`/users/bulk/deactivate`, { userIds: [id('Ann'), id('Bob')] })
    await post(`/users/${id('Ann')}/reactivate`)
    await expectNews(
      {
        type: 'participant_deactivated',
        sentence: 'Connie deactivated 2 players: no mail and no picks, past standings stay',
      },
      { type: 'participant_activated', sentence: 'Connie reactivated Ann' },
    )
    await done(league.admin.post('/admin/users', { name: 'Eve', email: 'eve@example.com' }))
    const eve = (await done(league.admin.get('/admin/users'))).find(
      ({ name }: { name: string }) => name === 'Eve',
    ).id
    await post(`/users/${eve}/deactivate`)
    expect(await news(), 'nobody of this season').toEqual([])
  })

  test('a sport that is deleted, and restored', async () => {
    await post(`/rounds/${football}/unlock`)
    await post(`/rounds/${football}/soft-delete`)
    await post(`/rounds/${football}/restore`)
    await expectNews(
      { type: 'result_unlocked' },
      { type: 'sport_deleted', sentence: 'Connie deleted the sport Football' },
      { type: 'sport_restored', sentence: 'Connie restored the sport Football' },
    )
  })

  test('a lock by hand, and a season that is opened again', async () => {
    const grammys = (await done(league.admin.get(`/admin/rounds/season/${league.seasonId}`))).find(
      ({ sport_name }: { sport_name: string }) => sport_name === 'Grammys',
    ).id
    await post(`/rounds/${grammys}/activate`)
    await post(`/rounds/${grammys}/lock`, { reason: 'They have begun' })
    await expectNews({ type: 'locked_early', reason: 'They have begun' })
    league.clock.advance(10_000)
    await post(`/rounds/${grammys}/complete`, { firstPlaceTeam: 'Dune' })
    await post(`/rounds/${football}/complete`, { firstPlaceTeam: 'Blues' })
    expect(await news()).toMatchObject([{ type: 'result_corrected' }])
    await post(`${season()}/end`)
    await post(`${season()}/reopen`, { reason: 'One is missing' })
    await expectNews({ type: 'season_reopened', effect: 'No points or ranks changed.' })
  })
})

describe('a sport that is open', () => {
  test('is cancelled and reinstated, and what admins see of its picks is sealed and looked at', async () => {
    const chess = await league.openRound({ ...OSCARS, sportName: 'Chess', lockTime: '2027-09-01T18:00:00Z' })
    await post(`/rounds/${chess}/cancel`, { reason: 'Storm' })
    await post(`/rounds/${chess}/reinstate`)
    await expectNews({ type: 'sport_cancelled', reason: 'Storm' }, { type: 'sport_reinstated' })
    await put(`${season()}/rules`, { ...RULES, reason: 'At dinner' })
    const [ruled] = await news()
    expect(ruled.sentence).toMatch(/, \d+ d \d+ h (\d+ min )?\d+ s before the lock of Chess$/)
    await post(`${season()}/seal-picks`)
    await post(`/rounds/${chess}/look`, { playerIds: [id('Ann')], reason: 'She asked' })
    await post(`/rounds/${chess}/participants/${id('Ann')}/link`)
    await expectNews(
      { type: 'picks_sealed' },
      { type: 'picks_looked_at', reason: 'She asked' },
      { type: 'link_copied' },
    )
    await post(`/rounds/${chess}/lock`, { reason: 'It has begun' })
    await post(`${season()}/unseal-picks`, { reason: 'We trust each other' })
    await expectNews({ type: 'locked_early' }, { type: 'picks_unsealed', reason: 'We trust each other' })
  })
})

const rename = (player: number, name: string) =>
  put(`/users/${player}`, { name, email: `${player === id('Ann') ? 'ann' : 'bob'}@example.com` })

test('names that go from one participant to another are an entry, and other names are none', async () => {
  const [ann, bob] = [id('Ann'), id('Bob')]
  await news()
  await rename(ann, 'Anna')
  expect(await news()).toEqual([])
  await rename(bob, ' ANN')
  await rename(ann, 'Bob')
  const entry = { type: 'name_taken_over', admin: 'Connie', reason: null }
  const had = 'a name that another participant has had since the first lock'
  expect(await news()).toMatchObject([
    { ...entry, sentence: `Connie gave ANN ${had}` },
    { ...entry, sentence: `Connie gave Bob ${had}` },
  ])
  await rename(bob, 'Bobby')
  await rename(ann, 'Ann')
  await rename(bob, 'Bob')
  expect((await news()).map(({ type, sentence }) => [type, sentence])).toEqual([
    ['name_taken_over', `Connie gave Ann ${had}`],
    ['name_taken_over', `Connie gave Bob ${had}`],
  ])
})

describe('a copy of the league', () => {
  const download = (query = '') => league.admin.get(`/admin/operations/export${query}`)

  test('is an entry while a sport is open, and none otherwise', async () => {
    league.clock.advance(10_000)
    await download()
    expect(await news()).toEqual([])
    const open = { ...OSCARS, lockTime: '2027-09-02T18:00:00Z' }
    await league.openRound({ ...open, sportName: 'Chess' })
    await download()
    await league.openRound({ ...open, sportName: 'Darts' })
    await download('?personalData=false')
    const [first, second] = await news()
    const copy = { type: 'league_exported', admin: 'Connie', reason: null }
    expect(first).toEqual({
      ...{ ...copy, id: expect.any(String), at: expect.any(String) },
      sentence: 'Connie downloaded a copy of the league while Chess was open',
    })
    expect(second).toMatchObject({
      ...copy,
      sentence:
        'Connie downloaded a copy of the league without personal data while Chess and Darts were open',
    })
  })

  test('is in the history, and cannot be taken back', async () => {
    const { entries } = await done(league.admin.get('/admin/history?kind=settings'))
    expect(entries[0]).toMatchObject({
      ...{ type: 'LeagueExported', kind: 'settings', lacksReason: false },
      sentence: 'Connie downloaded a copy of the league without personal data',
    })
    const undone = await league.admin.post(`/admin/history/${entries[0].eventId}/undo`, { reason: 'A slip' })
    expect([undone.status, undone.body.error]).toEqual([409, 'An export cannot be undone'])
  })

  test('is of this one season alone where the others have nothing open', async () => {
    const { body } = await league.admin.post('/admin/seasons', {
      ...{ name: 'Quiet Cup', yearStart: 2027, yearEnd: 2027, participantIds: [id('Ann')] },
    })
    await download()
    expect((await news()).map(({ type }) => type)).toEqual(['league_exported'])
    expect((await done(league.visitor.get(`/public/seasons/${body.id}/record`))).count).toBe(0)
  })

  test('is not told of where it is refused, or asked for without its body', async () => {
    const head = await fetch(`${league.application.url}/api/admin/operations/export`, { method: 'HEAD' })
    expect(head.status).toBe(404)
    expect((await league.visitor.get('/admin/operations/export')).status).toBe(401)
    await post(`${season()}/seal-picks`)
    expect((await download()).status).toBe(409)
    expect((await news()).map(({ type }) => type)).toEqual(['picks_sealed'])
  })
})

test('what an entry made of points and ranks is what the history tells of it', async () => {
  const ofOneEvent = [
    'result_corrected',
    'result_unlocked',
    'weight_changed',
    'rules_changed',
    'sport_deleted',
  ]
  const newest = await page()
  const entries = [...newest.entries, ...(await page(`?before=${newest.next}`)).entries]
  const compared = entries.filter(({ type }: { type: string }) => ofOneEvent.includes(type))
  expect(compared.length).toBeGreaterThan(5)
  for (const { id: eventId, effect, sentence } of compared) {
    const { seasons } = await done(league.admin.get(`/admin/history/${eventId}/effect`))
    const changed = seasons[0].players.filter(
      ({ before, after }: Answer['body']) => before?.points !== after?.points || before?.rank !== after?.rank,
    ).length
    const told = /; (\d+) others? changed/.exec(effect ?? '')?.[1] ?? 0
    expect(effect === undefined || /^No points/.test(effect) ? 0 : 1 + Number(told), sentence).toBe(changed)
  }
})

test('these were all deeds', () => {
  const kinds = new Set(EVENT_TYPES.flatMap((type) => findDescriptor(type)?.record?.as ?? []))
  // Acted out in tests/api/paused-mails and tests/operations/rotate-keys.
  expect([...kinds].filter((kind) => !seen.has(kind))).toEqual([
    ...['mail_switched_on', 'mail_switched_off', 'links_replaced'],
  ])
})

describe('the pages', () => {
  test('follow each other without a gap, and whatever is asked for is one of them', async () => {
    for (let weight = 1; weight <= 5; weight += 1) {
      await put(`/rounds/${football}/weight`, { weight, reason: 'Once more' })
    }
    const first = await page()
    expect([first.entries.length, first.count > 20]).toEqual([20, true])
    const ids: string[] = []
    for (let one = first; ; one = await page(`?before=${one.next}`)) {
      ids.push(...one.entries.map((entry: { id: string }) => entry.id))
      if (one.next === null) break
    }
    expect([ids.length, new Set(ids).size]).toEqual([first.count, first.count])
    expect((await page('?before=0')).entries).toEqual([])
    expect(await page('?before=zzz')).toEqual(first)
  })

  test('are refused where there is no season', async () => {
    const { status, body } = await league.visitor.get('/public/seasons/99/record')
    expect([status, body.error]).toEqual([404, 'Season not found'])
  })

  test('keep what a sport that is deleted for ever had in them', async () => {
    const { count } = await page()
    await post(`/rounds/${football}/unlock`)
    await post(`/rounds/${football}/soft-delete`)
    await done(
      league.admin.delete(`/admin/rounds/${football}/permanent`, { confirmation: 'PERMANENT DELETE' }),
    )
    const after = await page()
    expect(after.count).toBe(count + 3)
    const second = await page(`?before=${after.next}`)
    const older = [...second.entries, ...(await page(`?before=${second.next}`)).entries]
    const entered = older.find(({ type }: { type: string }) => type === 'pick_entered')
    expect(entered).toMatchObject({ sentence: 'Connie changed 1 pick for Football', reason: null })
    expect(entered).not.toHaveProperty('effect')
  })
})

const undo = (eventId: string) =>
  done(league.admin.post(`/admin/history/${eventId}/undo`, { reason: 'A slip' }))
