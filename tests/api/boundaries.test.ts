import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { applicationForTest, FIRST_ADMIN } from '../support/application.ts'
import { copyTemplate } from '../support/embedded.ts'
import { temporaryFolder } from '../support/folder.ts'
import { type Answer, http } from '../support/http.ts'
import { aLeague } from '../support/league/a-league.ts'
import { CONNIE, FOOTBALL, OSCARS } from '../support/league/examples.ts'
import type { RunningLeague } from '../support/league/running.ts'
import { wholeLog, withFolder } from '../support/log.ts'

const QUARTER_HOUR_MS = 15 * 60_000

let league: RunningLeague
let folder: Awaited<ReturnType<typeof temporaryFolder>>
/** Rounds: a draft and an open one of teams, open ones that take one, three and ten write-ins. */
let draft: number
let football: number
let shortList: number
let oscars: number
let longList: number
let sam: number

beforeAll(async () => {
  folder = await temporaryFolder()
  await copyTemplate(folder.path)
  const plan = aLeague().withPlayers('Ann', 'Bob').withSeason().withDraft()
  league = await plan.start({ dataDir: folder.path, config: { role: 'api' } })
  draft = league.roundId
  football = await league.openRound({ teams: ['Reds', 'Blues', text(100)] })
  shortList = await league.openRound({ ...OSCARS, numWriteInPicks: 1 })
  oscars = await league.openRound(OSCARS)
  longList = await league.openRound({ ...OSCARS, numWriteInPicks: 10 })
  sam = (await league.addAdmin('Sam')).id
})
afterAll(async () => {
  await league?.close()
  await folder?.remove()
})

const text = (length: number) => 'x'.repeat(length)
/** One character each, though two UTF-16 units. */
const cups = (length: number) => '🏆'.repeat(length)
const teams = (count: number) => Array.from({ length: count }, (_, index) => `Team ${index}`)
const texts = (count: number) => Array.from({ length: count }, (_, index) => `Film ${index}`)

/** No body reaches an event with more than was asked for: each of them carries this. */
const STOWAWAY = 'a-stowaway'
const send = (method: 'post' | 'put' | 'delete', path: string, body: object): Promise<Answer> =>
  league.admin[method](path, { ...body, stowaway: STOWAWAY, id: 4711, constructor: STOWAWAY })

const addPlayer = (values: object) => send('post', '/admin/users', { name: 'Eve', email: '', ...values })
const editPlayer = (values: object) =>
  send('put', `/admin/users/${league.idOf('Bob')}`, { name: 'Bob', email: '', ...values })
const SEASON = { name: 'Cup', yearStart: 2027, yearEnd: 2027 }
const addSeason = (values: object) => send('post', '/admin/seasons', { ...SEASON, ...values })
const editSeason = (values: object) =>
  send('put', `/admin/seasons/${league.seasonId}`, { ...SEASON, ...values })
const addRound = (values: object) =>
  send('post', '/admin/rounds', { ...FOOTBALL, seasonId: league.seasonId, ...values })
const editDraft = (values: object) => send('put', `/admin/rounds/${draft}`, values)
const addTeams = async (list: unknown) => {
  await league.admin.delete(`/admin/rounds/${draft}/teams`)
  return send('post', `/admin/rounds/${draft}/teams`, { teams: list })
}
const settings = (values: object) => send('put', '/admin/settings', values)
const pick = (round: () => number) => (picks: unknown) =>
  send('post', `/picks/${league.tokenFor(round(), league.idOf('Ann'))}`, { picks })
const enterPick = (round: () => number) => (picks: unknown) =>
  send('post', '/admin/picks', { userId: league.idOf('Bob'), roundId: round(), picks })
const changePassword = async (newPassword: unknown) => {
  league.clock.advance(QUARTER_HOUR_MS)
  const { body } = await league.visitor.post('/auth/login', CONNIE)
  const answer = await league.visitor
    .as(body.token)
    .post('/auth/change-password', { currentPassword: CONNIE.password, newPassword })
  if (answer.status === 200) {
    const back = { currentPassword: newPassword, newPassword: CONNIE.password }
    const { token } = (await league.visitor.as(answer.body.token).post('/auth/change-password', back)).body
    Object.assign(league.admin, league.visitor.as(token))
  }
  return answer
}

