import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { DomainEvent } from '../../domain/domain-event.ts'
import { receiptCode } from '../../domain/picks/receipt.ts'
import { findings } from '../../operations/findings.ts'
import { sealLog } from '../../platform/integrity/hash-chain.ts'
import { rebuild } from '../../projections/engine/rebuild.ts'
import { READ_SCHEMA } from '../../projections/engine/version.ts'
import { lookForDisorder } from '../../projections/verification/log-order.ts'
import { reportOf, verify } from '../../projections/verification/verify.ts'
import { longTest } from '../deep/depth.ts'
import { type } from '../operations/console.ts'
import { type ApplicationForTest, applicationForTest } from '../support/application.ts'
import { settableClock } from '../support/clock.ts'
import { copyTemplate } from '../support/embedded.ts'
import { eventually } from '../support/eventually.ts'
import { folderForTest } from '../support/folder-for-test.ts'
import { type Answer, done, http } from '../support/http.ts'
import { aLeague } from '../support/league/a-league.ts'
import { leagueWithLatePick } from '../support/league/late-pick.ts'
import type { League } from '../support/league/over-http.ts'
import { type LogForTest, serverLog, withFolder } from '../support/log.ts'
import { type PostgresServer, postgresMissing, startPostgresServer } from '../support/postgres-server.ts'

const LOCKS_AT = '2027-01-20T18:00:00.000Z'
const DAY_BEFORE = '2027-01-19T18:00:00.000Z'
const AFTER_RESULT = '2027-01-20T21:00:00.000Z'
/** One second before the lock. */
const CLAIMED_AT = '2027-01-20T17:59:59.000Z'
const JWT_SECRET = 'a-secret-for-the-order-of-the-log'

test('an event without a readable time is named, and those around it are compared with each other', () => {
  const renamed = { stream: 'player-1', type: 'PlayerRenamed', data: { name: 'Ann' } }
  const times = [AFTER_RESULT, undefined, 'soon', CLAIMED_AT]
  expect(disorderIn(times.map((occurredAt) => ({ ...renamed, occurredAt })))).toEqual([
    ['1', 'has no readable time', false],
    ['2', 'has no readable time', false],
    ['3', 'has a time 3 hours before that of the event before it', true],
  ])
})

test('however many remarks there are, what is wrong is found after them', () => {
  const ofRound = { stream: 'season-1', data: { roundId: 1, locksAt: LOCKS_AT } }
  const backAndForth = Array.from({ length: 240 }, (_, index) => ({
    ...{ stream: 'player-1', type: 'PlayerRenamed', data: { name: 'Ann' } },
    occurredAt: index % 2 === 0 ? AFTER_RESULT : LOCKS_AT,
  }))
  const found = disorderIn([
    { ...ofRound, type: 'RoundCreated', occurredAt: DAY_BEFORE },
    { ...ofRound, type: 'RoundActivated', occurredAt: DAY_BEFORE },
    { ...ofRound, type: 'RoundLocked', occurredAt: LOCKS_AT },
    ...backAndForth,
    { ...ofRound, type: 'RoundCompleted', occurredAt: AFTER_RESULT },
    {
      ...{ stream: 'pick-1-1', type: 'PickSubmitted', occurredAt: CLAIMED_AT },
      data: { roundId: 1, playerId: 1, picks: ['Reds'], submittedAt: CLAIMED_AT },
    },
  ])
  expect(found.filter(([, , isRemark]) => isRemark)).toHaveLength(100)
  expect(found.filter(([, , isRemark]) => !isRemark)).toEqual([
    ['244', expect.stringContaining('before the lock, but is in the log after it'), false],
  ])
})

describe('a lock', () => {
  const data = { roundId: 1, locksAt: AFTER_RESULT }
  const ofRound = { stream: 'season-1', data, occurredAt: DAY_BEFORE }
  const opened = ['RoundCreated', 'RoundActivated'].map((type) => ({ ...ofRound, type }))

  test('that moves to a time which had passed is wrong by its own time, and a remark by that of others', () => {
    const renamed = { stream: 'player-1', type: 'PlayerRenamed', data: { name: 'Ann' } }
    const movedAt = (occurredAt: string) =>
      disorderIn([
        ...opened,
        { ...renamed, occurredAt: '2027-01-21T12:00:00.000Z' },
        { ...ofRound, type: 'RoundRescheduled', occurredAt, data: { roundId: 1, locksAt: LOCKS_AT } },
      ])
    expect(movedAt('2027-01-20T12:00:00.000Z')).toEqual([
      ['3', 'has a time 24 hours before that of the event before it', true],
    ])
    expect(movedAt('2027-01-21T12:00:00.000Z')).toEqual([
      ['3', `moves the lock to ${LOCKS_AT}, when that time had passed`, false],
    ])
  })

  test.each([
    { by: 'admin', lockedAt: LOCKS_AT, found: [] },
    { by: 'admin', found: ['locks the sport before'] },
    { by: 'scheduler', lockedAt: LOCKS_AT, found: ['locks the sport before'] },
  ])('ahead of its time is wrong unless an admin locked by hand: $by, $lockedAt', ({ by, found, ...at }) => {
    const locked = { ...ofRound, type: 'RoundLocked', occurredAt: LOCKS_AT, actor: { kind: by } }
    const disorder = disorderIn([...opened, { ...locked, data: { roundId: 1, ...at } }])
    expect(disorder).toEqual(found.map((what) => ['2', expect.stringContaining(what), false]))
  })
})

