import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NOTHING_KNOWN, readingPaths } from '../security/sealed-calls.ts'
import { eventually } from '../support/eventually.ts'
import type { Answer } from '../support/http.ts'
import { done, textOf } from '../support/http.ts'
import { aLeague } from '../support/league/a-league.ts'
import { OSCARS } from '../support/league/examples.ts'
import type { RunningLeague } from '../support/league/running.ts'

const LOCKS_AT = '2027-01-20T18:00:00.000Z'

/** Values that stand nowhere by chance. Each begins alike, so that one look finds any of them. */
const SEALED = 'Xq7Sealed'
const TEAM = `${SEALED}Team`
const FORMER_TEAM = `${SEALED}FormerTeam`
const FILM = `${SEALED}Film "é" 🏆`
const ENTERED = `${SEALED}Entered`
const GUESS = 731_904_526.125
const ENTERED_GUESS = 731_904_526.25
const GUESSED = /731[.,_ ]?904[.,_ ]?526/
const WHY = 'Bob asked me what he had picked'
/** A reason may tell of the pick as well. */
const TELLING = `${SEALED}Reason`

const [ANN, BOB, CLEO, DAN] = [0, 1, 2, 3] as const

let league: RunningLeague
let rounds: Record<'football' | 'oscars' | 'deleted' | 'purged', number>
let events: string[]

const id = (player: number) => league.playerIds[player] ?? 0
const pick = (roundId: number, player: number, picks: string[], guess?: number) =>
  done(
    league.visitor.post(`/picks/${league.tokenFor(roundId, id(player))}`, {
      ...{ picks },
      ...(guess === undefined ? {} : { guess }),
    }),
  )
const enter = (roundId: number, player: number, picks: string[], more: object = {}) =>
  done(league.admin.post('/admin/picks', { userId: id(player), roundId, picks, reason: TELLING, ...more }))
const look = (player: number | number[], reason: string | undefined = WHY, roundId = rounds.football) =>
  league.admin.post(`/admin/rounds/${roundId}/look`, { playerIds: [player].flat().map(id), reason })
const historyOf = async (query: string) => (await done(league.admin.get(`/admin/history?${query}`))).entries
const sentences = async (query: string) =>
  (await historyOf(query)).map(({ sentence }: { sentence: string }) => sentence)

beforeAll(async () => {
  const family = 'family@example.com'
  league = await aLeague()
    .withPlayers('Ann', { name: 'Bob', email: family }, { name: 'Cleo', email: family }, 'Dan')
    .withSeason({ picksSealed: true })
    .start()
  const teams = ['Reds', TEAM, FORMER_TEAM]
  const tieBreak = { question: 'How many goals?', unit: 'goals' }
  const films = { ...OSCARS, lockTime: LOCKS_AT }
  rounds = {
    football: await league.openRound({ lockTime: LOCKS_AT, teams, tieBreak }),
    oscars: await league.openRound(films),
    deleted: await league.openRound(films),
    purged: await league.openRound(films),
  }
  await pick(rounds.football, ANN, [FORMER_TEAM])
  await pick(rounds.football, ANN, [TEAM], GUESS)
  await pick(rounds.football, BOB, [TEAM])
  await pick(rounds.oscars, ANN, [FILM, `${FILM} II`])
  await pick(rounds.deleted, ANN, [FILM])
  await pick(rounds.purged, ANN, [FILM])
  await enter(rounds.football, CLEO, [TEAM], { guess: ENTERED_GUESS })
  await enter(rounds.oscars, ANN, [ENTERED])
  await enter(rounds.oscars, BOB, [ENTERED])
  const [entered] = await historyOf(`kind=picks&player=${id(BOB)}`)
  await done(league.admin.post(`/admin/history/${entered.eventId}/undo`, { reason: TELLING }))
  for (const roundId of [rounds.deleted, rounds.purged]) {
    await done(league.admin.post(`/admin/rounds/${roundId}/soft-delete`))
  }
  await done(
    league.admin.delete(`/admin/rounds/${rounds.purged}/permanent`, { confirmation: 'PERMANENT DELETE' }),
  )
  await eventually('a mail with a link that went out, and one about what was entered', async () => {
    const { body } = await league.admin.get('/admin/outbox')
    const hasGone = ({ state }: Mail) => state === 'kept'
    return linksIn(body).some(hasGone) && mailsOf(body, 'pick-entered').some(hasGone)
  })
  events = []
  for (let next: string | null = ''; next !== null; ) {
    const page: Answer['body'] = await done(league.admin.get(`/admin/history?${next && `before=${next}`}`))
    events.push(...page.entries.map(({ eventId }: { eventId: string }) => eventId))
    next = page.next
  }
})
afterAll(() => league?.close())