type Limit = {
  what: string
  by: (value: unknown) => Promise<Answer>
  takes: readonly unknown[]
  refuses: readonly unknown[]
  sentence: string
}

/** Of a form's field, whichever call sends it. */
const field = (name: string, ...calls: ((values: object) => Promise<Answer>)[]) =>
  calls.map((call) => (value: unknown) => call({ [name]: value }))

const ROUND_NAME = 'Sport name must be 1 to 100 characters'
const TEAM_NAME = 'Team name must be at most 100 characters'
const TEAMS_MAX = 'A sport has at most 500 teams'
const PICK = 'A pick must be 1 to 100 characters'
const FIRST_HOURS = 'First reminder hours must be between 2 and 168'
const FINAL_HOURS = 'Final reminder hours must be between 1 and 45'
const ORDER = 'First reminder must be more hours before lock time than final reminder'
const DAILY = 'Daily reminder time must be in HH:MM format'
const PASSWORD = 'Password must be 8 to 128 characters'
const PERMANENT = 'You must type "PERMANENT DELETE" exactly!'
const ADDRESS = 'Please enter a valid email address'

/** Nothing in them is seen. */
const UNSEEN = ['\u200b', '\u2800 \u3164', '\u202e\ufeff', '\u00ad\u0001']

const withTeams = (call: (values: object) => Promise<Answer>) => (value: unknown) =>
  call({ pickType: 'single', teams: value })
const hours = (type: string) => (value: unknown) => {
  const [reminderFirstHours, reminderFinalHours] = value as [number, number]
  return settings({ reminderType: type, reminderFirstHours, reminderFinalHours })
}
const years = (call: (values: object) => Promise<Answer>) => (value: unknown) => {
  const [yearStart, yearEnd] = value as [number, number]
  return call({ yearStart, yearEnd })
}

const POINTS: [key: string, place: string][] = [
  ['pointsFirstPlace', '1st place'],
  ['pointsSecondPlace', '2nd place'],
  ['pointsThirdPlace', '3rd place'],
  ['pointsFourthPlace', '4th place'],
  ['pointsFifthPlace', '5th place'],
  ['pointsSixthPlusPlace', '6th place and below'],
]

