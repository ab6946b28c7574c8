import { copyTemplate } from '../../support/embedded.ts'
import { folderForTest } from '../../support/folder-for-test.ts'
import { describeKills } from './kill-tests.ts'

describeKills('an embedded server', {
  emptyPlace: async () => ({ DATA_DIR: await folderForTest() }),
  madePlace: async () => {
    const dataDir = await folderForTest()
    await copyTemplate(dataDir)
    return { DATA_DIR: dataDir }
  },
})
