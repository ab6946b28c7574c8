import type { Locator, Page } from 'playwright-core'

/** What a person does on a page, and what they read there. */
export const press = (place: Page | Locator, name: string) =>
  place.getByRole('button', { name, exact: true }).click()

/** Opens a menu by its button, and chooses from it. */
export async function choose(page: Page, menu: string, item: string) {
  await press(page, menu)
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

/** Waits until the page says so. */
export const said = (place: Page | Locator, text: string | RegExp) => place.getByText(text).first().waitFor()

export const card = (page: Page, name: string) => page.getByRole('article', { name, exact: true })

export const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })

export const gone = (place: Locator) => place.waitFor({ state: 'hidden' })

/** What stands under a field as its problem, found the way a screen reader finds it. */
export async function problemOf(field: Locator): Promise<string> {
  const place = field.page()
  await field.and(place.locator('[aria-invalid=true]')).waitFor()
  const ids = ((await field.getAttribute('aria-describedby')) ?? '').split(' ')
  const texts = ids.map((id) => place.locator(`[id="${id}"][role=alert]`).allInnerTexts())
  return (await Promise.all(texts)).flat().join(' ')
}

/** The words of elements, each on one line. */
export async function lines(elements: Locator): Promise<string[]> {
  await elements.first().waitFor()
  return (await elements.allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim())
}

export async function cells(table: Locator): Promise<string[][]> {
  const rows = table.getByRole('row')
  await rows.first().waitFor()
  return Promise.all((await rows.all()).map((row) => lines(row.locator('th, td'))))
}

/** The page asks the server at once, as when somebody comes back to it. */
export const refocus = (page: Page) => page.evaluate(`window.dispatchEvent(new Event('focus'))`)

/** Presses Tab until the focus is there. */
export async function tabTo(page: Page, target: Locator) {
  for (let presses = 0; presses < 40; presses += 1) {
    if ((await target.and(page.locator(':focus')).count()) > 0) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`The keyboard does not reach ${target}`)
}
