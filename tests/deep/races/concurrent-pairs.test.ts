import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Answer, Http } from '../../support/http.ts'
import { FOOTBALL } from '../../support/league/examples.ts'
import type { RunningLeague } from '../../support/league/running.ts'
import { times } from '../depth.ts'
import { PLACES, type Place, type Running } from './places.ts'

const REPETITIONS = times(3)

let league: RunningLeague
/** Of each process that serves the league; calls that are released together go to them by turns. */
let admins: readonly Http[] = []
let visitors: readonly Http[] = []
let called = 0

const byTurns = <T>(processes: readonly T[]): T => {
  called += 1
  const process = processes[called % processes.length]
  if (process === undefined) throw new Error('No process serves the league')
  return process
}
const admin = () => byTurns(admins)
const visitor = () => byTurns(visitors)

/** A season of its own, so that whatever happens to it is nobody else's business. */
async function cup() {
  const season = { name: 'Cup', yearStart: 2027, yearEnd: 2027, participantIds: league.playerIds }
  const { body } = await league.admin.post('/admin/seasons', season)
  return body.id as number
}

/** `madeOf` is how many events its stream has before anything is released. */
type Cup = { seasonId: number; roundId: number; madeOf: number }

/** A season with two participants, and its first round. */
const EVENTS_OF_A_DRAFT = 4
const ROUND = (id: number, deed: string, body?: unknown) => () =>
  admin().post(`/admin/rounds/${id}/${deed}`, body)
const SEASON = (id: number, deed: string) => () => admin().post(`/admin/seasons/${id}/${deed}`)

async function draftCup(): Promise<Cup> {
  const seasonId = await cup()
  return { seasonId, roundId: await league.draftRound({ seasonId }), madeOf: EVENTS_OF_A_DRAFT }
}

async function activeCup(): Promise<Cup> {
  const made = await draftCup()
  await succeed(ROUND(made.roundId, 'activate'))
  return { ...made, madeOf: made.madeOf + 1 }
}

/** Ann picked the Reds, Bob the Blues. */
async function lockedCup(): Promise<Cup> {
  const made = await activeCup()
  const [ann, bob] = league.playerIds
  await succeed(() => enter(made, ann, 'Reds'))
  await succeed(() => enter(made, bob, 'Blues'))
  await succeed(ROUND(made.roundId, 'lock'))
  return { ...made, madeOf: made.madeOf + 1 }
}

async function completedCup(): Promise<Cup> {
  const made = await lockedCup()
  await succeed(complete(made, 'Reds'))
  return { ...made, madeOf: made.madeOf + 1 }
}

async function endedCup(): Promise<Cup> {
  const made = await completedCup()
  await succeed(SEASON(made.seasonId, 'end'))
  return { ...made, madeOf: made.madeOf + 1 }
}

const enter = ({ roundId }: Cup, userId: number | undefined, team: string) =>
  admin().post('/admin/picks', { userId, roundId, picks: [team] })

const complete = ({ roundId }: Cup, firstPlaceTeam: string) => ROUND(roundId, 'complete', { firstPlaceTeam })

async function succeed(call: () => Promise<Answer>) {
  const answer = await call()
  if (answer.status >= 300) throw new Error(`${answer.status} ${answer.text}`)
}

type Pair = {
  name: string
  given: () => Promise<Cup>
  /** Released together, in either order. */
  calls: (cup: Cup) => readonly (() => Promise<Answer>)[]
  /** What the one who lost may be told. */
  refusals: RegExp
  /** The status of the refusal, where it is not 409. */
  status?: number
  /** Events of the pair in the two streams: type, and how often in each repetition. */
  happens: readonly (readonly string[])[]
}

const FIRST = (deed: string) => (made: Cup) => [ROUND(made.roundId, deed), ROUND(made.roundId, deed)]