type Mail = {
  id: string
  template: string
  state: string
  subject: string
  text: string
  withheld?: true
  recipientName: string
}

const mailsOf = ({ mails }: Answer['body'], template: string): Mail[] =>
  mails.filter((mail: Mail) => mail.template === template)

const linksIn = (outbox: Answer['body']) => mailsOf(outbox, 'pick-link')

/** Every GET for admins, for every sport, mail and event that there is. */
async function allThatAdminsSee(): Promise<Record<string, string>> {
  const { mails } = await done(league.admin.get('/admin/outbox'))
  const known = {
    ...{ ...NOTHING_KNOWN, seasonId: league.seasonId, victim: id(ANN) },
    mails: mails.map((mail: Mail) => mail.id),
  }
  const scenes = [
    ...Object.values(rounds).map((roundId) => ({ ...known, roundId, event: events[0] ?? '' })),
    ...events.map((event) => ({ ...known, roundId: rounds.football, event })),
  ]
  const queries = ['per=command', `round=${rounds.football}&player=${id(CLEO)}`, 'kind=picks']
  const paths = [
    ...readingPaths(['admin', 'main_admin'], scenes),
    ...queries.map((query) => `/admin/history?${query}`),
  ]
  const view: Record<string, string> = {}
  const previews: string[] = []
  for (const path of paths) {
    const { status, text } = await league.admin.get(path)
    expect(status, path).toBeLessThan(500)
    view[path] = text
    const preview = /"previewUrl":"([^"]+)"/.exec(text)?.[1]
    if (preview) previews.push(preview)
  }
  for (const path of previews) view[path] = await textOf(await fetch(`${league.application.url}${path}`))
  expect(previews.length).toBeGreaterThan(3)
  return view
}

/** The list of teams itself is no secret. */
const TEAMS = new RegExp(`"team_name":"(?:${TEAM}|${FORMER_TEAM})"|added ${TEAM} and ${FORMER_TEAM}`, 'g')
const isOfTeams = (path: string) =>
  path === '/admin/team-lists' || path.startsWith('/admin/rounds/') || /^\/admin\/history\/[^/]+$/.test(path)

async function expectSealed() {
  const view = await allThatAdminsSee()
  for (const [path, answer] of Object.entries(view)) {
    const told = answer.replace(TEAMS, '').replace(isOfTeams(path) ? /"teams":\[[^\]]*\]/g : /^$/, '')
    expect(told, path).not.toContain(SEALED)
    expect(told, path).not.toMatch(GUESSED)
    for (const player of league.playerIds) {
      for (const roundId of [rounds.football, rounds.oscars]) {
        expect(answer, path).not.toContain(league.tokenFor(roundId, player))
      }
    }
  }
  return view
}

