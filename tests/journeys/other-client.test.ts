import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RoundBody } from '../../api/contract/rounds.ts'
import { settableClock } from '../support/clock.ts'
import { done } from '../support/http.ts'
import { aLeague } from '../support/league/a-league.ts'
import { OSCARS } from '../support/league/examples.ts'
import type { RunningLeague } from '../support/league/running.ts'
import { type MailServer, startMailServer } from '../support/mail-server.ts'

// What a client of the REST contract does that is not ours.

const clock = settableClock('2027-01-10T12:00:00.000Z')
let league: RunningLeague
let mailServer: MailServer

beforeAll(async () => {
  mailServer = await startMailServer()
  const config = { smtp: mailServer.smtp }
  league = await aLeague().withPlayers('Ann', 'Bob', 'Cleo').withSeason().start({ clock, config })
})
afterAll(async () => {
  await league?.close()
  await mailServer?.close()
})

const path = (roundId: number, end = '') => `/admin/rounds/${roundId}${end}`
const deed = (roundId: number, name: string, body?: object) =>
  done(league.admin.post(path(roundId, `/${name}`), body))
const roundNow = (roundId: number) => done(league.admin.get(path(roundId)))
const teamsOf = async (roundId: number) =>
  (await roundNow(roundId)).teams.map(({ team_name }: { team_name: string }) => team_name)
const pick = (roundId: number, player: string, ...picks: string[]) =>
  done(league.visitor.post(`/picks/${league.tokenFor(roundId, league.idOf(player))}`, { picks }))

async function locked(values?: Partial<RoundBody>): Promise<number> {
  const roundId = await league.openRound(values)
  await pick(roundId, 'Ann', values?.pickType === 'multiple' ? 'Dune' : 'Reds')
  await pick(roundId, 'Bob', values?.pickType === 'multiple' ? 'Anora' : 'Blues')
  clock.advance(60_000)
  await deed(roundId, 'lock')
  return roundId
}

/** Saves the whole form, as a client does that knows no part of a sport alone: its values, then its teams anew. */
async function saveForm(roundId: number, teams: readonly string[], values: object = {}) {
  const { season_id, sport_name, pick_type, lock_time, timezone, num_write_in_picks } =
    await roundNow(roundId)
  const form = {
    ...{ seasonId: season_id, sportName: sport_name, pickType: pick_type, emailMessage: '' },
    ...{ lockTime: lock_time, timezone, numWriteInPicks: num_write_in_picks },
  }
  await done(league.admin.put(path(roundId), { ...form, ...values }))
  await done(league.admin.delete(path(roundId, '/teams')))
  return done(league.admin.post(path(roundId, '/teams'), { teams }))
}

describe('a form that is saved whole', () => {
  test('changes nothing in a locked sport where nothing was changed', async () => {
    const roundId = await locked()
    const before = await roundNow(roundId)
    await saveForm(roundId, await teamsOf(roundId))
    expect(await roundNow(roundId)).toEqual({ ...before, updated_at: expect.any(String) })
  })

  test('lets a champion be entered whom nobody listed, also after an unlock', async () => {
    const roundId = await locked()
    await saveForm(roundId, ['Reds', 'Blues', 'Outsiders'])
    await deed(roundId, 'complete', { firstPlaceTeam: 'Outsiders' })
    await deed(roundId, 'unlock')
    await saveForm(roundId, ['Reds', 'Blues', 'Outsiders', 'Greens'])
    expect(await teamsOf(roundId)).toEqual(['Blues', 'Greens', 'Outsiders', 'Reds'])
  })

  test('leaves a sport in its season, and changes nothing of one that should move', async () => {
    const other = { name: 'Other Cup', yearStart: 2027, yearEnd: 2027 }
    const { id: seasonId } = await done(league.admin.post('/admin/seasons', other))
    const completed = await locked()
    await deed(completed, 'complete', { firstPlaceTeam: 'Reds' })
    const ids = [await league.draftRound(), await league.openRound(), await locked(), completed]
    for (const roundId of ids) {
      const before = await roundNow(roundId)
      for (const elsewhere of [seasonId, 999]) {
        const moved = { seasonId: elsewhere, sportName: 'Moved' }
        expect(await league.admin.put(path(roundId), moved)).toMatchObject({
          status: 409,
          body: { error: 'A sport stays in its season. Copy it to the other one instead' },
        })
      }
      expect(await roundNow(roundId)).toEqual(before)
    }
    expect(await done(league.admin.get(`/admin/rounds/season/${seasonId}`))).toEqual([])
  })
})

describe('a result that is corrected', () => {
  const adminBoard = () => done(league.admin.get(`/admin/leaderboard/season/${league.seasonId}`))
  const publicBoard = () => done(league.visitor.get(`/public/leaderboard/season/${league.seasonId}`))
  const scoreOf = (board: { leaderboard: { userName: string; scores: object }[] }, roundId: number) =>
    Object.fromEntries(
      board.leaderboard.map(({ userName, scores }) => [
        userName,
        (scores as Record<number, object>)[roundId],
      ]),
    )

  test('starts from the places that it had, which nobody else is shown', async () => {
    const roundId = await locked()
    await deed(roundId, 'complete', { firstPlaceTeam: 'Reds', secondPlaceTeam: 'Blues' })
    await deed(roundId, 'unlock')
    expect(await roundNow(roundId)).toMatchObject({ first_place_team: 'Reds', second_place_team: 'Blues' })
    const shown = (await publicBoard()).rounds.find(({ id }: { id: number }) => id === roundId)
    expect(shown).toMatchObject({ status: 'locked', first_place_team: null, second_place_team: null })
  })

  test('starts from the placements that it had, which earn nothing and nobody else is shown', async () => {
    const roundId = await locked(OSCARS)
    const manualScores = [
      { userId: league.idOf('Ann'), placement: 'first' },
      { userId: league.idOf('Bob'), placement: 'none' },
    ]
    await deed(roundId, 'complete', { firstPlaceTeam: 'Dune', manualScores })
    await deed(roundId, 'unlock')
    expect(scoreOf(await adminBoard(), roundId)).toMatchObject({
      Ann: { first_place: 1, sixth_plus_place: 0, total_points: 0 },
      Bob: { first_place: 0, sixth_plus_place: 1, total_points: 0 },
      Cleo: null,
    })
    expect(scoreOf(await publicBoard(), roundId)).toEqual({ Ann: null, Bob: null, Cleo: null })
  })
})

describe('answers', () => {
  test('count the mails that go out, in words for one and for many', async () => {
    const roundId = await league.draftRound()
    expect(await deed(roundId, 'activate')).toEqual({
      message: 'Sport activated. 3 players get their links by email',
      userCount: 3,
    })
    await pick(roundId, 'Ann', 'Reds')
    await pick(roundId, 'Bob', 'Reds')
    expect(await deed(roundId, 'send-reminder')).toEqual({
      message: '1 player gets a reminder by email',
      sent: 1,
    })
  })

  test('count none while notifications are off', async () => {
    await done(league.admin.put('/admin/settings/email-notifications', { enabled: false }))
    const roundId = await league.draftRound()
    const message = 'Email notifications are off: nobody was mailed'
    expect(await deed(roundId, 'activate')).toEqual({ message: `Sport activated. ${message}`, userCount: 0 })
    expect(await deed(roundId, 'send-reminder')).toEqual({ message, sent: 0 })
    await done(league.admin.put('/admin/settings/email-notifications', { enabled: true }))
  })
})
