import { expect, onTestFinished, test } from 'vitest'
import {
  beginFactor,
  countRecoveryCodes,
  findSecret,
  turnOnFactor,
} from '../../commands/accounts/second-factor-rows.ts'
import { openPrivateSchema } from '../../platform/database/private-schema.ts'
import { applicationForTest } from '../support/application.ts'
import { copyTemplate } from '../support/embedded.ts'
import { folderForTest } from '../support/folder-for-test.ts'
import { done, http } from '../support/http.ts'
import { setUpAdmin } from '../support/league/over-http.ts'
import { withFolder } from '../support/log.ts'

test('erasing an admin takes away what a crash while they were removed has left of a second factor', async () => {
  const dataDir = await folderForTest()
  await copyTemplate(dataDir)
  const first = await applicationForTest({ dataDir })
  onTestFinished(first.close)
  const main = await setUpAdmin(first.url)
  const { id } = await done(main.post('/admin/admins', { name: 'Sam', email: 'sam@example.com' }))
  await done(main.delete(`/admin/admins/${id}`))
  await first.close()
  await withFolder(dataDir, async ({ database }) => {
    const privateSchema = openPrivateSchema(database.kysely)
    const pending = Buffer.from('of the phone')
    await beginFactor(privateSchema, id, pending)
    await turnOnFactor(privateSchema, id, { pending, step: 1, codeHashes: ['hash'] })
  })

  const second = await applicationForTest({ dataDir })
  onTestFinished(second.close)
  const erase = `/admin/admins/${id}/erase`
  await done(http(second.url, main.token).post(erase, { confirmation: 'ERASE' }))
  await second.close()
  await withFolder(dataDir, async ({ database }) => {
    const privateSchema = openPrivateSchema(database.kysely)
    expect(await findSecret(privateSchema, id)).toBeNull()
    expect(await countRecoveryCodes(privateSchema, id)).toBe(0)
  })
})
