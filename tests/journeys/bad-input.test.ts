import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BASE_PATH } from '../support/behind-proxy.ts'
import { settableClock } from '../support/clock.ts'
import { copyTemplate } from '../support/embedded.ts'
import { temporaryFolder } from '../support/folder.ts'
import { aLeague } from '../support/league/a-league.ts'
import { CONNIE, FOOTBALL, OSCARS } from '../support/league/examples.ts'
import type { RunningLeague } from '../support/league/running.ts'
import { wholeLog, withFolder } from '../support/log.ts'

const clock = settableClock('2026-07-01T12:00:00.000Z')
const JSON_TYPE = 'application/json'
const KB = 1024

let league: RunningLeague
let token: string
let draft: number
let signedIn: string
const removals: (() => Promise<void>)[] = []

beforeAll(async () => {
  const folder = await temporaryFolder()
  removals.push(folder.remove)
  await copyTemplate(folder.path)
  league = await aLeague()
    .withPlayers('Ann', 'Bob')
    .withSeason()
    .withRound(OSCARS)
    .start({ clock, dataDir: folder.path, config: { role: 'api' } })
  draft = await league.draftRound()
  token = league.tokenFor(league.roundId, league.idOf('Ann'))
  signedIn = (await league.visitor.post('/auth/login', { email: CONNIE.email, password: CONNIE.password }))
    .body.token
})
afterAll(async () => {
  await league?.close()
  for (const remove of removals) await remove()
})

type Raw = { status: number; text: string }

