import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { applicationForTest } from '../support/application.ts'
import { copyTemplate } from '../support/embedded.ts'
import { folderForTest } from '../support/folder-for-test.ts'
import { aLeague } from '../support/league/a-league.ts'
import { signIn } from '../support/league/over-http.ts'
import { withFolder } from '../support/log.ts'

test('a database that was restored from before the log gives nobody the id of somebody else', async () => {
  const dataDir = await folderForTest()
  await copyTemplate(dataDir)
  const league = await aLeague().withPlayers('Ann', 'Bob', 'Cid').withSeason().withRound().start({ dataDir })
  const given = await league.addAdmin('Dora')
  await league.close()
  await withFolder(dataDir, async ({ database }) => {
    for (const kind of ['player', 'season', 'round', 'admin']) {
      await sql`select setval(${`private.${kind}_ids`}, 1)`.execute(database.kysely)
    }
  })

  const application = await applicationForTest({ dataDir })
  onTestFinished(() => application.close())
  const admin = await signIn(application.url)
  const player = await admin.post('/admin/users', { name: 'Xia', email: '' })
  expect(player.body.id).toBe(Math.max(...league.playerIds) + 1)
  const { body } = await admin.get('/admin/users')
  expect(body.map(({ name }: { name: string }) => name)).toEqual(['Ann', 'Bob', 'Cid', 'Xia'])
  const season = await admin.post('/admin/seasons', { name: 'Next', yearStart: 2028, yearEnd: 2028 })
  expect(season.body.id).toBe(league.seasonId + 1)
  const other = await admin.post('/admin/admins', { name: 'Yan', email: 'yan@example.com' })
  // Each start draws one for a first admin.
  expect(other.body.id).toBeGreaterThan(given.id)
})