describe('while picks are sealed, an admin finds no pick of an open sport', () => {
  test('in any answer to a GET that there is', async () => {
    const view = await expectSealed()
    expect(Object.keys(view).length).toBeGreaterThan(100)
  })

  test('only that one was made', async () => {
    const { leaderboard } = await done(league.admin.get(`/admin/leaderboard/season/${league.seasonId}`))
    const made = leaderboard.map((row: Answer['body']) => [row.userName, row.picks[rounds.football]])
    expect(made).toEqual([
      ['Ann', { pickItems: [] }],
      ['Bob', { pickItems: [] }],
      ['Cleo', { pickItems: [] }],
      ['Dan', null],
    ])
    expect(await sentences(`round=${rounds.football}&kind=picks`)).toEqual([
      'Connie entered the pick of Cleo for Football. It stays hidden until the lock',
      'Connie entered the guess of Cleo for Football. It stays hidden until the lock',
      'Bob made a pick for Football. It stays hidden until the lock',
      'Ann made a pick for Football. It stays hidden until the lock',
      'Ann made a guess for Football. It stays hidden until the lock',
      'Ann made a pick for Football. It stays hidden until the lock',
    ])
  })

  test('in the mail that tells the player, which the outbox withholds as it does links', async () => {
    const outbox = await done(league.admin.get('/admin/outbox'))
    const [entered] = mailsOf(outbox, 'pick-entered')
    expect(entered).toMatchObject({
      withheld: true,
      text: 'This mail shows a pick that is hidden from admins until the sport locks.',
    })
    expect((await done(league.admin.get(`/admin/outbox/${entered?.id}`))).previewUrl).toBeNull()
    // One of a sport that was deleted before it went out was never written.
    const links = linksIn(outbox).find(({ state }) => state === 'kept')
    expect(links).toMatchObject({ withheld: true })
    expect(links?.text).toContain('/pick/withheld')
  })

  test('by trying out which team was picked', async () => {
    const only = await league.admin.put(`/admin/rounds/${rounds.football}`, { teams: [TEAM] })
    const none = await league.admin.delete(`/admin/rounds/${rounds.football}/teams`)
    for (const { status, body } of [only, none]) {
      expect([status, body.error]).toEqual([
        409,
        'The picks of this sport are hidden from admins: until the lock you can only add teams',
      ])
    }
    const before = (await historyOf(`player=${id(BOB)}`)).length
    await enter(rounds.football, BOB, [TEAM])
    expect((await historyOf(`player=${id(BOB)}`)).length).toBe(before + 1)
  })

  test('by trying values out against the heads of the chain, for which the ids of the command are missing', async () => {
    for (const query of ['', '&per=command']) {
      const entries = await historyOf(`kind=picks&round=${rounds.football}${query}`)
      expect(entries.length).toBeGreaterThan(3)
      for (const { eventId, commandId } of entries) {
        const { metadata } = await done(league.admin.get(`/admin/history/${eventId}`))
        expect(Object.keys(metadata).sort()).toEqual(['actor', 'occurredAt'])
        expect(commandId).toBe(eventId)
      }
    }
    const [withGuess] = await historyOf(`kind=picks&round=${rounds.football}&player=${id(ANN)}`)
    expect(
      (await historyOf(`command=${withGuess.eventId}`)).map(({ type }: { type: string }) => type),
    ).toEqual(['PickSubmitted', 'TieBreakGuessed'])
  })

  test('in the league file, which no browser gets', async () => {
    for (const query of ['', '?personalData=false']) {
      const { status, body } = await league.admin.get(`/admin/operations/export${query}`)
      expect([status, body.error]).toEqual([
        409,
        'The export would reveal picks hidden from admins. Try again after the lock time of these sports: Football, Oscars, Oscars (deleted), Oscars (deleted)',
      ])
    }
  })
})