/** Every limit: what stands at it is taken, one beyond is refused. */
// biome-ignore format: a table reads best as one
const LIMITS: readonly Limit[] = [
  ...field('name', addPlayer, editPlayer).map((by) => ({ what: 'a player name', by, takes: ['x', text(100), cups(100), ` ${text(100)} `], refuses: ['', ' ', ...UNSEEN, text(101), cups(101)], sentence: 'Name must be 1 to 100 characters' })),
  ...field('email', addPlayer, editPlayer).map((by) => ({ what: 'an address', by, takes: ['', ' a@b ', `${text(250)}@b.c`, ...UNSEEN, '\u200ba\u2060@\ufeffb\u00ad'], refuses: ['a', 'a@', '@b', 'a b@c', 'a@b@c', `${text(251)}@b.c`], sentence: ADDRESS })),
  ...field('name', addSeason, editSeason).map((by) => ({ what: 'a season name', by, takes: [' x\t', text(50), cups(50)], refuses: ['', '\t', ...UNSEEN, text(51), cups(51)], sentence: 'Season name must be 1 to 50 characters' })),
  ...field('commissioner', addSeason, editSeason).map((by) => ({ what: 'a commissioner', by, takes: [null, '', '  x ', text(255), cups(255)], refuses: [text(256), cups(256)], sentence: 'Commissioner must be at most 255 characters' })),
  ...[addSeason, editSeason].flatMap((call) => [
    { what: 'years', by: years(call), takes: [[1990, 2100], [1990, 1990], [2100, 2100]], refuses: [[1989, 2027]], sentence: 'Start year must be between 1990 and 2100' },
    { what: 'the end year', by: years(call), takes: [], refuses: [[2027, 2101], [2027, 2027.5], [2027, null], [2027, '2027']], sentence: 'End year must be between 1990 and 2100' },
    { what: 'the order of years', by: years(call), takes: [[2026, 2027]], refuses: [[2027, 2026]], sentence: 'End year must not be before the start year' },
  ]),
  ...field('sportName', addRound, editDraft).map((by) => ({ what: 'a sport name', by, takes: [' x ', text(100), cups(100)], refuses: ['', ' ', ...UNSEEN, text(101), cups(101)], sentence: ROUND_NAME })),
  ...field('emailMessage', addRound, editDraft).map((by) => ({ what: 'an email message', by, takes: [null, '', ' x ', text(500), cups(500)], refuses: [text(501), cups(501)], sentence: 'Email message must be at most 500 characters' })),
  ...[withTeams(addRound), withTeams(editDraft), addTeams].flatMap((by) => [
    { what: 'a team name', by, takes: [['x'], [text(100)], [cups(100)], [' Reds ', '', ' ']], refuses: [[text(101)], [cups(101)]], sentence: TEAM_NAME },
    { what: 'the number of teams', by, takes: [[], teams(500)], refuses: [teams(501)], sentence: TEAMS_MAX },
    { what: 'a team that is there already', by, takes: [['Reds', 'Red']], refuses: [['Reds', 'reds']], sentence: 'The team reds is listed twice' },
  ]),
  ...field('numWriteInPicks', (values) => addRound({ ...OSCARS, ...values }), (values) => editDraft({ pickType: 'multiple', ...values })).map((by) => ({ what: 'the number of write-ins', by, takes: [1, 10], refuses: [0, 11, 1.5, '3'], sentence: 'Number of write-in picks must be between 1 and 10' })),
  ...[pick, enterPick].flatMap((call) => [
    { what: 'a pick', by: call(() => oscars), takes: [['x'], [text(100)], [cups(100)], [` ${text(100)} `], ['', 'x', ' ']], refuses: [[text(101)], [cups(101)]], sentence: PICK },
    { what: 'a pick of null', by: call(() => oscars), takes: [], refuses: [[null]], sentence: 'A pick must be a text' },
    { what: 'no pick', by: call(() => oscars), takes: [], refuses: [[''], [' ', '\t'], UNSEEN], sentence: 'Please enter at least one pick' },
    { what: 'picks of three', by: call(() => oscars), takes: [texts(1), texts(3)], refuses: [texts(4)], sentence: 'This sport takes at most 3 picks' },
    { what: 'picks of one', by: call(() => shortList), takes: [texts(1)], refuses: [texts(2)], sentence: 'This sport takes one pick' },
    { what: 'picks of ten', by: call(() => longList), takes: [texts(10)], refuses: [texts(11)], sentence: 'This sport takes at most 10 picks' },
    { what: 'a team', by: call(() => football), takes: [['Reds'], [' Blues '], [text(100)]], refuses: [['reds']], sentence: 'reds is not in the list of teams' },
    { what: 'no team', by: call(() => football), takes: [], refuses: [[''], [' ']], sentence: 'Please select a team/player' },
    { what: 'two teams', by: call(() => football), takes: [], refuses: [['Reds', 'Blues']], sentence: 'This sport takes one pick' },
  ]),
  // An admin clears a pick with an empty list.
  { what: 'an empty list of picks', by: pick(() => oscars), takes: [], refuses: [[]], sentence: 'Please enter at least one pick' },
  { what: 'an empty list of teams', by: pick(() => football), takes: [], refuses: [[]], sentence: 'Please select a team/player' },
  ...POINTS.map(([key, place]) => ({ what: `points for the ${place}`, by: (value: unknown) => settings({ [key]: value }), takes: [0, 20], refuses: [-1, 21, 1.5, null, '5', true], sentence: `${place} points must be between 0 and 20` })),
  { what: 'reminders before the lock', by: hours('before_lock'), takes: [[2, 1], [168, 45], [46, 45]], refuses: [[45, 45], [6, 7]], sentence: ORDER },
  ...['daily', 'none'].map((type) => ({ what: `reminders of type ${type}`, by: hours(type), takes: [[45, 45], [2, 45]], refuses: [], sentence: ORDER })),
  ...['daily', 'before_lock', 'none'].flatMap((type) => [
    { what: `the first reminder of type ${type}`, by: hours(type), takes: [], refuses: [[1, 1], [169, 1], [2.5, 1]], sentence: FIRST_HOURS },
    { what: `the final reminder of type ${type}`, by: hours(type), takes: [], refuses: [[168, 0], [168, 46], [168, null]], sentence: FINAL_HOURS },
  ]),
  { what: 'a title', by: (appTitle) => settings({ appTitle }), takes: [' x ', text(100), cups(100)], refuses: ['', ' ', ...UNSEEN, text(101), cups(101), null], sentence: 'App title must be 1 to 100 characters' },
  { what: 'a tagline', by: (appTagline) => settings({ appTagline }), takes: ['x', text(200), cups(200)], refuses: ['', ' ', text(201), cups(201)], sentence: 'App tagline must be 1 to 200 characters' },
  { what: 'a footer', by: (footerMessage) => settings({ footerMessage }), takes: ['x', text(200), cups(200)], refuses: ['', ' ', text(201), cups(201)], sentence: 'Footer message must be 1 to 200 characters' },
  { what: 'a daily time', by: (dailyReminderTime) => settings({ dailyReminderTime }), takes: ['00:00', '23:59', '23:59:59', '10:00:00'], refuses: ['', '24:00', '9:5', '9:30', '10:60', '10:00:60', '24:00:00', '10:00:00Z', '9:5:0', '1000', 'noon'], sentence: DAILY },
  { what: 'a zone', by: (defaultTimezone) => settings({ defaultTimezone }), takes: ['UTC', 'Asia/Kathmandu', 'Australia/Lord_Howe'], refuses: ['Mars/Olympus', '+02:00'], sentence: 'Timezone is not known' },
  { what: 'a new password', by: changePassword, takes: ['Aq1!Wz4?', `Gz7-hmtwqkvrsldpnbjfxyce${'xk'.repeat(52)}`], refuses: ['Aq1!Wz4', `Aq1!${'wZ'.repeat(62)}x`, 'Aq1!🏆🏅'], sentence: PASSWORD },
  { what: 'a name of an admin that is too short', by: (newName) => send('put', `/admin/admins/${sam}/change-name`, { newName }), takes: ['Al', '🏆🏅', text(100), cups(100)], refuses: ['', 'x', ' x ', '🏆', ...UNSEEN], sentence: 'Name must be at least 2 characters' },
  { what: 'a name of an admin that is too long', by: (newName) => send('put', `/admin/admins/${sam}/change-name`, { newName }), takes: [], refuses: [text(101), cups(101)], sentence: 'Name must be at most 100 characters' },
  { what: 'the own name', by: (newName) => send('post', '/auth/change-name', { newName }), takes: ['Al', cups(100)], refuses: ['x', ' 🏆 '], sentence: 'Name must be at least 2 characters' },
  { what: 'the name that one has', by: (newName) => send('post', '/auth/change-name', { newName }), takes: ['Connie'], refuses: ['Connie', ' Connie '], sentence: 'New name must be different from current name' },
  { what: 'the address that one has', by: (newEmail) => send('post', '/auth/change-email', { newEmail, currentPassword: CONNIE.password }), takes: [], refuses: [CONNIE.email, ` ${CONNIE.email}`, `\u200b${CONNIE.email}`], sentence: 'New email must be different from current email' },
  { what: 'an address to sign in', by: (email) => send('post', '/auth/request-login', { email }), takes: ['a@b', 'a\u200b@b'], refuses: ['', 'a', ...UNSEEN, null], sentence: ADDRESS },
  { what: 'a password to sign in', by: (password) => send('post', '/auth/login', { email: 'a@b', password }), takes: [], refuses: ['', null], sentence: 'Password is required' },
  ...['rounds', 'seasons'].map((noun) => ({ what: `the words that delete ${noun} for ever`, by: (confirmation: unknown) => send('delete', `/admin/${noun}/1/permanent`, { confirmation }), takes: [], refuses: ['', 'permanent delete', 'PERMANENT  DELETE', 'PERMANENT DELETE!', null, true], sentence: PERMANENT })),
  { what: 'a season of a sport', by: (seasonId) => addRound({ seasonId }), takes: [], refuses: [0, null, '1', 2 ** 31], sentence: 'Please select a season' },
  { what: 'a lock time of a sport', by: (lockTime) => addRound({ lockTime }), takes: ['2027-08-01T18:00', '2027-08-01T18:00:00+02:00'], refuses: [null, 7], sentence: 'Lock time is required' },
]

