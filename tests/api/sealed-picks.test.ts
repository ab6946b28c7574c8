import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openLeagueFile } from '../../platform/league-file/league-file-reader.ts'
import { NOTHING_KNOWN, readingPaths } from '../security/sealed-calls.ts'
import { temporaryFolder } from '../support/folder.ts'
import { done, textOf } from '../support/http.ts'
import { aLeague } from '../support/league/a-league.ts'
import { CONNIE, OSCARS } from '../support/league/examples.ts'
import type { RunningLeague } from '../support/league/running.ts'

const NOW = '2027-01-10T12:00:00.000Z'
const LOCKS_AT = '2027-01-20T18:00:00.000Z'

/** Values that stand nowhere by chance. Each begins alike, so that one look finds any of them. */
const SEALED = 'Xq7Sealed'
const TEAM = `${SEALED}Team`
const FORMER_TEAM = `${SEALED}FormerTeam`
const FILM = `${SEALED}Film "é" 🏆`
const IN_DELETED = `${SEALED}InDeleted`
const IN_INACTIVE = `${SEALED}InInactive`
const REFUSED = `${SEALED}Refused`
/** Guesses, which are numbers. */
const GUESS = 731_904_526.125
const ENTERED_GUESS = 731_904_526.25
const GUESSED = /731[.,_ ]?904[.,_ ]?526/

const lines: string[] = []

let league: RunningLeague
let otherSeason: number
let rounds: Record<'football' | 'oscars' | 'deleted' | 'inactive', number>
let visitorsView: Record<string, string>
/** Of every pick that holds a sealed value, as its player got it. */
const codes: string[] = []

const [ANN, BOB, CLEO] = [0, 1, 2] as const
const id = (player: 0 | 1 | 2) => league.playerIds[player] ?? 0
const pick = async (roundId: number, player: 0 | 1 | 2, ...picks: string[]) =>
  pickAndGuess(roundId, player, { picks })
const pickAndGuess = async (
  roundId: number,
  player: 0 | 1 | 2,
  { picks, ...guess }: { picks: string[]; guess?: number },
) => {
  const answer = await league.visitor.post(`/picks/${league.tokenFor(roundId, id(player))}`, {
    ...{ picks, ...guess },
  })
  if (picks[0]?.startsWith(SEALED) && answer.body.receipt) codes.push(answer.body.receipt.code)
  return answer
}

beforeAll(async () => {
  const log = pino({ level: 'trace' }, { write: (line: string) => lines.push(line) })
  // Without the scheduler, so that nothing but the clock locks a round.
  const plan = aLeague().withPlayers('Ann', 'Bob', 'Cleo').withSeason()
  league = await plan.start({ log, config: { role: 'api' } })
  const other = { name: 'Other Cup', yearStart: 2028, yearEnd: 2028, participantIds: league.playerIds }
  otherSeason = (await league.admin.post('/admin/seasons', other)).body.id
  const teams = ['Reds', TEAM, FORMER_TEAM]
  const tieBreak = { question: 'How many goals?', unit: 'goals' }
  const values = { lockTime: LOCKS_AT }
  const films = { ...OSCARS, ...values }
  rounds = {
    football: await league.openRound({ ...values, teams, tieBreak }),
    oscars: await league.openRound(films),
    deleted: await league.openRound(films),
    inactive: await league.openRound({ ...films, seasonId: otherSeason }),
  }
  visitorsView = await allThatIsPublic()
})
afterAll(() => league?.close())

/** Bytes by address: every public GET, for every sport, player and link but Ann's, and the page itself. */
async function allThatIsPublic(): Promise<Record<string, string>> {
  const { seal } = (await league.admin.get('/admin/operations')).body
  const known = { ...NOTHING_KNOWN, receipts: codes, head: seal?.head ?? 'ab'.repeat(32) }
  const seasonOf = (name: string) => (name === 'inactive' ? otherSeason : league.seasonId)
  const scenes = Object.entries(rounds).flatMap(([name, roundId]) =>
    [ANN, BOB, CLEO].map((player) => {
      const own = id(player === ANN ? BOB : player)
      const ownToken = league.tokenFor(roundId, own)
      // Cleo's page tells her what was entered for her.
      const ownPage = league.links.me.tokenFor([{ playerId: id(BOB) }])
      return { ...known, seasonId: seasonOf(name), roundId, victim: id(player), own, ownToken, ownPage }
    }),
  )
  const past = [league.seasonId, otherSeason].flatMap((one) =>
    PAST.map((query) => `/public/leaderboard/season/${one}?${query}`),
  )
  const stories = scenes.map(({ ownToken }) => `/picks/${ownToken}?story=true`)
  const api = [...readingPaths(['public'], scenes), ...past, ...stories, '/docs', '/docs/json']
  const pages = ['/', '/admin/login', `/pick/${scenes[0]?.ownToken}`, '/nothing/here']
  const view: Record<string, string> = {}
  for (const path of [...api.map((one) => `/api${one}`), ...pages]) {
    const answer = await fetch(`${league.application.url}${path}`)
    expect(answer.status, path).toBeLessThan(500)
    view[path] = `${JSON.stringify([...answer.headers])}${await textOf(answer)}`
  }
  return view
}