test('a pick that the owner of the database adds before the published lock counts, and every place says how late its seal is', async () => {
  const { application, dataDir, clock, roundId, seasonId, idOf, late, ...league } = await leagueWithLatePick()
  onTestFinished(league.close)
  const read = (path: string) => done(http(application.url).get(`/public/${path}`))
  const head = await eventually('the seal', async () => (await read(`rounds/${roundId}/seal`)).seal?.head)
  const latePicks = async (name: string) => {
    const { events } = await read(`seasons/${seasonId}/rounds/${roundId}/players/${idOf(name)}`)
    return events.flatMap(({ version, lateSeal }: Answer['body']) => version && [[version.counts, lateSeal]])
  }
  expect((await latePicks('Ann')).filter(Boolean)).toEqual([[true, late]])
  expect((await latePicks('Bob')).filter(Boolean)).toEqual([[true, undefined]])
  expect(await read(`receipts/${league.code}`)).toMatchObject({ fate: 'counts', lateSeal: late })
  expect((await read(`seals/${head}`)).locks).toMatchObject([{ roundId, lateSeal: late }])

  await application.close()
  const found = await withFolder(dataDir, ({ database, store }) =>
    verify({ database, store, rawEventStore: store, live: READ_SCHEMA, now: clock.now() }),
  )
  expect(found).toMatchObject({ isRight: true, order: [{ event: { stream: league.stream } }] })
  expect(findings(reportOf(found))).toContainEqual(
    expect.stringMatching(`^  PickSubmitted at .+ was ${late}$`),
  )
})

type Stamped = { stream: string; type: string; data: object; occurredAt: string | undefined; actor?: object }

/** In an order that the positions follow: where, what, and whether it is a remark. */
function disorderIn(events: readonly Stamped[]) {
  const { look, found } = lookForDisorder()
  for (const [revision, { occurredAt, actor, ...event }] of events.entries()) {
    const place = { position: `${revision}`.padStart(3, '0'), revision, id: randomUUID() }
    look({ ...event, ...place, metadata: { occurredAt, actor } as never, recordedAt: LOCKS_AT }, null)
  }
  return found.map(({ event, what, isRemark }) => [`${event.revision}`, what, isRemark] as const)
}