const show = (value: unknown) => {
  const json = JSON.stringify(value)
  return json.length > 40 ? `${json.slice(0, 25)}… (${[...json].length})` : json
}

const at = (side: 'takes' | 'refuses') =>
  LIMITS.flatMap((limit) => limit[side].map((value) => [limit.what, show(value), limit, value] as const))

describe('at the limit', () => {
  test.each(at('takes'))('%s is taken: %s', async (_what, _value, { by }, value) => {
    const { status, text: answer } = await by(value)
    expect([200, 201], answer).toContain(status)
  })
})

describe('one beyond the limit', () => {
  test.each(at('refuses'))('%s is refused: %s', async (_what, _value, { by, sentence }, value) => {
    const { status, body } = await by(value)
    expect({ status, error: body.error }).toEqual({ status: 400, error: sentence })
  })
})

test('a list of teams does not grow past its limit in several steps', async () => {
  const roundId = await league.draftRound({ teams: teams(500) })
  const more = await send('post', `/admin/rounds/${roundId}/teams`, { teams: ['One more'] })
  expect(more).toMatchObject({ status: 400, body: { error: TEAMS_MAX } })
  const again = await send('post', `/admin/rounds/${roundId}/teams`, { teams: ['Team 0', 'Team 499'] })
  expect(again, 'what stands there already').toMatchObject({ status: 200 })
  expect((await league.admin.get(`/admin/rounds/${roundId}`)).body.teams).toHaveLength(500)
})