const EXACTLY_ONE: readonly Pair[] = [
  {
    name: 'two completions',
    given: lockedCup,
    calls: (made) => [complete(made, 'Reds'), complete(made, 'Blues')],
    refusals: /^A completed sport cannot be completed$/,
    happens: [['RoundCompleted']],
  },
  {
    name: 'two ends of a season',
    given: completedCup,
    calls: ({ seasonId }) => [SEASON(seasonId, 'end'), SEASON(seasonId, 'end')],
    refusals: /^The season has already ended$/,
    happens: [['SeasonEnded']],
  },
  {
    name: 'two reopenings',
    given: endedCup,
    calls: ({ seasonId }) => [SEASON(seasonId, 'reopen'), SEASON(seasonId, 'reopen')],
    refusals: /^The season has not ended$/,
    happens: [['SeasonReopened']],
  },
  {
    name: 'two activations',
    given: draftCup,
    calls: FIRST('activate'),
    refusals: /^An active sport cannot be activated$/,
    happens: [['RoundActivated']],
  },
  {
    name: 'two locks by hand',
    given: activeCup,
    calls: FIRST('lock'),
    refusals: /^The sport is locked already$/,
    happens: [['RoundLocked']],
  },
  {
    name: 'two unlocks',
    given: completedCup,
    calls: FIRST('unlock'),
    refusals: /^A locked sport cannot be unlocked$/,
    happens: [['RoundUnlocked']],
  },
  {
    name: 'deleting and completing',
    given: lockedCup,
    calls: (made) => [ROUND(made.roundId, 'soft-delete'), complete(made, 'Reds')],
    refusals: /^(A completed sport cannot be deleted|Sport not found)$/,
    status: 404,
    happens: [['RoundDeleted'], ['RoundCompleted']],
  },
  {
    name: 'ending a season and unlocking its round',
    given: completedCup,
    calls: ({ seasonId, roundId }) => [SEASON(seasonId, 'end'), ROUND(roundId, 'unlock')],
    refusals:
      /^(The season has ended\. Reopen it to make changes|Complete these sports before ending the season: Football)$/,
    happens: [['SeasonEnded'], ['RoundUnlocked']],
  },
  {
    name: 'ending a season and creating a round in it',
    given: completedCup,
    calls: ({ seasonId }) => [
      SEASON(seasonId, 'end'),
      () => admin().post('/admin/rounds', { ...FOOTBALL, sportName: 'Late', seasonId }),
    ],
    refusals:
      /^(The season has ended\. Reopen it to make changes|Complete these sports before ending the season: Late)$/,
    happens: [['SeasonEnded'], ['RoundCreated']],
  },
  {
    name: 'ending a season and completing its last round',
    given: lockedCup,
    calls: (made) => [SEASON(made.seasonId, 'end'), complete(made, 'Reds')],
    refusals: /^Complete these sports before ending the season: Football$/,
    happens: [['RoundCompleted'], ['RoundCompleted', 'SeasonEnded']],
  },
]

for (const place of PLACES) {
  const reason = place.missing === null ? '' : `: ${place.missing}`
  describe.skipIf(place.missing)(`on ${place.name}${reason}`, () => pairsOn(place))
}

