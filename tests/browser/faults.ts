import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { isDeep } from '../deep/depth.ts'

const ALL_VIEWS = [320, 768, 1280].flatMap((width) => [
  { width, theme: 'light' },
  { width, theme: 'dark' },
])
export const BOTH_THEMES = ALL_VIEWS.filter(({ width }) => width === 1280)
const VIEWS = isDeep ? ALL_VIEWS : [{ width: 320, theme: 'dark' }]

/**
 * What is wrong with the screen: it scrolls sideways, a dialog is cut off, or somebody is left out. The deep tests look at every
 * width in both themes.
 */
export async function faults(page: Page, views = VIEWS): Promise<string[]> {
  const found: string[] = []
  await page.evaluate(axe.source)
  for (const { width, theme } of views) {
    await page.setViewportSize({ width, height: 844 })
    await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`)
    const wrong = await page.evaluate<string[]>(`(${FAULTS})()`)
    found.push(...wrong.map((fault) => `${fault} (${theme}, ${width} px)`))
  }
  await page.setViewportSize({ width: 1280, height: 844 })
  return found
}

/** What scrolls sideways or is cut off in the page as it is now, but for what says that it scrolls, and code. */
export const sideways = (page: Page) =>
  page.evaluate<string[]>(`(async () => { await (${REST})(); return (${SIDEWAYS})() })()`)

/** What cannot be pressed where it is, once it is scrolled into view: something else lies over it. */
export const covered = (page: Page) => page.evaluate<string[]>(COVERED)

const COVERED = `[...document.querySelectorAll('main :is(input, select, button)')].flatMap((one) => {
  if (!one.checkVisibility()) return []
  one.scrollIntoView({ block: 'nearest' })
  const target = one.closest('label') ?? one
  const { left, right, top, bottom } = target.getBoundingClientRect()
  const isHit = (x) => target.contains(document.elementFromPoint(x, (top + bottom) / 2))
  return [left + 3, (left + right) / 2, right - 3].every(isHit) ? [] : [target.outerHTML.slice(0, 200)]
})`

/** What React draws anew at another width is there, and nothing moves. */
const REST = `async () => {
  for (let frame = 0; frame < 3; frame += 1) {
    await new Promise(requestAnimationFrame)
    for (const animation of document.getAnimations()) animation.cancel()
  }
}`

const SIDEWAYS = `() => {
  const { scrollWidth, clientWidth } = document.documentElement
  const described = (box) => box.tagName + ' ' + box.className + ' ' + box.textContent.slice(0, 60)
  const wide = [...document.body.querySelectorAll('*')].filter((box) => box.getBoundingClientRect().right > clientWidth + 1)
  const found = scrollWidth > clientWidth ? ['scrolls sideways: ' + wide.slice(0, 5).map(described).join('; ')] : []
  for (const dialog of document.querySelectorAll('[role=dialog]')) {
    const { left, right } = dialog.getBoundingClientRect()
    if (left < 0 || right > clientWidth) found.push('a dialog is cut off')
  }
  // A chart, an image, is drawn anew a moment after the window has another width.
  const mayScroll =
    'nav *, input, select, textarea, pre, :has(> pre), [role=img], [aria-label*="scrolls sideways"]'
  for (const box of document.body.querySelectorAll('*')) {
    const { overflowX, textOverflow } = getComputedStyle(box)
    // A space at the end of a line hangs over its edge.
    const isWider = box.clientWidth > 1 && box.scrollWidth > box.clientWidth + 4
    if (isWider && overflowX !== 'visible' && textOverflow !== 'ellipsis' && !box.matches(mayScroll)) {
      found.push('cut off or scrolling: ' + described(box))
    }
  }
  return found
}`

/** Texts that a browser's translator would take out of React's hands: those that are not alone in their element. */
const TEXTS_BESIDE_OTHERS = `() => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const found = []
  while (texts.nextNode()) {
    const { nodeValue, parentNode } = texts.currentNode
    if (nodeValue.trim() && parentNode.childNodes.length > 1)
      found.push('a text beside others: ' + nodeValue + ' in ' + parentNode.outerHTML.slice(0, 200))
  }
  return found
}`

/**
 * Runs in the page, whose types are not known here. Not looked at: the library's focus guards, which only hand the
 * focus on, and whether everything lies in a landmark, which the popups of menus and lists never do.
 */
const FAULTS = `async () => {
  await (${REST})()
  const { violations } = await axe.run(
    { exclude: '[data-base-ui-focus-guard]' },
    { resultTypes: ['violations'], rules: { region: { enabled: false } } },
  )
  const described = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => id + ' ' + target.join(' ') + ': ' + failureSummary))
  return [...(${SIDEWAYS})(), ...(${TEXTS_BESIDE_OTHERS})(), ...described]
}`
