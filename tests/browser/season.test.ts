import { describe } from 'vitest'
import { browserMissing } from '../support/browser.ts'
import { title } from './league-in-browser.ts'
import { ending } from './season-ending.ts'
import { picking } from './season-picking.ts'
import { settingUp } from './season-setting-up.ts'
import { stageForTests } from './season-stage.ts'

describe.skipIf(browserMissing)(`a season, played in the browser${title}`, () => {
  const stage = stageForTests()
  settingUp(stage)
  picking(stage)
  ending(stage)
})