/** As bytes on the wire, because fetch refuses to send some of what strangers send. */
function send(method: string, path: string, body?: string | Buffer, contentType = JSON_TYPE): Promise<Raw> {
  return new Promise((resolve, reject) => {
    const sent = request(
      `${league.application.url}${path}`,
      {
        method,
        headers: {
          authorization: `Bearer ${signedIn}`,
          ...(body === undefined ? {} : { 'content-type': contentType }),
        },
      },
      (answer) => {
        let text = ''
        answer.setEncoding('utf8').on('data', (chunk) => {
          text += chunk
        })
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }))
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}

const long = (length: number) => 'x'.repeat(length)
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
const PLAYER = { name: 'Eve', email: '' }
const SEASON = { name: 'Cup', yearStart: 2027, yearEnd: 2027 }
const ROUND = { ...FOOTBALL, seasonId: 1 }

/** What a stranger sends, and the status of the answer. Paths are functions where they need what was set up. */
type Bad = [what: string, status: number, method: string, path: string | (() => string), body?: unknown]

const USERS = '/admin/users'
const SEASONS = '/admin/seasons'
const ROUNDS = '/admin/rounds'
const myLink = () => `/picks/${token}`
const myDraft = () => `/admin/rounds/${draft}`
/** The largest that the tables can hold. */
const ID_MAX = 2 ** 31 - 1
const TOO_LARGE_IDS = [2 ** 31, 2 ** 32, 2 ** 53 - 1]

/** A proxy in front refuses it by itself. */
const NOTHING = BASE_PATH === '' ? ['%00'] : []

const BAD: Bad[] = [
  ...['abc', '0', '-1', '1.5', '1e3x', '9007199254740992', ...NOTHING, '%F0%9F%98%80'].flatMap(
    (id): Bad[] => [
      [`the id ${id.slice(0, 20)} of a round`, 400, 'GET', `/admin/rounds/${id}`],
      [`the id ${id.slice(0, 20)} of a board`, 400, 'GET', `/public/leaderboard/season/${id}`],
    ],
  ),
  ...[...TOO_LARGE_IDS, ID_MAX].flatMap((id): Bad[] => {
    const status = id === ID_MAX ? 404 : 400
    return [
      [`the unknown id ${id} of a round`, status, 'GET', `/admin/rounds/${id}`],
      [`the unknown id ${id} of a board`, status, 'GET', `/public/leaderboard/season/${id}`],
      [`the unknown id ${id} of a player`, status, 'POST', `/admin/users/${id}/deactivate`],
      [`the unknown participant ${id}`, status, 'POST', SEASONS, { ...SEASON, participantIds: [id] }],
      [`the unknown season ${id}`, status, 'POST', ROUNDS, { ...ROUND, seasonId: id }],
    ]
  }),
  ['an unknown player', 404, 'PUT', '/admin/users/999', PLAYER],
  ['an unknown round', 404, 'POST', '/admin/rounds/999/activate'],
  ['an unknown season', 404, 'POST', '/admin/seasons/999/end'],
  ['an unknown path', 404, 'GET', '/nothing/here'],
  ['a broken escape in the path', 400, 'GET', '/admin/rounds/%ff'],
  ['an unknown link', 404, 'POST', '/picks/1-1-1-AAAAAAAAAAAAAAAAAAAAAA', { picks: ['Dune'] }],
  ['an id of three hundred characters', 414, 'GET', `/admin/rounds/${long(300)}`],
  ['a link of three hundred characters', 414, 'POST', `/picks/${long(300)}`, { picks: ['Dune'] }],

  ['null for a name', 400, 'POST', USERS, { ...PLAYER, name: null }],
  ['an array for a name', 400, 'POST', USERS, { ...PLAYER, name: ['Eve'] }],
  ['an object for an address', 400, 'POST', USERS, { ...PLAYER, email: { a: 1 } }],
  ['two addresses in one', 400, 'POST', USERS, { ...PLAYER, email: 'a@example.com, b@example.com' }],
  ['an address with a header', 400, 'POST', USERS, { ...PLAYER, email: 'a@b.c\r\nBcc: d@e.f' }],
  ['a NUL', 400, 'POST', USERS, { ...PLAYER, name: 'E\u0000ve' }],
  ['half a surrogate pair', 400, 'POST', USERS, { ...PLAYER, name: 'Eve \ud83c' }],
  ['an array for the body', 400, 'POST', USERS, [PLAYER]],
  ['a number for the body', 400, 'POST', USERS, 7],
  ['null for the body', 400, 'POST', USERS, null],
  ['the year 1e300', 400, 'POST', SEASONS, { ...SEASON, yearStart: 1e300 }],
  ['a string for a flag', 400, 'POST', SEASONS, { ...SEASON, isDefault: 'true' }],
  ['an object for a list', 400, 'POST', SEASONS, { ...SEASON, participantIds: { 0: 1 } }],
  ['a string for an id', 400, 'POST', SEASONS, { ...SEASON, participantIds: ['1'] }],
  ['an unknown kind of pick', 400, 'POST', ROUNDS, { ...ROUND, pickType: 'constructor' }],
  ['__proto__ for a zone', 400, 'POST', ROUNDS, { ...ROUND, timezone: '__proto__' }],
  ['no date for a lock time', 400, 'POST', ROUNDS, { ...ROUND, lockTime: 'tomorrow' }],
  ['a lock time in the year 275760', 400, 'POST', ROUNDS, { ...ROUND, lockTime: '+275760-09-13T00:00:01Z' }],
  [
    'a lock time that is in the year 10000 elsewhere',
    ...([400, 'POST', ROUNDS] as const),
    { ...ROUND, lockTime: '9999-12-31T23:59', timezone: 'America/New_York' },
  ],
  ['a lock time that the clocks skip', 400, 'POST', ROUNDS, { ...ROUND, lockTime: '2027-03-14T02:30' }],
  ['a placement by an unknown name', 400, 'POST', () => `${myDraft()}/complete`, placed('toString')],
  ['a placement for the id 0', 400, 'POST', () => `${myDraft()}/complete`, placed('first', 0)],

  ['a string for the list of picks', 400, 'POST', myLink, { picks: 'Dune' }],
  ['a list among the picks', 400, 'POST', myLink, { picks: [['Dune']] }],
  ['the same pick twice', 400, 'POST', myLink, { picks: ['Dune', 'dune '] }],
  ['a NUL in a pick', 400, 'POST', myLink, { picks: ['Du\u0000ne'] }],
  ['half a surrogate pair in a pick', 400, 'POST', myLink, { picks: ['\udc00'] }],
  ['a body without picks', 400, 'POST', myLink, {}],
]

function placed(placement: string, userId = 1) {
  return { manualScores: [{ userId, placement }] }
}

/** As text, where JSON.stringify would not write it. */
const BAD_TEXTS: [what: string, status: number, body: string | Buffer, contentType?: string][] = [
  ['malformed JSON', 400, '{"name": "Eve",'],
  ['an empty body', 400, ''],
  ['a lone quote', 400, '"'],
  ['bytes that are no text', 400, Buffer.from([0xff, 0xfe, 0x00])],
  ['a form', 415, 'name=Eve&email=', 'application/x-www-form-urlencoded'],
  ['plain text', 415, '{"name":"Eve","email":""}', 'text/plain'],
  ['XML', 415, '<player/>', 'application/xml'],
  ['a content type of nonsense', 415, '{}', 'nonsense'],
  ['257 KB', 413, JSON.stringify({ ...PLAYER, name: long(257 * KB) })],
  ['a __proto__ key', 400, '{"name":"Eve","email":"","__proto__":{"isMain":true}}'],
  ['a constructor.prototype key', 400, '{"name":"Eve","email":"","constructor":{"prototype":{"a":1}}}'],
  ['arrays a hundred thousand deep', 400, nested(100_000)],
  ['objects a thousand deep', 400, `${'{"a":'.repeat(1_000)}1${'}'.repeat(1_000)}`],
  ['a nested name', 400, `{"name":${nested(50)},"email":""}`],
  ['a number beyond all numbers', 400, '{"name":1e999,"email":""}'],
]

describe('a bad request is refused in one sentence', () => {
  test.each(BAD)('%s: %i', async (_, status, method, path, body) => {
    const url = `/api${typeof path === 'function' ? path() : path}`
    expectSentence(await send(method, url, body === undefined ? undefined : JSON.stringify(body)), status)
  })

  test.each(BAD_TEXTS)('%s: %i', async (_, status, body, contentType) => {
    expectSentence(await send('POST', '/api/admin/users', body, contentType), status)
  })
})

describe('a request that is only odd', () => {
  test('with unknown fields is taken without them', async () => {
    const odd = { ...PLAYER, name: 'Odd', isMain: true, hasOwnProperty: 'x', toString: 1, id: 4711 }
    const { status, body } = await league.admin.post('/admin/users', odd)
    expect(status).toBe(201)
    expect(body.id).not.toBe(4711)
  })

  test('with a lock time that comes twice means the first', async () => {
    const { status, body } = await league.admin.post('/admin/rounds', {
      ...ROUND,
      seasonId: league.seasonId,
      lockTime: '2026-11-01T01:30',
    })
    expect(status).toBe(201)
    const round = await league.admin.get(`/admin/rounds/${body.id}`)
    expect(round.body.lock_time).toBe('2026-11-01T05:30:00.000Z')
  })
})

test('the log holds nothing of all that but the two odd ones, without what was unknown', async () => {
  await league.close()
  await withFolder(league.application.dataDir, async ({ store }) => {
    const events = await wholeLog(store)
    const added = events.slice(
      events.findLastIndex(({ data }) => (data as { roundId?: number }).roundId === draft) + 1,
    )
    expect(added.map(({ type }) => type)).toEqual(['AdminSignedIn', 'PlayerAdded', 'RoundCreated'])
    expect(added[1]?.data).toEqual({ playerId: expect.any(Number), name: 'Odd', email: null })
  })
})

function expectSentence({ status, text }: Raw, expected: number) {
  expect({ status, text }).toMatchObject({ status: expected })
  const { error } = JSON.parse(text)
  expect(error).toMatch(/^[^\n]+ [^\n]+ [^\n]+$/)
  expect(text).not.toMatch(
    /\bat .*:\d+:\d+|node_modules|select .* from|insert into|syntax error|SQLSTATE|undefined|\[object/i,
  )
}
