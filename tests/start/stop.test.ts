import { expect, test } from 'vitest'
import { latestSeal } from '../../platform/integrity/hash-chain.ts'
import { copyTemplate } from '../support/embedded.ts'
import { folderForTest } from '../support/folder-for-test.ts'
import { aLeague } from '../support/league/a-league.ts'
import { wholeLog, withFolder } from '../support/log.ts'

test.each(['all', 'api'] as const)(
  'a server of ROLE=%s that stops seals what happened last',
  async (role) => {
    const dataDir = await folderForTest()
    await copyTemplate(dataDir)
    const league = await aLeague().withSeason().start({ dataDir, config: { role } })
    await league.admin.put(`/admin/seasons/${league.seasonId}/note`, { note: 'The very last' })
    await league.close()
    await withFolder(dataDir, async ({ database, store }) => {
      const events = await wholeLog(store)
      expect(events.at(-1)?.type).toBe('SeasonNoteChanged')
      expect((await latestSeal(database.kysely))?.events).toBe(events.length)
    })
  },
)
