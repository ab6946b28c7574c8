import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openLinks } from '../../platform/links/links.ts'
import { APP_URL } from '../support/application.ts'
import { eventually } from '../support/eventually.ts'
import { aLeague } from '../support/league/a-league.ts'
import type { RunningLeague } from '../support/league/running.ts'

let league: RunningLeague
let open: number
let other: number
beforeAll(async () => {
  league = await aLeague().withPlayers('Ann', 'Bob', 'Cleo').withSeason().withRound().start()
  open = league.roundId
  other = await league.openRound({ sportName: 'Tennis', teams: ['Aces', 'Nets'] })
})
afterAll(() => league?.close())

const annsToken = () => league.tokenFor(open, league.idOf('Ann'))
const named = (roundId: number, player: string) =>
  `${league.seasonId}-${roundId}-${league.idOf(player)}-${annsSignature()}`
const signatureOf = (token: string) => token.split('-').slice(3).join('-')
const annsSignature = () => signatureOf(annsToken())

/** Links that somebody makes from one that is their own. */
const FORGED: readonly [what: string, make: () => string][] = [
  ['for another player', () => named(open, 'Bob')],
  ['for another sport', () => named(other, 'Ann')],
  ['for another season', () => annsToken().replace(/^\d+/, '99')],
  ['with numbers shifted', () => annsToken().replace(/^(\d+)-(\d+)-/, '$1$2-1-')],
  ['with leading zeros', () => annsToken().replace(/^/, '0')],
  ['with a space behind it', () => `${annsToken()}%20`],
  ['with its signature cut', () => annsToken().slice(0, -1)],
  ['with its signature in capitals', () => upperSignature(annsToken())],
  [
    'by a server with another secret',
    () =>
      openLinks({ secret: 'the-secret-of-some-other-server-32', appUrl: APP_URL }).pick.tokenFor({
        seasonId: league.seasonId,
        roundId: open,
        playerId: league.idOf('Ann'),
      }),
  ],
]

const upperSignature = (token: string) => token.replace(signatureOf(token), signatureOf(token).toUpperCase())

test('the true link opens', async () => {
  const token = annsToken()
  expect(await league.visitor.get(`/picks/validate/${token}`)).toMatchObject({ status: 200 })
})

describe('a link made up', () => {
  test.each(FORGED)('%s opens nothing, shows nothing and picks nothing', async (_, make) => {
    const token = make()
    const look = await league.visitor.get(`/picks/validate/${token}`)
    expect(look).toMatchObject({ status: 404, body: { error: 'Invalid or expired link' } })
    expect((await league.visitor.get(`/picks/${token}`)).status).toBe(404)
    const picked = await league.visitor.post(`/picks/${token}`, { picks: ['Reds'] })
    expect(picked).toMatchObject({ status: 404, body: { error: 'Invalid or expired link' } })
    const { body } = await league.admin.get(`/admin/leaderboard/season/${league.seasonId}`)
    for (const entry of body.leaderboard) expect(Object.values(entry.picks)).toEqual([null, null])
  })
})

describe('a link that is opened a hundred times', () => {
  const people = () => [{ playerId: league.idOf('Ann') }, { playerId: league.idOf('Bob') }]
  const LINKS: readonly [what: string, paths: () => string[]][] = [
    [
      'to pick',
      () => [`/api/picks/${annsToken()}`, `/api/picks/validate/${annsToken()}`, `/pick/${annsToken()}`],
    ],
    [
      'to the page of all picks',
      () => [`/api/me/${league.links.me.tokenFor(people())}`, `/me/${league.links.me.tokenFor(people())}`],
    ],
    [
      'to stop mail',
      () =>
        (['reminders', 'messages', 'receipts'] as const).map(
          (topic) => `/${topic}/${league.links[topic].tokenFor(people())}`,
        ),
    ],
  ]
  test.each(LINKS)('%s changes nothing', async (_, paths) => {
    await eventually('the mails', async () => {
      const { body } = await league.admin.get('/admin/outbox')
      return (
        (await league.application.hasReacted()) &&
        body.mails.every(({ state }: { state: string }) => state !== 'queued')
      )
    })
    const before = await league.application.stored()
    expect(Object.keys(before)).toEqual(
      expect.arrayContaining(['log.events', 'private.mails', 'private.notices']),
    )
    for (const path of paths()) {
      for (let time = 0; time < 100; time += 1) {
        const method = time % 2 === 0 ? 'GET' : 'HEAD'
        expect((await fetch(`${league.application.url}${path}`, { method })).status).toBe(200)
      }
    }
    expect(await league.application.stored()).toEqual(before)
  })
})

test('a link to pick is no way into the admin area, and a session is no link', async () => {
  const token = annsToken()
  expect(await league.visitor.as(token).get('/auth/me')).toMatchObject({ status: 401 })
  expect(await league.visitor.post('/auth/verify-magic-link', { token })).toMatchObject({ status: 401 })
  expect(
    await league.visitor.post('/auth/reset-password', { token, password: 'Sunny-Horse-8' }),
  ).toMatchObject({ status: 401 })
})

test('a link names its player and nobody else, whatever the body claims', async () => {
  const claim = { picks: ['Reds'], userId: league.idOf('Bob'), playerId: league.idOf('Bob'), roundId: other }
  await league.visitor.post(`/picks/${annsToken()}`, claim)
  const { body } = await league.admin.get(`/admin/leaderboard/season/${league.seasonId}`)
  const bob = body.leaderboard.find(({ userId }: { userId: number }) => userId === league.idOf('Bob'))
  expect(bob.picks).toEqual({ [open]: null, [other]: null })
})