function pairsOn(place: Place) {
  let running: Running
  /** Looked up in the log when all is over. */
  const released: { name: string; made: Cup; happens: Pair['happens'] }[] = []
  const picked: string[] = []
  const enteredFor: { roundId: number; accepted: number }[] = []

  beforeAll(async () => {
    running = await place.start()
    league = running.league
    admins = running.admins
    visitors = running.visitors
  })
  afterAll(() => running?.close())

  describe.each(EXACTLY_ONE)('$name', ({ name, given, calls, refusals, status = 409, happens }) => {
    test(`released together, ${REPETITIONS} times`, async () => {
      for (let turn = 0; turn < REPETITIONS; turn += 1) {
        const made = await given()
        const answers = await together(calls(made), turn)
        const lost = answers.filter(({ status }) => status >= 300)
        // Only where the one may come first and make way for the other do both succeed.
        const bothMay = happens.some((types) => types.length > 1)
        expect(lost.length).toBeLessThanOrEqual(1)
        if (!bothMay) expect(lost.length, 'one succeeds, the other does not').toBe(1)
        for (const { status: refused, body } of lost) {
          expect([409, status]).toContain(refused)
          expect(body.error).toMatch(refusals)
        }
        await expectConsistent(made)
        released.push({ name, made, happens })
      }
    })
  })

  describe('both succeed', () => {
    test('unlocking and completing: completed once or not at all, and never twice', async () => {
      for (let turn = 0; turn < REPETITIONS; turn += 1) {
        const made = await completedCup()
        const [unlocked, completed] = await together(
          [ROUND(made.roundId, 'unlock'), complete(made, 'Blues')],
          turn,
        )
        expect(unlocked?.status).toBe(200)
        expect([200, 409]).toContain(completed?.status)
        const won = completed?.status === 200
        if (!won) expect(completed?.body.error).toBe('A completed sport cannot be completed')
        expect(await roundsOf(made.seasonId)).toMatchObject([{ status: won ? 'completed' : 'locked' }])
        expect(await totalsIn(made), 'Ann, Bob').toEqual(won ? [1, 6] : [0, 0])
        await expectConsistent(made)
      }
    })

    test('two new seasons that both want to be the default: one is', async () => {
      for (let turn = 0; turn < REPETITIONS; turn += 1) {
        const wish = { name: `Wish ${turn}`, yearStart: 2027, yearEnd: 2027, isDefault: true }
        const create = () => admin().post('/admin/seasons', wish)
        const answers = await together([create, create], turn)
        expect(answers.map(({ status }) => status)).toEqual([201, 201])
        const wishes = answers.map(({ body }) => body.id)
        expect(wishes).toContain((await onlyDefault()).id)
      }
    })

    test('making a season the default and deleting it: no deleted season is the default', async () => {
      for (let turn = 0; turn < REPETITIONS; turn += 1) {
        const seasonId = await cup()
        const wish = { name: `Cup ${turn}`, yearStart: 2027, yearEnd: 2027, isDefault: true }
        const choose = () => admin().put(`/admin/seasons/${seasonId}`, wish)
        const answers = await together([choose, SEASON(seasonId, 'soft-delete')], turn)
        for (const { status } of answers) expect([200, 404]).toContain(status)
        const { body: deleted } = await league.admin.get('/admin/seasons/deleted')
        expect(deleted.filter(({ is_default }: { is_default: number }) => is_default === 1)).toEqual([])
        await league.admin.post(`/admin/seasons/${seasonId}/restore`)
        const { body: all } = await league.admin.get('/admin/seasons')
        expect(all.find(({ id }: { id: number }) => id === seasonId)).toMatchObject({ is_default: 0 })
      }
    })

    test('toggling a season six times: as it was before', async () => {
      for (let turn = 0; turn < REPETITIONS; turn += 1) {
        const seasonId = await cup()
        const toggle = () => admin().put(`/admin/seasons/${seasonId}/toggle-active`)
        const answers = await together(Array(6).fill(toggle), turn)
        expect(answers.filter(({ body }) => body.isActive)).toHaveLength(3)
        const { body: all } = await league.admin.get('/admin/seasons')
        expect(all.find(({ id }: { id: number }) => id === seasonId)).toMatchObject({ is_active: 1 })
      }
    })

    test('twenty identical picks: one event', async () => {
      for (let turn = 0; turn < 5; turn += 1) {
        const made = await activeCup()
        const [ann = 0] = league.playerIds
        const token = league.tokenFor(made.roundId, ann)
        const submit = () => visitor().post(`/picks/${token}`, { picks: ['Greens'] })
        const answers = await together(Array(20).fill(submit), turn)
        for (const answer of answers) {
          expect(answer).toMatchObject({
            status: 200,
            body: { pickItems: [{ pickNumber: 1, pickValue: 'Greens' }] },
          })
        }
        picked.push(`pick-${made.roundId}-${ann}`)
      }
    })

    test('entering a pick and completing: each entry that was accepted stands in the log', async () => {
      for (let turn = 0; turn < REPETITIONS; turn += 1) {
        const made = await lockedCup()
        const [ann = 0, bob = 0] = league.playerIds
        const enterAll = [ann, bob].map((userId) => () => enter(made, userId, 'Greens'))
        const [completed, ...entered] = await together([complete(made, 'Reds'), ...enterAll], turn)
        expect(completed?.status).toBe(200)
        for (const { status, body } of entered) {
          if (status !== 200) expect(body.error).toBe('Completed sports cannot be edited')
        }
        enteredFor.push({
          roundId: made.roundId,
          accepted: entered.filter(({ status }) => status === 200).length,
        })
      }
    })

    test('asking late and completing: a request that was refused is not offered once the sport is unlocked', async () => {
      for (let turn = 0; turn < REPETITIONS; turn += 1) {
        const made = await activeCup()
        const [ann = 0, bob] = league.playerIds
        await succeed(() => enter(made, bob, 'Reds'))
        await succeed(ROUND(made.roundId, 'lock'))
        const token = league.tokenFor(made.roundId, ann)
        const ask = () => visitor().post(`/picks/${token}/ask-late`, { picks: ['Blues'] })
        const [completed, ...asked] = await together([complete(made, 'Reds'), ask, ask], turn)
        expect(completed?.status).toBe(200)
        for (const { status, body } of asked) {
          if (status !== 200)
            expect(body.error).toMatch(/^(You have asked already|This sport has had a result)/)
        }
        await succeed(ROUND(made.roundId, 'unlock'))
        const { body: offered } = await league.admin.get(`/admin/rounds/${made.roundId}/late-picks`)
        expect(offered).toHaveLength(asked.filter(({ status }) => status === 200).length)
        expect(await totalsIn(made)).toEqual([0, 0])
      }
    })

    test('picking a team and taking it off the list: no pick is left without its team', async () => {
      for (let turn = 0; turn < REPETITIONS; turn += 1) {
        const made = await activeCup()
        const [ann = 0, bob] = league.playerIds
        const token = league.tokenFor(made.roundId, ann)
        const [dropped, ...picks] = await together(
          [
            () => admin().put(`/admin/rounds/${made.roundId}`, { teams: ['Reds', 'Blues'] }),
            () => visitor().post(`/picks/${token}`, { picks: ['Greens'] }),
            () => enter(made, bob, 'Greens'),
          ],
          turn,
        )
        const accepted = picks.filter(({ status }) => status === 200).length
        for (const { status } of picks) expect([200, 400]).toContain(status)
        expect(await teamsOf(made.roundId), 'what was picked is in the list').toEqual(
          accepted > 0 ? ['Blues', 'Greens', 'Reds'] : ['Blues', 'Reds'],
        )
        if (dropped?.status !== 200) {
          expect(dropped).toMatchObject({
            status: 409,
            body: { error: 'These teams have been picked and must stay: Greens' },
          })
        }
      }
    })

    test('picking and deleting the player: no pick is left without its player', async () => {
      for (let turn = 0; turn < REPETITIONS; turn += 1) {
        const { body } = await league.admin.post('/admin/users', { name: 'Dan', email: '' })
        const made = await activeCup()
        const join = `/admin/season-participants/${made.seasonId}/participants`
        await succeed(() => league.admin.post(join, { userId: body.id }))
        const token = league.tokenFor(made.roundId, body.id)
        const [deleted, ...picks] = await together(
          [
            () => admin().delete(`/admin/users/${body.id}`),
            () => visitor().post(`/picks/${token}`, { picks: ['Greens'] }),
            () => enter(made, body.id, 'Blues'),
          ],
          turn,
        )
        const accepted = picks.filter(({ status }) => status === 200).length
        expect([200, 409]).toContain(deleted?.status)
        expect(deleted?.status === 200, 'deleted only where nobody picked').toBe(accepted === 0)
      }
    })

    test('adding a player twenty times: one participant', async () => {
      const { body } = await league.admin.post('/admin/users', { name: 'Cleo', email: '' })
      const seasonId = await cup()
      const add = () =>
        admin().post(`/admin/season-participants/${seasonId}/participants`, { userId: body.id })
      const answers = await together(Array(20).fill(add), 0)
      expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
      const participants = (await league.admin.get(`/admin/season-participants/${seasonId}`)).body
      expect(participants.filter(({ id }: { id: number }) => id === body.id)).toHaveLength(1)
    })
  })

  test('in the log stands what the answers told, each deed once', async () => {
    const log = await running.wholeLog()
    const typesIn = (streams: readonly string[]) =>
      log.filter(({ stream }) => streams.includes(stream)).map(({ type }) => type)

    const outcomes: Record<string, Record<string, number>> = {}
    for (const { name, made, happens } of released) {
      const { seasonId, madeOf } = made
      const deeds = typesIn([`season-${seasonId}`]).slice(madeOf)
      expect(happens, name).toContainEqual(deeds)
      const counts = outcomes[name] ?? {}
      outcomes[name] = { ...counts, [deeds.join()]: (counts[deeds.join()] ?? 0) + 1 }
    }
    console.log('what happened, and how often:', outcomes)
    for (const { roundId, accepted } of enteredFor) {
      const picks = log.filter(({ stream }) => stream.startsWith(`pick-${roundId}-`))
      expect(picks.filter(({ type }) => type === 'PickEntered')).toHaveLength(2 + accepted)
    }
    for (const stream of picked) expect(typesIn([stream])).toEqual(['PickSubmitted'])
  })
}

