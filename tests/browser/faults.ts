import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { isDeep } from '../deep/depth.ts'

const ALL_VIEWS = [320, 768, 1280].flatMap((width) => [
  { width, theme: 'light' },
  { width, theme: 'dark' },
])
const VIEWS = isDeep ? ALL_VIEWS : [{ width: 320, theme: 'dark' }]

/**
 * What is wrong with the screen: it scrolls sideways, a dialog is cut off, or somebody is left out. The deep tests look at every
 * width in both themes.
 */
export async function faults(page: Page): Promise<string[]> {
  const found: string[] = []
  await page.evaluate(axe.source)
  for (const { width, theme } of VIEWS) {
    await page.setViewportSize({ width, height: 844 })
    await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`)
    const wrong = await page.evaluate<string[]>(`(${FAULTS})()`)
    found.push(...wrong.map((fault) => `${fault} (${theme}, ${width} px)`))
  }
  await page.setViewportSize({ width: 1280, height: 844 })
  return found
}

/**
 * Runs in the page, whose types are not known here. Not looked at: the library's focus guards, which only hand the
 * focus on, and whether everything lies in a landmark, which the popups of menus and lists never do.
 */
const FAULTS = `async () => {
  for (let frame = 0; frame < 3; frame += 1) {
    await new Promise(requestAnimationFrame)
    for (const animation of document.getAnimations()) animation.cancel()
  }
  const { scrollWidth, clientWidth } = document.documentElement
  const { violations } = await axe.run(
    { exclude: '[data-base-ui-focus-guard]' },
    { resultTypes: ['violations'], rules: { region: { enabled: false } } },
  )
  const described = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => id + ' ' + target.join(' ') + ': ' + failureSummary))
  if (scrollWidth > clientWidth) described.unshift('scrolls sideways')
  for (const dialog of document.querySelectorAll('[role=dialog]')) {
    const { left, right } = dialog.getBoundingClientRect()
    if (left < 0 || right > clientWidth) described.unshift('a dialog is cut off')
  }
  return described
}`
