import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { type Answer, done } from '../support/http.ts'
import { aLeague } from '../support/league/a-league.ts'
import type { RunningLeague } from '../support/league/running.ts'

const LOCKS_AT = '2027-01-20T18:00:00.000Z'
const WHY = { reason: 'The club has a new name' }

let league: RunningLeague
let tokens: Record<string, string>
let receipt: string

const path = (rest = '') => `/admin/rounds/${league.roundId}${rest}`
const rename = (from: string, to: string, more: object = {}) =>
  league.admin.put(path('/teams/rename'), { from, to, ...more })
const refusal = ({ status, body }: Answer) => [status, body.error]
const pick = (name: string, team: string) => league.visitor.post(`/picks/${tokens[name]}`, { picks: [team] })
const own = (name: string, query = ''): Promise<Answer['body']> =>
  done(league.visitor.get(`/picks/${tokens[name]}${query}`))
const teamOf = (picks: Answer['body']) => picks?.pickItems[0]?.pickValue
const receiptOf = (code: string) => done(league.visitor.get(`/public/receipts/${code}`))
const board = async (query = '', by = league.visitor, kind = 'public') =>
  (await done(by.get(`/${kind}/leaderboard/season/${league.seasonId}${query}`))) as Answer['body']
const row = (table: Answer['body'], name: string) =>
  table.leaderboard.find(({ userName }: Answer['body']) => userName === name)
const teamOn = (table: Answer['body'], name: string) => teamOf(row(table, name).picks[league.roundId])
const record = async (): Promise<Answer['body'][]> =>
  (await done(league.visitor.get(`/public/seasons/${league.seasonId}/record`))).entries
const mails = async (template: string): Promise<Answer['body'][]> =>
  (await done(league.admin.get('/admin/outbox'))).mails.filter(
    (mail: Answer['body']) => mail.template === template,
  )
const story = (name: string): Promise<Answer['body']> =>
  done(
    league.visitor.get(
      `/public/seasons/${league.seasonId}/rounds/${league.roundId}/players/${league.idOf(name)}`,
    ),
  )
const explained = (name: string): Promise<Answer['body']> =>
  done(league.visitor.get(`/public/leaderboard/season/${league.seasonId}/players/${league.idOf(name)}`))

beforeAll(async () => {
  league = await aLeague()
    .withPlayers('Ann', 'Bob', 'Cleo')
    .withSeason()
    .withRound({ lockTime: LOCKS_AT })
    .start()
  tokens = Object.fromEntries(
    ['Ann', 'Bob', 'Cleo'].map((name) => [name, league.tokenFor(league.roundId, league.idOf(name))]),
  )
  const saved = await done(pick('Ann', 'Reds'))
  receipt = saved.receipt.code
  await done(pick('Bob', 'Blues'))
})
afterAll(() => league?.close())

describe('while the sport is open', () => {
  test('a team that has been picked gets another name, and the pick follows it', async () => {
    expect(await done(rename('Reds', ' Crimsons '))).toEqual({ message: 'Team renamed' })
    const seen = await own('Ann')
    expect(seen.teams).toEqual(['Crimsons', 'Blues', 'Greens'])
    expect(teamOf(seen.currentPick)).toBe('Crimsons')
    expect(seen.versions).toMatchObject([{ code: receipt, picks: ['Reds'], nowCalled: 'Crimsons' }])
    expect(seen.receipt.code).toBe(receipt)
    expect(teamOn(await board('', league.admin, 'admin'), 'Ann')).toBe('Crimsons')
    expect((await own('Bob')).versions[0]).not.toHaveProperty('nowCalled')
  })

  test('the pick stays hidden, by its former name and by the new one', async () => {
    const { events, ...told } = await story('Ann')
    const others = events.filter(({ kind }: Answer['body']) => kind !== 'words')
    const hidden = [await receiptOf(receipt), told, others, await board()]
    for (const answer of hidden) expect(JSON.stringify(answer)).not.toMatch(/Reds|Crimsons/)
  })

  test('a page that was open sends the former name, and saves the new one; the same pick adds no version', async () => {
    await done(pick('Cleo', 'Reds'))
    expect((await own('Cleo')).versions).toMatchObject([{ picks: ['Crimsons'] }])
    await done(pick('Ann', 'Reds'))
    await done(pick('Ann', 'Crimsons'))
    expect((await own('Ann')).versionCount).toBe(1)
  })

  test('the record and every story tell it at once, and a mail those who had picked the team', async () => {
    const sentence = 'Connie renamed the team Reds of Football to Crimsons'
    expect(await record()).toMatchObject([{ type: 'team_renamed', sentence }])
    const stories = [(await own('Ann', '?story=true')).story, await story('Bob')]
    for (const { events } of stories) {
      expect(events).toContainEqual(expect.objectContaining({ kind: 'words', sentence }))
    }
    const told = await eventually('the mail', async () => {
      const all = await mails('reworded')
      return all.every(({ text }) => text) && all.length > 0 && all
    })
    expect(told.map(({ to }) => to)).toEqual(['ann@example.com'])
    expect(told[0].text).toContain('Crimsons (was Reds)')
  })

  test('another spelling is not in the record', async () => {
    await done(rename('Greens', 'GREENS'))
    await done(rename('GREENS', 'Greens'))
    expect(await record()).toHaveLength(1)
  })
})