/** A look at the past, or at the future, opens nothing either. */
const PAST = [
  ...['reading=then', 'reading=corrected', `asOf=${NOW}`],
  ...['asOf=2099-01-01T00:00:00Z', 'asOf=2099-01-01T00:00:00Z&reading=corrected'],
]

/** A team of the list is offered to everybody: what must not be told is that somebody picked it. */
const OFFERED = new RegExp(`"(?:${TEAM}|${FORMER_TEAM})"|<bdi[^>]*>(?:${TEAM}|${FORMER_TEAM})</bdi>`, 'g')
const offers = (path: string) => /^\/(api\/(picks|me)|pick)\//.test(path)

/** Without what was entered for Cleo on her own page. */
const withoutOwn = (path: string, answer: string) =>
  path.includes(cleosFootball()) ? answer.replaceAll(`the pick of Cleo for Football: ${TEAM}`, '') : answer

async function expectSealed() {
  const view = await allThatIsPublic()
  for (const [path, answer] of Object.entries(view)) {
    // Cleo's own link tells her what was entered for her.
    expect(answer, path).not.toMatch(path.includes(cleosFootball()) ? /526\.125/ : GUESSED)
    if (!offers(path)) expect(answer, path).not.toContain(SEALED)
    else expect(withoutOwn(path, answer).replaceAll(OFFERED, ''), path).not.toContain(SEALED)
  }
  return view
}

test('there is something to look at', () => {
  expect(Object.keys(visitorsView).length).toBeGreaterThan(20)
  expect(visitorsView['/']).toContain('<title>')
  expect(visitorsView[`/api/public/leaderboard/season/${league.seasonId}`]).toContain('"userName":"Ann"')
})

