import { describe } from 'vitest'
import { browserMissing } from '../support/browser.ts'
import { title } from './league-in-browser.ts'
import { ending } from './season-ending.ts'
import { seasonInBrowser } from './season-in-browser.ts'
import { picking } from './season-picking.ts'
import { settingUp } from './season-setting-up.ts'

describe.skipIf(browserMissing)(`a season, played in the browser${title}`, () => {
  const season = seasonInBrowser()
  settingUp(season)
  picking(season)
  ending(season)
})
