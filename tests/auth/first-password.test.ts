import { expect, test } from 'vitest'
import { StartRefusal } from '#platform/start-refusal'
import { applicationForTest } from '../support/application.ts'
import { copyTemplate } from '../support/embedded.ts'
import { folderForTest } from '../support/folder-for-test.ts'

test('a weak ADMIN_PASSWORD stops the first start with one sentence, which does not hold it', async () => {
  const dataDir = await folderForTest()
  await copyTemplate(dataDir)
  const started = applicationForTest({ dataDir, config: { adminPassword: 'Summer2026!' } })
  await expect(started).rejects.toThrow(
    new StartRefusal(
      'ADMIN_PASSWORD cannot be used: Password is too easy to guess: use more or less common words',
    ),
  )
})