describe.skipIf(postgresMissing)(
  `what the owner of the database appends with times of its own${postgresMissing ? `: ${postgresMissing}` : ''}`,
  () => {
    const clock = settableClock('2027-01-10T12:00:00.000Z')
    let server: PostgresServer
    let application: ApplicationForTest
    let league: League
    let log: LogForTest
    let football: number
    let databaseUrl: string
    const [ANN, BOB] = [0, 1] as const
    const id = (player: 0 | 1) => league.playerIds[player] ?? 0

    beforeAll(async () => {
      server = await startPostgresServer()
      databaseUrl = await server.createDatabase()
      application = await applicationForTest({ clock, config: { databaseUrl, jwtSecret: JWT_SECRET } })
      log = await serverLog(databaseUrl)
      league = await aLeague().withPlayers('Ann', 'Bob').withSeason().on(application, { secret: JWT_SECRET })
      const tieBreak = { question: 'How many goals?', unit: 'goals' }
      football = await league.openRound({ lockTime: LOCKS_AT, tieBreak })
      await pick(ANN, 'Reds', 9)
      await pick(BOB, 'Blues', 2)
      await sealLog({ kysely: log.database.kysely, store: log.store, clock })
      clock.set('2027-01-20T18:00:01.000Z')
      await eventually('the published lock', async () => (await typesInLog()).includes('RoundLocked'))
      clock.set(AFTER_RESULT)
      const result = { firstPlaceTeam: 'Blues', tieBreakAnswer: 3 }
      await done(league.admin.post(`/admin/rounds/${football}/complete`, result))
    })
    afterAll(async () => {
      await log?.close()
      await application?.close()
      await server?.stop()
    })

    test('a pick and a guess that claim to be from before the lock count nowhere, and every place says so', async () => {
      const before = await points()
      expect(before).toEqual([
        ['Bob', 6],
        ['Ann', 1],
      ])
      const of = { roundId: football, playerId: id(ANN), submittedAt: CLAIMED_AT }
      const forged = await append(
        `pick-${football}-${id(ANN)}`,
        CLAIMED_AT,
        { kind: 'player', id: id(ANN) },
        [
          { type: 'TieBreakGuessed', data: { ...of, value: 3 } },
          { type: 'PickSubmitted', data: { ...of, picks: ['Blues'] } },
        ],
      )
      expect(await points()).toEqual(before)

      const { events } = await story(ANN)
      const versions = events.filter(({ kind }: Answer['body']) => kind === 'pick')
      expect(versions.map(({ version }: Answer['body']) => [version.picks, version.counts])).toEqual([
        [['Reds'], true],
        [['Blues'], false],
      ])
      expect(versions[1].sentence).toContain('It reached the log only after the lock and does not count')
      const own = await done(league.visitor.get(`/picks/${league.tokenFor(football, id(ANN))}`))
      expect(own.currentPick).toMatchObject({ pickItems: [{ pickValue: 'Reds' }] })
      expect(own.round.tieBreak.guess).toBe(9)
      const receipt = await done(league.visitor.get(`/public/receipts/${receiptCode(forged[1] ?? '')}`))
      expect(receipt).toMatchObject({ fate: 'sealed_late', savedAt: CLAIMED_AT })

      expect(await verified()).toEqual([
        `! TieBreakGuessed (pick-${football}-${id(ANN)}) says that it was made on ${CLAIMED_AT}, before the lock, but is in the log after it`,
        `! PickSubmitted (pick-${football}-${id(ANN)}) says that it was made on ${CLAIMED_AT}, before the lock, but is in the log after it`,
        `  TieBreakGuessed (pick-${football}-${id(ANN)}) has a time 3 hours before that of the event before it`,
        'Something is wrong.',
      ])
      await rebuild(log.database, log.store)
      expect(await points()).toEqual(before)
    })

    longTest(
      'an export that is imported elsewhere counts the same, and verify says the same of it',
      async () => {
        const folder = await folderForTest()
        const file = join(folder, 'league.zip')
        const from = { DATA_DIR: join(folder, 'from'), DATABASE_URL: databaseUrl, JWT_SECRET }
        const to = { DATA_DIR: join(folder, 'to') }
        await copyTemplate(to.DATA_DIR)
        expect(await type(['export', file], from)).toMatchObject({ code: 0 })
        expect(await type(['import', file], to)).toMatchObject({ code: 0 })
        const linesOf = async (env: Record<string, string>) =>
          (await type(['verify'], env)).output.split('\n').flatMap(withoutPlace)
        const lines = await linesOf(from)
        expect(lines.filter((line) => line.startsWith('!'))).toHaveLength(2)
        expect(await linesOf(to)).toEqual(lines)
        const imported = await applicationForTest({ clock, dataDir: to.DATA_DIR })
        const path = `/public/leaderboard/season/${league.seasonId}`
        expect((await http(imported.url).get(path)).text).toBe((await league.visitor.get(path)).text)
        await imported.close()
      },
    )

    const typesInLog = async () => (await log.store.read(`season-${league.seasonId}`)).map(({ type }) => type)
    const board = () => done(league.visitor.get(`/public/leaderboard/season/${league.seasonId}`))
    const story = (player: 0 | 1) =>
      done(league.visitor.get(`/public/seasons/${league.seasonId}/rounds/${football}/players/${id(player)}`))
    const points = async () =>
      (await board()).leaderboard.map(({ userName, totalPoints }: Answer['body']) => [userName, totalPoints])

    async function pick(player: 0 | 1, team: string, guess: number) {
      const token = league.tokenFor(football, id(player))
      await done(league.visitor.post(`/picks/${token}`, { picks: [team], guess }))
    }

    /** As the log takes it from its owner, whatever the domain says. Answers the ids, once every screen shows it. */
    async function append(stream: string, occurredAt: string, actor: object, events: readonly DomainEvent[]) {
      const commandId = randomUUID()
      const metadata = { actor, commandId, correlationId: commandId, causationId: commandId, occurredAt }
      const added = events.map((event) => ({ ...event, id: randomUUID(), metadata: metadata as never }))
      await log.store.append(stream, added, 'stream_exists')
      await eventually('the read tables', async () => {
        const { text } = await league.admin.get('/admin/history?limit=5')
        return text.includes(added.at(-1)?.id ?? '')
      })
      return added.map((event) => event.id)
    }

    /** What verify prints of the order, without positions and revisions, and what it concludes. */
    async function verified() {
      const { database, store } = log
      const found = await verify({
        database,
        store,
        rawEventStore: store,
        live: READ_SCHEMA,
        now: clock.now(),
      })
      const lines = findings(reportOf({ ...found, log: { ...found.log, discrepancies: [] } }))
      return [...lines.flatMap(withoutPlace), ...lines.slice(-1)]
    }

    function withoutPlace(line: string) {
      const short = line.replace(/ at position \d+ \(([\w-]+), revision \d+\)/, ' ($1)')
      return short === line ? [] : [short]
    }
  },
)