describe('before the lock no public answer holds a pick', () => {
  test('of teams or of write-ins, by link or entered by an admin', async () => {
    expect((await pick(rounds.football, ANN, FORMER_TEAM)).status).toBe(200)
    const guessed = await pickAndGuess(rounds.football, ANN, { picks: [TEAM], guess: GUESS })
    expect([guessed.status, guessed.body.guess]).toEqual([200, GUESS])
    expect((await pick(rounds.oscars, ANN, FILM, `${FILM} II`)).status).toBe(200)
    expect((await pick(rounds.deleted, ANN, IN_DELETED)).status).toBe(200)
    expect((await pick(rounds.inactive, ANN, IN_INACTIVE)).status).toBe(200)
    const entered = { userId: id(CLEO), roundId: rounds.football, picks: [TEAM], guess: ENTERED_GUESS }
    expect((await league.admin.post('/admin/picks', entered)).status).toBe(200)
    expect(codes).toHaveLength(5)
    await expectSealed()
  })

  test('and the links of others read to the letter as before it was made', async () => {
    const view = await allThatIsPublic()
    const bob = Object.entries(view).filter(([path]) => offers(path) && !path.includes(cleosFootball()))
    expect(bob.length).toBeGreaterThan(5)
    for (const [path, answer] of bob) {
      expect(withoutDate(answer), path).toBe(withoutDate(visitorsView[path] ?? ''))
    }
  })

  test('and the history is for admins alone, who see it, but not in the file that they take', async () => {
    for (const path of ['/admin/history', '/admin/history.csv']) {
      const refused = await league.visitor.get(path)
      expect(refused.status, path).toBe(401)
      expect(refused.text).not.toContain(SEALED)
    }
    expect((await league.admin.get('/admin/history')).text).toContain(`Ann picked ${TEAM}`)
    const { text: csv } = await league.admin.get('/admin/history.csv?kind=picks')
    expect(csv).not.toContain(SEALED)
    expect(csv).not.toMatch(GUESSED)
    expect(csv).toContain('Ann changed a pick for Football. Everybody sees it once the sport locks')
    const { body } = await league.admin.get('/admin/history?kind=picks')
    const raw = await league.visitor.get(`/admin/history/${body.entries[0].eventId}`)
    expect([raw.status, raw.text.includes(SEALED)]).toEqual([401, false])
  })

  test('nor an export without personal data', async () => {
    const { picks, text } = await exported('?personalData=false')
    expect([picks, text.includes(FILM), GUESSED.test(text)]).toEqual([0, false, false])
    expect(text, 'the list of teams').toContain(TEAM)
    const whole = await exported('')
    expect(whole.picks).toBe(6)
    expect(whole.notes).toMatch(/picks of sports that are not locked yet are in this file/)
  })

  test('nor the answers to a pick of somebody else, or to one that is refused', async () => {
    const answers = [
      await pick(rounds.football, BOB, 'Reds'),
      await pick(rounds.oscars, BOB, 'Dune'),
      await pick(rounds.oscars, BOB),
      await pick(rounds.football, BOB, 'Reds', 'Blues'),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 400, 400])
    for (const { text } of answers) expect(text).not.toContain(SEALED)
    // Who types it may read it again, but nobody else.
    expect((await pick(rounds.football, BOB, REFUSED)).status).toBe(400)
    expect((await pick(rounds.oscars, BOB, 'a', 'b', 'c', REFUSED)).status).toBe(400)
    await expectSealed()
  })

  test('but each owner sees the own versions, on the page of the pick as well', async () => {
    const own = (await league.visitor.get(`/picks/${league.tokenFor(rounds.football, id(ANN))}?story=true`))
      .text
    for (const value of [TEAM, FORMER_TEAM, `${GUESS}`]) expect(own).toContain(value)
    const bobs = await league.visitor.get(`/picks/${league.tokenFor(rounds.football, id(BOB))}?story=true`)
    const refused = bobs.body.story.events.filter(({ kind }: { kind: string }) => kind === 'refused')
    expect(refused).toHaveLength(2)
    expect(JSON.stringify(refused)).not.toContain(REFUSED)
  })

  test('after what admins do meanwhile', async () => {
    const season = `/admin/seasons/${league.seasonId}`
    await done(
      league.admin.put(`/admin/rounds/${rounds.oscars}`, {
        lockTime: '2027-01-25T18:00:00Z',
        reason: 'Snow',
      }),
    )
    await done(league.admin.put(`/admin/rounds/${rounds.oscars}`, { lockTime: LOCKS_AT, reason: 'Snow' }))
    await done(league.admin.post(`/admin/rounds/${rounds.oscars}/cancel`, { reason: 'Called off' }))
    await done(league.admin.post(`/admin/rounds/${rounds.oscars}/reinstate`))
    await done(league.admin.post(`/admin/rounds/${rounds.deleted}/soft-delete`))
    await done(league.admin.put(`/admin/seasons/${otherSeason}/toggle-active`))
    await done(league.admin.put(`/admin/users/${id(ANN)}`, { name: 'Anna', email: 'ann@example.com' }))
    await done(league.admin.post(`${season}/soft-delete`))
    await expectSealed()
    await done(league.admin.post(`${season}/restore`))
    await done(league.admin.put(`${season}/toggle-active`))
    await expectSealed()
  })

  test('one millisecond before', async () => {
    league.clock.set(new Date(Date.parse(LOCKS_AT) - 1).toISOString())
    await expectSealed()
  })
})

