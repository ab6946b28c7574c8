import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ApplicationForTest, applicationForTest } from '../support/application.ts'
import { eventually } from '../support/eventually.ts'
import { type Http, http } from '../support/http.ts'
import { setUpAdmin } from '../support/league/over-http.ts'

let application: ApplicationForTest
let admin: Http

beforeAll(async () => {
  application = await applicationForTest({ config: { enableDevTools: true } })
  admin = await setUpAdmin(application.url)
})
afterAll(() => application?.close())

describe('sample data', () => {
  test('is fifteen players, one season, two open sports and nine that are over', async () => {
    const seeded = await admin.post('/admin/seed/seed-test-data')
    expect(seeded).toMatchObject({ status: 200, body: { details: { players: 15, seasons: 1, rounds: 11 } } })
    expect((await admin.get('/admin/users')).body).toHaveLength(15)
    const [season] = (await admin.get('/admin/seasons')).body
    expect(season).toMatchObject({ is_default: 1, is_active: 1, ended_at: null })

    const rounds = (await admin.get(`/admin/rounds/season/${season.id}`)).body
    const inStatus = (status: string) => rounds.filter((round: { status: string }) => round.status === status)
    expect([inStatus('completed').length, inStatus('active').length, rounds.length]).toEqual([9, 2, 11])
    expect(
      inStatus('active').filter((round: { pick_type: string }) => round.pick_type === 'multiple'),
    ).toMatchObject([{ num_write_in_picks: 2 }])
  })

  test('holds picks from the team lists, and scores that follow from them', async () => {
    const [season] = (await admin.get('/admin/seasons')).body
    const board = (await admin.get(`/admin/leaderboard/season/${season.id}`)).body
    const points = [6, 5, 4, 3, 2]
    let scored = 0
    for (const round of board.rounds.filter(({ status }: { status: string }) => status === 'completed')) {
      const { teams } = (await admin.get(`/admin/rounds/${round.id}`)).body
      const names = teams.map(({ team_name }: { team_name: string }) => team_name)
      const places = ['first', 'second', 'third', 'fourth', 'fifth'].map(
        (place) => round[`${place}_place_team`],
      )
      for (const { picks, scores } of board.leaderboard) {
        const pick = picks[round.id]?.pickItems[0].pickValue
        if (pick === undefined) {
          expect(scores[round.id]).toBeNull()
          continue
        }
        expect(names).toContain(pick)
        expect(scores[round.id].total_points).toBe(points[places.indexOf(pick)] ?? 1)
        scored += 1
      }
    }
    expect(scored).toBeGreaterThan(100)
  })

  test('is not added twice', async () => {
    expect(await admin.post('/admin/seed/seed-test-data')).toMatchObject({ status: 409 })
    expect((await admin.get('/admin/users')).body).toHaveLength(15)
  })

  test('goes without a trace of what was there beside it', async () => {
    const { body: own } = await admin.post('/admin/users', { name: 'Own Player', email: '' })
    await admin.post('/admin/seasons', {
      name: 'Own Season',
      yearStart: 2027,
      yearEnd: 2027,
      participantIds: [own.id],
    })
    const counts = async () => (await admin.get('/admin/outbox')).body.counts
    const [sample] = (await admin.get('/admin/seasons')).body.filter(
      ({ name }: { name: string }) => name !== 'Own Season',
    )
    await admin.put(`/admin/seasons/${sample.id}/toggle-active`, { isActive: false })
    await eventually('what is held for a minute', async () => (await counts()).queued)
    expect(await admin.post('/admin/seed/clear-test-data')).toMatchObject({ status: 200 })
    expect(await counts()).toEqual({})
    expect((await admin.get('/admin/users')).body).toMatchObject([{ name: 'Own Player' }])
    expect((await admin.get('/admin/seasons')).body).toMatchObject([{ name: 'Own Season' }])
    expect((await admin.get('/admin/rounds')).body).toEqual([])
    expect((await admin.get('/admin/seasons/deleted')).body).toEqual([])
    expect((await admin.get('/admin/outbox')).body.mails).toEqual([])
  })

  test('does not exist without the dev tools', async () => {
    const plain = await applicationForTest()
    try {
      const plainAdmin = await setUpAdmin(plain.url)
      expect(await plainAdmin.post('/admin/seed/seed-test-data')).toMatchObject({ status: 404 })
      expect(await http(plain.url).get('/public/config')).toMatchObject({ body: { enableDevTools: false } })
    } finally {
      await plain.close()
    }
  })
})
