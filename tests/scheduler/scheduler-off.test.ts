import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { aLeague } from '../support/league/a-league.ts'
import { FOOTBALL } from '../support/league/examples.ts'
import type { RunningLeague } from '../support/league/running.ts'

const LOCKS_AT = Date.parse(FOOTBALL.lockTime)
const at = (ms: number) => new Date(LOCKS_AT + ms).toISOString()

describe('with the scheduler off', () => {
  let league: RunningLeague
  let roundId: number
  let token: string
  const board = () => `/public/leaderboard/season/${league.seasonId}`

  beforeAll(async () => {
    const plan = aLeague().withPlayers('Ann', 'Bob').withSeason().withRound()
    league = await plan.start({ config: { role: 'api' } })
    roundId = league.roundId
    await league.openRound({ sportName: 'Golf', lockTime: '2027-08-02T18:00:00Z' })
    token = league.tokenFor(roundId, league.idOf('Ann'))
  })
  afterAll(() => league?.close())

  test('a pick is taken until the last millisecond, and sealed', async () => {
    league.clock.set(at(-1))
    expect(await league.visitor.post(`/picks/${token}`, { picks: ['Reds'] })).toMatchObject({ status: 200 })
    const { body, text } = await league.visitor.get(board())
    expect(body.rounds.map(({ status }: { status: string }) => status)).toEqual(['active', 'active'])
    expect(text).not.toContain('Reds')
  })

  test('the process locks it all the same, and reveals the picks, with another ETag that still answers 304', async () => {
    league.clock.set(at(-1))
    const sealed = await league.visitor.get(board())
    league.clock.set(at(1_000))
    const known = { 'if-none-match': sealed.headers.get('etag') ?? '' }
    await eventually('the lock', async () => (await league.visitor.get(board(), known)).status === 200)
    const open = await league.visitor.get(board(), known)
    expect(open.text).toContain('Reds')
    expect(open.body.rounds.map(({ status }: { status: string }) => status)).toEqual(['locked', 'active'])
    const again = { 'if-none-match': open.headers.get('etag') ?? '' }
    expect(await league.visitor.get(board(), again)).toMatchObject({ status: 304, text: '' })
  })

  test.each([
    ['the list of rounds', () => '/admin/rounds', (body: Rounds) => body.find(({ id }) => id === roundId)],
    [
      'the rounds of the season',
      () => `/admin/rounds/season/${league.seasonId}`,
      (body: Rounds) => body.find(({ id }) => id === roundId),
    ],
    ['the round itself', () => `/admin/rounds/${roundId}`, (body: Rounds[number]) => body],
    [
      "the admin's leaderboard",
      () => `/admin/leaderboard/season/${league.seasonId}`,
      (body: { rounds: Rounds }) => body.rounds.find(({ id }) => id === roundId),
    ],
  ])('%s shows the round as locked', async (_, path, find) => {
    league.clock.set(at(0))
    const { status, body } = await league.admin.get(path())
    expect({ status, round: find(body) }).toMatchObject({ status: 200, round: { status: 'locked' } })
  })
})

type Rounds = { id: number; status: string }[]
