import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FIRST_ISSUE, pickLinks } from '#platform/pick-link'
import { APP_URL, type ApplicationForTest, applicationForTest } from '../support/application.ts'
import { settableClock } from '../support/clock.ts'
import { aLeague } from '../support/league/a-league.ts'
import type { League } from '../support/league/over-http.ts'

let application: ApplicationForTest
let league: League
let open: number
let other: number
beforeAll(async () => {
  application = await applicationForTest({ clock: settableClock('2027-01-10T12:00:00.000Z') })
  league = await aLeague().withPlayers('Ann', 'Bob', 'Cem').withSeason().on(application)
  open = await league.openRound()
  other = await league.openRound({ sportName: 'Tennis', teams: ['Aces', 'Nets'] })
})
afterAll(() => application?.close())

const [ANN, BOB] = [0, 1]
const idOf = (index: number) => league.playerIds[index] ?? 0
const signatureOf = (token: string) => token.split('-').slice(3).join('-')

/** Links that somebody makes from one that is their own. */
const FORGED: readonly [what: string, make: () => string][] = [
  ['for another player', () => `${open}-${idOf(BOB)}-1-${signatureOf(league.tokenFor(open, idOf(ANN)))}`],
  ['for another sport', () => `${other}-${idOf(ANN)}-1-${signatureOf(league.tokenFor(open, idOf(ANN)))}`],
  ['for another issue', () => `${open}-${idOf(ANN)}-2-${signatureOf(league.tokenFor(open, idOf(ANN)))}`],
  ['with numbers shifted', () => `${open}${idOf(ANN)}-1-1-${signatureOf(league.tokenFor(open, idOf(ANN)))}`],
  ['with leading zeros', () => league.tokenFor(open, idOf(ANN)).replace(/^/, '0')],
  ['with a space behind it', () => `${league.tokenFor(open, idOf(ANN))}%20`],
  ['with its signature cut', () => league.tokenFor(open, idOf(ANN)).slice(0, -1)],
  ['with its signature in capitals', () => upperSignature(league.tokenFor(open, idOf(ANN)))],
  [
    'by a server with another secret',
    () =>
      pickLinks({ secret: 'the-secret-of-some-other-server-32', appUrl: APP_URL }).tokenFor({
        roundId: open,
        playerId: idOf(ANN),
        issue: FIRST_ISSUE,
      }),
  ],
]

const upperSignature = (token: string) => token.replace(signatureOf(token), signatureOf(token).toUpperCase())

test('the true link opens', async () => {
  const token = league.tokenFor(open, idOf(ANN))
  expect(await league.visitor.get(`/picks/validate/${token}`)).toMatchObject({ status: 200 })
})

describe('a link made up', () => {
  test.each(FORGED)('%s opens nothing and picks nothing', async (_, make) => {
    const token = make()
    const look = await league.visitor.get(`/picks/validate/${token}`)
    expect(look).toMatchObject({ status: 404, body: { error: 'Invalid or expired link' } })
    const picked = await league.visitor.post(`/picks/${token}`, { picks: ['Reds'] })
    expect(picked).toMatchObject({ status: 404, body: { error: 'Invalid or expired link' } })
    const { body } = await league.admin.get(`/admin/leaderboard/season/${league.seasonId}`)
    for (const entry of body.leaderboard) expect(Object.values(entry.picks)).toEqual([null, null])
  })
})

test('a link to pick is no way into the admin area, and a session is no link', async () => {
  const token = league.tokenFor(open, idOf(ANN))
  expect(await league.visitor.as(token).get('/auth/me')).toMatchObject({ status: 401 })
  expect(await league.visitor.post('/auth/verify-magic-link', { token })).toMatchObject({ status: 401 })
  expect(
    await league.visitor.post('/auth/reset-password', { token, password: 'Sunny-Horse-8' }),
  ).toMatchObject({ status: 401 })
})

test('a link names its player and nobody else, whatever the body claims', async () => {
  const claim = { picks: ['Reds'], userId: idOf(BOB), playerId: idOf(BOB), roundId: other }
  await league.visitor.post(`/picks/${league.tokenFor(open, idOf(ANN))}`, claim)
  const { body } = await league.admin.get(`/admin/leaderboard/season/${league.seasonId}`)
  const bob = body.leaderboard.find(({ userId }: { userId: number }) => userId === idOf(BOB))
  expect(bob.picks).toEqual({ [open]: null, [other]: null })
})