/** Released together, in either order, at once or a few milliseconds apart: so that each of them wins now and then. */
async function together(calls: readonly (() => Promise<Answer>)[], turn: number): Promise<Answer[]> {
  const order = [...calls.entries()]
  if (turn % 2 === 1) order.reverse()
  const answers: Promise<Answer>[] = []
  for (const [index, call] of order) {
    answers[index] = call()
    if (turn % 5 > 0) await sleep(turn % 5)
  }
  return Promise.all(answers)
}

async function teamsOf(roundId: number): Promise<string[]> {
  const { teams } = (await league.admin.get(`/admin/rounds/${roundId}`)).body
  return teams.map(({ team_name }: { team_name: string }) => team_name)
}

async function roundsOf(seasonId: number) {
  return (await league.admin.get(`/admin/rounds/season/${seasonId}`)).body as {
    id: number
    status: string
  }[]
}

type Entry = { userName: string; totalPoints: number; scores: Record<string, unknown> }

/** Points of Ann and Bob, as the public table has them. */
async function totalsIn({ seasonId }: Cup): Promise<number[]> {
  const { leaderboard } = (await league.visitor.get(`/public/leaderboard/season/${seasonId}`)).body
  const entries = leaderboard as Entry[]
  return ['Ann', 'Bob'].map(
    (name) => entries.find(({ userName }) => userName === name)?.totalPoints ?? Number.NaN,
  )
}