describe('outer spaces', () => {
  test('of a password belong to it', async () => {
    const fresh = await applicationForTest({ config: { role: 'api' } })
    const visitor = http(fresh.url)
    const { token } = (await visitor.post('/auth/login', FIRST_ADMIN)).body
    const setUp = (values: object) =>
      visitor.as(token).post('/auth/initial-setup', {
        ...{ newName: CONNIE.name, newEmail: CONNIE.email, newPassword: CONNIE.password },
        ...values,
      })
    expect(await setUp({ newPassword: 'Aq1!Wz4' })).toMatchObject({ status: 400, body: { error: PASSWORD } })
    expect(await setUp({ newPassword: `Aq1!${text(125)}` })).toMatchObject({
      status: 400,
      body: { error: PASSWORD },
    })
    expect(await setUp({ newName: 'x' })).toMatchObject({
      status: 400,
      body: { error: 'Name must be at least 2 characters' },
    })
    expect(await setUp({ newPassword: ` ${CONNIE.password} ` })).toMatchObject({ status: 200 })
    expect(await visitor.post('/auth/login', CONNIE)).toMatchObject({ status: 401 })
    const spaced = { email: ` ${CONNIE.email} `, password: ` ${CONNIE.password} ` }
    expect(await visitor.post('/auth/login', spaced)).toMatchObject({ status: 200 })
    await fresh.close()
  })
})

test('the log holds nothing that nobody asked for, and nothing untrimmed', async () => {
  await league.close()
  await withFolder(folder.path, async ({ store }) => {
    const events = await wholeLog(store)
    expect(events.length).toBeGreaterThan(100)
    const log = JSON.stringify(events.map(({ data }) => data))
    expect(log).not.toContain(STOWAWAY)
    expect(log).not.toContain('4711')
    expect(log).not.toMatch(/":" |\s"[,}\]]/)
  })
})