describe('after the lock', () => {
  test('it takes a reason, which everybody can read', async () => {
    await league.lockAt(LOCKS_AT)
    expect(refusal(await rename('Crimsons', 'Rubies'))).toEqual([
      400,
      'The sport has locked, so say why: everybody can read the reason',
    ])
    await done(rename('Crimsons', 'Rubies', WHY))
    expect(await record()).toMatchObject([
      {
        type: 'team_renamed',
        admin: 'Connie',
        sentence: 'Connie renamed the team Crimsons of Football to Rubies',
        ...WHY,
      },
      { sentence: 'Connie renamed the team Reds of Football to Crimsons' },
    ])
  })

  test('the mail about the lock tells both names', async () => {
    league.clock.advance(10_000)
    const [{ text }] = await eventually('the mail', async () => {
      const told = (await mails('picks-locked')).filter(({ to, text }) => to === 'ann@example.com' && text)
      return told.length > 0 && told
    })
    expect(text).toMatch(/Your pick: Reds \(now called (Crimsons|Rubies)\), saved/)
  })

  test('receipts and the page of a pick show what was picked, and what it is called now', async () => {
    expect(await receiptOf(receipt)).toMatchObject({ fate: 'counts', picks: ['Reds'], nowCalled: 'Rubies' })
    const { events } = await story('Ann')
    expect(events.flatMap(({ version }: Answer['body']) => version ?? [])).toMatchObject([
      { picks: ['Reds'], nowCalled: 'Rubies', counts: true },
    ])
    expect(events.map(({ sentence }: Answer['body']) => sentence)).toContain(
      'Connie renamed the team Crimsons of Football to Rubies',
    )
    expect(teamOn(await board(), 'Ann')).toBe('Rubies')
  })

  test('the team scores by the new name, also where the result is sent by the former one', async () => {
    await done(league.admin.post(path('/complete'), { firstPlaceTeam: 'Reds', secondPlaceTeam: 'Blues' }))
    const table = await board()
    expect(table.rounds[0].first_place_team).toBe('Rubies')
    expect(['Ann', 'Bob', 'Cleo'].map((name) => row(table, name).totalPoints)).toEqual([6, 5, 6])
    const cell = (await explained('Ann')).cells[0]
    expect(cell).toMatchObject({ place: 'first', points: 6, picks: ['Rubies'] })
    expect(refusal(await rename('Rubies', 'Scarlets', WHY))).toEqual([
      409,
      'A completed sport cannot be edited. Unlock it first',
    ])
  })

  test('a result from before the renaming counts for the team, and completing it again is no correction', async () => {
    const completedAt = league.clock.now()
    league.clock.advance(60_000)
    await done(league.admin.post(path('/unlock'), WHY))
    await done(rename('Rubies', 'Scarlets', WHY))
    expect((await done(league.admin.get(path()))).first_place_team).toBe('Scarlets')
    league.clock.advance(60_000)
    const again = { firstPlaceTeam: 'Scarlets', secondPlaceTeam: 'Blues', ...WHY }
    await done(league.admin.post(path('/complete'), again))
    const table = await board()
    expect(row(table, 'Ann')).toMatchObject({ totalPoints: 6, rank: 1 })
    expect(row(table, 'Ann')).not.toHaveProperty('marks')
    expect(table).not.toHaveProperty('movedByCorrection')
    const { entries } = await done(league.admin.get(`/admin/history?round=${league.roundId}&kind=sports`))
    expect(entries[0].sentence).toContain('completed Football again with the same result')
    expect(await record()).toMatchObject([
      { sentence: expect.stringContaining('the same result') },
      { sentence: 'Connie renamed the team Rubies of Football to Scarlets' },
      { sentence: expect.stringContaining('unlocked Football') },
      { sentence: 'Connie renamed the team Crimsons of Football to Rubies' },
      { sentence: 'Connie renamed the team Reds of Football to Crimsons' },
    ])
    expect(await receiptOf(receipt)).toMatchObject({ fate: 'counts', picks: ['Reds'], nowCalled: 'Scarlets' })

    const then = await board(`?asOf=${completedAt}`)
    expect(then.rounds[0].first_place_team).toBe('Rubies')
    expect([teamOn(then, 'Ann'), row(then, 'Ann').totalPoints]).toEqual(['Rubies', 6])
  })

  test('the effect of the unlocking is told as it was', async () => {
    const entries = await record()
    expect(entries.map(({ effect }) => effect ?? null)).toEqual([
      expect.stringContaining('0 → 6'),
      null,
      expect.stringContaining('6 → 0'),
      null,
      null,
    ])
  })
})
