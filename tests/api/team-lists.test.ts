import { afterAll, beforeAll, expect, test } from 'vitest'
import { done } from '../support/http.ts'
import { aLeague } from '../support/league/a-league.ts'
import { OSCARS } from '../support/league/examples.ts'
import type { RunningLeague } from '../support/league/running.ts'

let league: RunningLeague
beforeAll(async () => {
  league = await aLeague()
    .withPlayers('Ann')
    .withSeason({ name: 'First Cup' })
    .withRound({ sportName: 'Football', teams: ['Reds', 'Blues'] })
    .withRound({ ...OSCARS })
    .withSeason({ name: 'Second Cup' })
    .withRound({ sportName: 'Football again', teams: ['blues', 'Reds'] })
    .withDraft({ sportName: 'Not opened', teams: ['Owls', 'Hawks'] })
    .withRound({ sportName: 'Hockey', teams: ['Rams', 'Elks', 'Foxes'] })
    .start()
})
afterAll(() => league?.close())

const lists = () => done(league.admin.get('/admin/team-lists'))

test('the lists of sports that were opened come newest first, each set of teams once', async () => {
  expect(await lists()).toEqual([
    {
      ...{ roundId: league.roundIds.at(-1), sportName: 'Hockey', seasonName: 'Second Cup' },
      teams: ['Rams', 'Elks', 'Foxes'],
    },
    {
      ...{ roundId: league.roundIds.at(-3), sportName: 'Football again', seasonName: 'Second Cup' },
      teams: ['blues', 'Reds'],
    },
  ])
})

test('one that was deleted makes room for the same list of another', async () => {
  await done(league.admin.post(`/admin/rounds/${league.roundIds.at(-3)}/soft-delete`))
  expect(await lists()).toMatchObject([
    { sportName: 'Hockey' },
    { roundId: league.roundIds[0], sportName: 'Football', seasonName: 'First Cup' },
  ])
})

test('there are at most fifty', async () => {
  const lock = { lockTime: '2027-03-01T18:00:00.000Z', timezone: 'UTC' }
  const { seasonId } = league
  const ids: number[] = []
  for (let number = 1; number <= 51; number += 1) {
    const sport = { seasonId, sportName: `Sport ${number}`, pickType: 'single', teams: [`Team ${number}`] }
    ids.push((await done(league.admin.post('/admin/rounds', { ...sport, ...lock }))).id)
  }
  await done(league.admin.post('/admin/rounds/bulk/activate', { roundIds: ids }))
  const found = await lists()
  expect(found).toHaveLength(50)
  expect([found[0].sportName, found.at(-1).sportName]).toEqual(['Sport 51', 'Sport 2'])
})
