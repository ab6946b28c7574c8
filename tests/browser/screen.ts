import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { BASE_PATH } from '../support/behind-proxy.ts'
import { faults } from './faults.ts'
import { choose, press } from './interactions.ts'

/** Where a screen is, how to bring it up there, and what shows that it is up. */
export type Screen = {
  name: string
  at: string | (() => string)
  open?: (page: Page) => Promise<unknown>
  shown: (page: Page) => Locator
}

export const heading = (name: string) => (page: Page) => page.getByRole('heading', { name })
export const dialog = (name: string) => (page: Page) => page.getByRole('dialog', { name })
export const words = (text: string) => (page: Page) => page.getByText(text)
export const pressing = (name: string) => (page: Page) => press(page, name)
export const choosing = (menu: string, item: string) => (page: Page) => choose(page, menu, item)

/** The chart loads when somebody comes near. */
export const scrolledToChart = (page: Page) =>
  heading('Points over the season')(page).scrollIntoViewIfNeeded()

/** Expects nothing to be wrong with the screen. */
export async function look(page: Page, screen: Screen) {
  await bringUp(page, screen)
  expect(await faults(page)).toEqual([])
}

export async function bringUp(page: Page, { at, open, shown }: Screen) {
  await forgetDraft(page)
  await page.goto(typeof at === 'string' ? at : at())
  await open?.(page)
  await shown(page).first().waitFor()
}

/** What was open at the same address would be open again. */
async function forgetDraft(page: Page) {
  if (page.url().startsWith('http')) await page.evaluate(`sessionStorage.removeItem('draft${BASE_PATH}')`)
}
