import { afterEach, describe, expect, test } from 'vitest'
import { countingPick, pick } from '../../../domain/picks/pick.ts'
import { presentRound } from '../../../domain/rounds/round.ts'
import { load } from '../../../platform/event-store/transact.ts'
import { type ApplicationForTest, applicationForTest } from '../../support/application.ts'
import { copyTemplate } from '../../support/embedded.ts'
import { temporaryFolder } from '../../support/folder.ts'
import type { Answer } from '../../support/http.ts'
import { aLeague } from '../../support/league/a-league.ts'
import { roundInLog } from '../../support/league/commands.ts'
import type { League } from '../../support/league/over-http.ts'
import { withFolder } from '../../support/log.ts'
import { report, times } from '../depth.ts'

const PLAYERS = Array.from({ length: times(200) }, (_, index) => ({
  name: `Player ${index + 1}`,
  email: null,
}))
const TEAMS = ['Reds', 'Blues', 'Greens']
const SPREAD_MS = 2_000

const teamOf = (playerId: number) => TEAMS[playerId % TEAMS.length] ?? ''
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

/** By the real clock, on an embedded database that syncs each commit. */
async function crowdedLeague() {
  const folder = await temporaryFolder()
  await copyTemplate(folder.path)
  cleanups.push(folder.remove)
  const application = await applicationForTest({ dataDir: folder.path, isDurable: true })
  cleanups.push(application.close)
  const league = await aLeague().withPlayers(PLAYERS).withSeason().on(application)
  return { application, league, dataDir: folder.path }
}

/** Every player's own request, spread over two seconds as people are; the last ten also wait for `locked`. */
async function submitAll(
  league: League,
  roundId: number,
  locked?: Promise<unknown>,
): Promise<Map<number, Answer>> {
  const startedMs = performance.now()
  const answers = await Promise.all(
    league.playerIds.map(async (playerId, index): Promise<[number, Answer]> => {
      await wait((SPREAD_MS * index) / PLAYERS.length)
      if (index >= PLAYERS.length - 10) await locked
      const token = league.tokenFor(roundId, playerId)
      return [playerId, await league.visitor.post(`/picks/${token}`, { picks: [teamOf(playerId)] })]
    }),
  )
  report({ picks: PLAYERS.length, 'last answer in ms': Math.round(performance.now() - startedMs) })
  return new Map(answers)
}

/** The team that counts for each player, as the log has it. */
async function picksInLog(application: ApplicationForTest, league: League, roundId: number) {
  await application.close()
  return withFolder(application.dataDir, async ({ store }) => {
    const round = presentRound(await roundInLog(store, roundId))
    const teams = new Map<number, string | undefined>()
    for (const playerId of league.playerIds) {
      const counting = countingPick(await load(store, pick, roundId, playerId), round)
      if (counting) teams.set(playerId, counting.picks[0])
    }
    return teams
  })
}

type Entry = { userId: number; picks: Record<string, { pickItems: { pickValue: string }[] } | null> }

async function picksOnBoard({ admin, seasonId }: League, roundId: number) {
  const { body } = await admin.get(`/admin/leaderboard/season/${seasonId}`)
  const entries = (body.leaderboard as Entry[]).flatMap(
    ({ userId, picks }): [number, string | undefined][] => {
      const made = picks[roundId]
      return made ? [[userId, made.pickItems[0]?.pickValue]] : []
    },
  )
  return new Map(entries)
}

const asPicked = (playerIds: readonly number[]) => new Map(playerIds.map((id) => [id, teamOf(id)]))
const soon = (ms: number) => new Date(Date.now() + ms).toISOString()

describe(`${PLAYERS.length} players in the last two seconds`, () => {
  test('are all accepted, stand in the log and on the leaderboard', async () => {
    const { application, league } = await crowdedLeague()
    const roundId = await league.openRound({ lockTime: soon(3_600_000), teams: TEAMS })
    const answers = await submitAll(league, roundId)
    expect([...answers.values()].filter(({ status }) => status !== 200)).toEqual([])
    await expect.poll(() => picksOnBoard(league, roundId)).toEqual(asPicked(league.playerIds))
    expect(await picksInLog(application, league, roundId)).toEqual(asPicked(league.playerIds))
  })

  test('hear yes or locked when the lock time comes in their midst, and exactly the yes counts', async () => {
    const { application, league } = await crowdedLeague()
    const locksAtMs = Date.now() + 4_000
    const roundId = await league.openRound({ lockTime: new Date(locksAtMs).toISOString(), teams: TEAMS })
    await wait(locksAtMs - SPREAD_MS / 2 - Date.now())
    await expectExactlyTheYes(application, league, roundId, await submitAll(league, roundId))
  })

  test('hear yes or locked when the admin locks in their midst, and exactly the yes counts', async () => {
    const { application, league } = await crowdedLeague()
    const roundId = await league.openRound({ lockTime: soon(3_600_000), teams: TEAMS })
    const locked = wait(SPREAD_MS / 2).then(() => league.admin.post(`/admin/rounds/${roundId}/lock`))
    const answers = await submitAll(league, roundId, locked)
    expect(await locked).toMatchObject({ status: 200 })
    await expectExactlyTheYes(application, league, roundId, answers)
  })

  async function expectExactlyTheYes(
    application: ApplicationForTest,
    league: League,
    roundId: number,
    answers: Map<number, Answer>,
  ) {
    const accepted = [...answers].filter(([, { status }]) => status === 200).map(([playerId]) => playerId)
    const refused = [...answers.values()].filter(({ status }) => status !== 200)
    for (const answer of refused) expect(answer).toMatchObject({ status: 403, body: { locked: true } })
    expect(accepted.length).toBeGreaterThan(0)
    expect(refused.length).toBeGreaterThan(0)
    await expect.poll(() => picksOnBoard(league, roundId)).toEqual(asPicked(accepted))
    expect(await picksInLog(application, league, roundId)).toEqual(asPicked(accepted))
  }
})