describe('from the lock on', () => {
  test('the picks show, but for those of the deleted round', async () => {
    await league.lockAt(LOCKS_AT)
    const board = (await league.visitor.get(`/public/leaderboard/season/${league.seasonId}`)).text
    expect(board, 'no board holds guesses').not.toMatch(GUESSED)
    for (const value of [TEAM, FILM]) expect(board).toContain(JSON.stringify(value))
    const shown = await Promise.all(codes.map((code) => league.visitor.get(`/public/receipts/${code}`)))
    expect(shown.map(({ body }) => body.picks?.[0] ?? null)).toEqual([
      FORMER_TEAM,
      TEAM,
      FILM,
      null,
      IN_INACTIVE,
    ])
    expect(shown.map(({ body }) => body.guess)).toEqual([undefined, GUESS, undefined, undefined, undefined])
    expect(board, 'a pick that was changed').not.toContain(FORMER_TEAM)
    const { text: story } = await league.visitor.get(
      `/public/seasons/${league.seasonId}/rounds/${rounds.football}/players/${id(ANN)}`,
    )
    for (const value of [TEAM, FORMER_TEAM, `${GUESS}`]) expect(story).toContain(value)
    const view = JSON.stringify(await allThatIsPublic())
    expect(view).not.toContain(IN_DELETED)
    expect(view).not.toContain(REFUSED)
    expect(view).toContain(IN_INACTIVE)
  })

  test('a round that was deleted over its lock shows its picks once it is restored', async () => {
    await league.admin.post(`/admin/rounds/${rounds.deleted}/restore`)
    expect((await league.visitor.get(`/public/leaderboard/season/${league.seasonId}`)).text).toContain(
      IN_DELETED,
    )
  })

  test('the files that admins take hold them', async () => {
    expect((await league.admin.get('/admin/history.csv')).text).toContain(`Anna picked ${TEAM}`)
    expect((await exported('?personalData=false')).text).toContain(JSON.stringify(FILM))
  })

  test('a lock by hand opens them at once, and only those of its round', async () => {
    league.clock.set(NOW)
    const early = await league.openRound({ ...OSCARS, lockTime: LOCKS_AT })
    const later = await league.openRound({ ...OSCARS, lockTime: LOCKS_AT })
    await pick(early, ANN, `${SEALED}Early`)
    await pick(later, ANN, `${SEALED}Later`)
    league.clock.advance(1)
    await league.admin.post(`/admin/rounds/${early}/lock`)
    const { text } = await league.visitor.get(`/public/leaderboard/season/${league.seasonId}`)
    expect(text).toContain(`${SEALED}Early`)
    expect(text).not.toContain(`${SEALED}Later`)
    // The record tells what was entered after the lock, and nothing of what is open.
    for (const roundId of [later, early]) {
      const entry = { userId: id(CLEO), roundId, picks: [`${SEALED}${roundId}`] }
      expect((await league.admin.post('/admin/picks', entry)).status).toBe(200)
    }
    const record = await league.visitor.get(`/public/seasons/${league.seasonId}/record`)
    const told = record.body.entries.map(({ type }: { type: string }) => type)
    expect(told.slice(0, 2)).toEqual(['pick_entered', 'locked_early'])
    expect(record.text).toContain(`${SEALED}${early}`)
    expect(record.text).not.toContain(`${SEALED}${later}`)
  })
})

test('all the while the log tells every answer, and no pick and no token', async () => {
  await league.visitor.get('/picks/validate/1-1-1-AAAAAAAAAAAAAAAAAAAAAA')
  const { body } = await league.visitor.post('/auth/login', CONNIE)
  await league.close()
  const log = lines.join('')
  expect(log).toContain('"route":"/api/picks/:token"')
  expect(lines.length).toBeGreaterThan(300)
  expect(log).not.toContain(SEALED)
  expect(log).not.toMatch(GUESSED)
  expect(log).not.toContain('AAAAAAAAAAAAAAAAAAAAAA')
  expect(log).not.toContain(body.token)
  expect(log).not.toContain(CONNIE.password)
  expect(log).not.toMatch(/eyJ[\w-]+\./)
  for (const roundId of Object.values(rounds)) {
    for (const playerId of league.playerIds) expect(log).not.toContain(league.tokenFor(roundId, playerId))
  }
})

/** The league file as text, and how many picks are in it. */
async function exported(query: string) {
  const folder = await temporaryFolder()
  const path = join(folder.path, 'league.zip')
  const headers = { authorization: `Bearer ${league.admin.token}` }
  const answer = await fetch(`${league.application.url}/api/admin/operations/export${query}`, { headers })
  await writeFile(path, Buffer.from(await answer.arrayBuffer()))
  const file = await openLeagueFile(path)
  const lines: string[] = []
  for await (const line of file.lines('events.ndjson')) lines.push(JSON.stringify(line))
  file.close()
  await folder.remove()
  const picks = lines.filter((line) => /"type":"Pick\w+"/.test(line)).length
  return { text: lines.join('\n'), picks, notes: file.manifest.notes.join(' ') }
}

const cleosFootball = () => league.tokenFor(rounds.football, id(CLEO))
const withoutDate = (answer: string) => answer.replace(/\["date","[^"]+"\],?/, '')