describe('looking is a deed', () => {
  const mailed = async () => {
    const outbox = await done(league.admin.get('/admin/outbox'))
    return [...mailsOf(outbox, 'looked-at'), ...mailsOf(outbox, 'link-copied')]
  }
  const marks = async () => {
    const { leaderboard } = await done(league.visitor.get(`/public/leaderboard/season/${league.seasonId}`))
    return leaderboard.map((row: Answer['body']) => row.marks?.[rounds.football] ?? [])
  }

  test('and answers the picks that count', async () => {
    const { status, body } = await look([BOB, CLEO, DAN])
    expect([status, body]).toEqual([
      200,
      {
        message: 'Everybody can see that you looked at 3 picks',
        picks: [
          { userId: id(BOB), name: 'Bob', pickItems: [{ pickNumber: 1, pickValue: TEAM }] },
          { userId: id(CLEO), name: 'Cleo', pickItems: [{ pickNumber: 1, pickValue: TEAM }] },
          { userId: id(DAN), name: 'Dan', pickItems: [] },
        ],
      },
    ])
  })

  test('that everybody sees at once on these cells, with the reason and without the pick', async () => {
    expect(await marks()).toEqual([
      [],
      ['entered_by_admin', 'looked_at_by_admin'],
      ['entered_by_admin', 'looked_at_by_admin'],
      ['looked_at_by_admin'],
    ])
    const explained = await done(
      league.visitor.get(`/public/leaderboard/season/${league.seasonId}/players/${id(BOB)}`),
    )
    const cell = explained.cells.find(({ roundId }: { roundId: number }) => roundId === rounds.football)
    expect(cell.marks).toMatchObject([
      { kind: 'entered_by_admin', reason: null },
      { kind: 'looked_at_by_admin', reason: WHY },
    ])
    expect(cell.sentence).toBe('An admin entered a pick for Bob. The pick is hidden until the lock.')
    expect(JSON.stringify(explained)).not.toContain(SEALED)
  })

  test('and that is mailed to each player at the first look of an admin, a household once', async () => {
    await eventually('mails about the look', async () => (await mailed()).length === 2)
    const mails = await mailed()
    expect(mails.map(({ recipientName }) => recipientName).sort()).toEqual(['Bob and Cleo', 'Dan'])
    const family = mails.find(({ recipientName }) => recipientName === 'Bob and Cleo')
    expect(family?.subject).toBe('Football: an admin looked at your picks')
    expect(family?.text).toContain(
      'Connie looked at the picks of Bob and Cleo for Football in Family Cup before it locked',
    )
    expect(family?.text).toContain(`Reason: ${WHY}`)
  })

  test('each one a line of its own, and no mail twice', async () => {
    expect((await look([BOB, ANN], 'Once more')).status).toBe(200)
    await eventually('a mail to who is new', async () => (await mailed()).length === 3)
    expect((await look(ANN, 'And again')).status).toBe(200)
    await done(league.admin.post(`/admin/rounds/${rounds.football}/participants/${id(ANN)}/link`))
    const looks = await sentences(`round=${rounds.football}&kind=sports`)
    expect(looks.slice(0, 4)).toEqual([
      'Connie copied the pick link of Ann for Football',
      'Connie looked at the hidden picks of Ann for Football',
      'Connie looked at the hidden picks of Bob and Ann for Football',
      'Connie looked at the hidden picks of Bob, Cleo and Dan for Football',
    ])
    await done(league.admin.post('/admin/test-email', { email: 'connie@example.com' })).catch(() => {})
    expect(await mailed()).toHaveLength(3)
  })

  test('to copy a personal link is one too, with a mail and a mark', async () => {
    const marksOf = async () => {
      const { leaderboard } = await done(league.visitor.get(`/public/leaderboard/season/${league.seasonId}`))
      return leaderboard[0].marks?.[rounds.oscars]
    }
    expect(await marksOf()).toEqual(['entered_by_admin'])
    await done(league.admin.post(`/admin/rounds/${rounds.oscars}/participants/${id(ANN)}/link`))
    expect(await marksOf()).toEqual(['entered_by_admin', 'looked_at_by_admin'])
    await eventually('a mail about the link', async () => (await mailed()).length === 4)
    const [copied] = (await mailed()).filter(({ template }) => template === 'link-copied')
    expect(copied?.text).toContain('Connie copied the pick link that opens your pick for Oscars')
    expect(copied?.text).toContain('Reason: no reason given')
  })

  test('and on the page of the pick: who did either, when and why, never the pick or the link', async () => {
    const storyOf = (roundId: number, playerId: number) =>
      done(league.visitor.get(`/public/seasons/${league.seasonId}/rounds/${roundId}/players/${playerId}`))
    const looksAt = async (roundId: number, playerId: number) => {
      const { events } = await storyOf(roundId, playerId)
      return events
        .filter(({ kind }: { kind: string }) => kind === 'look')
        .map(({ sentence, admin, reason }: Record<string, unknown>) => [sentence, admin, reason])
    }
    expect(await looksAt(rounds.oscars, id(ANN))).toEqual([
      ['Connie copied the pick link of Ann for Oscars', 'Connie', null],
    ])
    expect(await looksAt(rounds.football, id(DAN))).toEqual([
      ['Connie looked at the hidden picks of Bob, Cleo and Dan for Football', 'Connie', WHY],
    ])
    const token = league.tokenFor(rounds.oscars, id(ANN))
    const page = JSON.stringify(await storyOf(rounds.oscars, id(ANN)))
    expect(page).not.toContain(token)
    expect(page).not.toContain(SEALED)
  })
})

describe('from the lock on', () => {
  test('admins see what everybody sees, and there is nothing to look at any more', async () => {
    await league.lockAt(LOCKS_AT)
    expect((await league.admin.get(`/admin/leaderboard/season/${league.seasonId}`)).text).toContain(TEAM)
    expect((await sentences(`round=${rounds.football}&kind=picks`))[0]).toMatch(
      /entered the pick of Bob for Football: /,
    )
    expect((await look(ANN)).status).toBe(409)
    expect((await league.admin.get('/admin/operations/export?personalData=false')).status).toBe(200)
    const [entered] = mailsOf(await done(league.admin.get('/admin/outbox')), 'pick-entered')
    expect(entered?.withheld).toBeUndefined()
  })
})
