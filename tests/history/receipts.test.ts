import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aLeague } from '../support/league/a-league.ts'
import type { RunningLeague } from '../support/league/running.ts'

const HOUR_MS = 3_600_000

let league: RunningLeague
let round: number
let ann: number
let token: string
const pick = async (...picks: string[]) => (await league.visitor.post(`/picks/${token}`, { picks })).body
const receipt = async (code: string) => (await league.visitor.get(`/public/receipts/${code}`)).body

beforeAll(async () => {
  const plan = aLeague().withPlayers('Ann').withSeason().withRound({ lockTime: '2027-01-11T12:00:00Z' })
  league = await plan.start({ config: { role: 'api' } })
  round = league.roundId
  ann = league.idOf('Ann')
  token = league.tokenFor(round, ann)
})
afterAll(() => league?.close())

describe('a player', () => {
  test('has no receipt before the first pick', async () => {
    const { body } = await league.visitor.get(`/picks/validate/${token}`)
    expect(body).not.toHaveProperty('receipt')
    expect(body).not.toHaveProperty('versions')
  })

  test('gets one that tells how long before the lock, and the same for the same pick again', async () => {
    league.clock.advance(HOUR_MS)
    const saved = await pick('Reds')
    expect(saved.receipt).toMatchObject({ savedAt: '2027-01-10T13:00:00.000Z', beforeLockMs: 23 * HOUR_MS })
    league.clock.advance(HOUR_MS)
    expect((await pick('Reds')).receipt).toEqual(saved.receipt)
  })

  test('sees every version, the newest first, also those that an admin entered', async () => {
    await pick('Blues')
    await league.admin.post('/admin/picks', { userId: ann, roundId: round, picks: ['Greens'] })
    const { body } = await league.visitor.get(`/picks/validate/${token}`)
    const seen = body.versions.map(({ picks, savedBy }: Record<string, unknown>) => [picks, savedBy])
    expect(seen).toEqual([
      [['Greens'], 'admin'],
      [['Blues'], 'player'],
      [['Reds'], 'player'],
    ])
    expect(body.receipt.code).toBe(body.versions[0].code)
  })
})

describe('a receipt', () => {
  let codes: string[]
  beforeAll(async () => {
    const { body } = await league.visitor.get(`/picks/validate/${token}`)
    codes = body.versions.map(({ code }: { code: string }) => code)
  })

  test('tells whether it counts, and what counts in its place', async () => {
    const told = await Promise.all(codes.map(receipt))
    expect(told.map(({ fate }) => fate)).toEqual(['counts', 'superseded', 'superseded'])
    expect(told[2]).toMatchObject({
      ...{
        playerName: 'Ann',
        sportName: 'Football',
        seasonName: 'Family Cup',
        savedBy: 'player',
        picks: null,
      },
      supersededBy: { savedAt: '2027-01-10T14:00:00.000Z', savedBy: 'admin' },
    })
  })

  test('shows the pick from the lock on, also one that no longer counts', async () => {
    await league.lockAt('2027-01-11T12:00:00.000Z')
    expect((await receipt(codes[2] ?? '')).picks).toEqual(['Reds'])
  })

  test('of a deleted sport still proves the time, and shows no pick', async () => {
    await league.admin.post(`/admin/rounds/${round}/soft-delete`)
    expect(await receipt(codes[0] ?? '')).toMatchObject({ fate: 'counts', locked: true, picks: null })
    await league.admin.post(`/admin/rounds/${round}/restore`)
    expect((await receipt(codes[0] ?? '')).picks).toEqual(['Greens'])
  })

  test('cannot be guessed by trying, and a right one passes all the same', async () => {
    const statuses: number[] = []
    for (let tries = 0; tries < 31; tries += 1) {
      statuses.push((await league.visitor.get(`/public/receipts/0000-0000-0000-00${10 + tries}`)).status)
    }
    expect(statuses.slice(0, 30)).toEqual(Array(30).fill(404))
    expect(statuses[30]).toBe(429)
    expect((await receipt(codes[0] ?? '')).fate).toBe('counts')
  })
})