/** The tables agree with each other: winners only where ended, ended only where finished, points counted once. */
async function expectConsistent(made: Cup) {
  const { body: seasons } = await league.admin.get('/admin/seasons')
  const season = seasons.find(({ id }: { id: number }) => id === made.seasonId)
  const rounds = await roundsOf(made.seasonId)
  const { body: winners } = await league.visitor.get(`/public/seasons/${made.seasonId}/winners`)
  if (season.ended_at === null) expect(winners).toEqual([])
  else expect(rounds.filter(({ status }) => status !== 'completed')).toEqual([])

  const totals = await totalsIn(made)
  expect([...totals].sort()).toEqual(rounds.some(({ status }) => status === 'completed') ? [1, 6] : [0, 0])
  const standings = season.leaderboard as { name: string; totalPoints: number }[]
  expect(totals).toEqual(
    ['Ann', 'Bob'].map((wanted) => standings.find(({ name }) => name === wanted)?.totalPoints),
  )
  if (season.ended_at !== null) {
    expect(winners.map((row: { total_points: number }) => row.total_points)).toEqual([6, 1])
  }
}

async function onlyDefault(): Promise<{ id: number }> {
  const { body } = await league.admin.get('/admin/seasons')
  const defaults = body.filter(({ is_default }: { is_default: number }) => is_default === 1)
  expect(defaults).toHaveLength(1)
  expect((await league.visitor.get('/public/seasons/default')).body.id).toBe(defaults[0].id)
  return defaults[0]
}
