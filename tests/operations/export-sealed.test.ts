import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openLeagueFile } from '../../platform/league-file/league-file-reader.ts'
import { SEALED_NOTE } from '../../platform/league-file/left-out.ts'
import { temporaryFolder } from '../support/folder.ts'
import { done } from '../support/http.ts'
import { aLeague } from '../support/league/a-league.ts'
import { type } from './console.ts'

test('an operator who exports picks that are sealed from admins is warned, and the file says so', async () => {
  const folder = await temporaryFolder()
  const dataDir = join(folder.path, 'data')
  const league = await aLeague()
    .withPlayers('Ann')
    .withSeason()
    .withRound({ lockTime: '2099-01-20T18:00:00Z' })
    .withPicks({ Ann: ['Reds'] })
    .start({ dataDir })
  await done(league.admin.post(`/admin/seasons/${league.seasonId}/seal-picks`))
  await league.close()

  const exported = async (name: string, ...words: string[]) => {
    const path = join(folder.path, name)
    const { code, output } = await type(['export', path, ...words], { DATA_DIR: dataDir })
    const file = await openLeagueFile(path)
    file.close()
    return { code, warns: output.includes(`! ${SEALED_NOTE}`), notes: file.manifest.notes }
  }
  const whole = await exported('whole.zip')
  expect([whole.code, whole.warns]).toEqual([0, true])
  expect(whole.notes).toContain(SEALED_NOTE)
  const without = await exported('without.zip', '--without-personal-data')
  expect([without.code, without.warns]).toEqual([0, false])
  await folder.remove()
})
