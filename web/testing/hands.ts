import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect } from 'vitest'

// What a person does on a page, and what they read there. Names are exact, texts are parts. Everything waits until it is there.

/** A part of the page. It is looked for each time, because a page may draw it anew. */
export type Part = () => HTMLElement

export const wholePage: Part = () => document.body

export const dialogOf =
  (name: string): Part =>
  () =>
    screen.getByRole('dialog', { name })

export const anyDialog: Part = () => screen.getByRole('dialog')

export const card =
  (name: string): Part =>
  () =>
    screen.getByRole('article', { name })

/** A row of a table, by a part of its words. */
export const row =
  (words: string): Part =>
  () =>
    screen.getByRole('row', { name: new RegExp(literally(words)) })

export const found = (part: Part): Promise<HTMLElement> => waitFor(part)

/** Waits until it is no longer on the page. */
export const gone = (part: Part): Promise<void> => waitFor(() => expect(part).toThrow())

export const button = (name: string, part = wholePage): Promise<HTMLElement> =>
  waitFor(() => within(part()).getByRole('button', { name }))

/** As soon as it can be pressed. */
export async function press(name: string, part?: Part): Promise<void> {
  const found = await button(name, part)
  await waitFor(() => expect(found).toHaveProperty('disabled', false))
  await userEvent.click(found)
}

export const follow = async (name: string, part = wholePage): Promise<void> =>
  userEvent.click(await waitFor(() => within(part()).getByRole('link', { name })))

/** Opens a menu by its button, and chooses from it. */
export async function choose(menu: string, item: string): Promise<void> {
  await press(menu)
  await userEvent.click(await screen.findByRole('menuitem', { name: item }))
}

/** The field with this label. */
export const field = (label: string, part = wholePage): Promise<HTMLInputElement> =>
  waitFor(() => within(part()).getByLabelText<HTMLInputElement>(label))

/** Types into a field in place of what is there. */
export async function fill(label: string, text: string, part?: Part): Promise<void> {
  const input = await field(label, part)
  await userEvent.clear(input)
  if (text !== '') await userEvent.type(input, text.replaceAll(/[[{]/g, '$&$&'))
}

/** Chooses an option of a list by its text. */
export const select = async (label: string, option: string, part?: Part): Promise<void> =>
  userEvent.selectOptions(await field(label, part), option)

/** Ticks a box, or takes the tick away. */
export const tick = async (label: string, part?: Part): Promise<void> =>
  userEvent.click(await field(label, part))

/** Waits until the page, or a part of it, says so. */
export const said = (text: string | RegExp, part = wholePage): Promise<void> =>
  waitFor(() => expect(textOf(part())).toMatch(typeof text === 'string' ? new RegExp(literally(text)) : text))

/** What is said about a field as its problem, found the way a screen reader finds it. */
export async function problemOf(label: string, part?: Part): Promise<string> {
  const input = await field(label, part)
  await waitFor(() => expect(input.getAttribute('aria-invalid')).toBe('true'))
  const ids = (input.getAttribute('aria-describedby') ?? '').split(' ')
  const alerts = ids
    .map((id) => document.getElementById(id))
    .filter((element) => element?.getAttribute('role') === 'alert')
  return alerts.map(textOf).join(' ')
}

/** The words of each element of a role, each on one line, as soon as there is one. */
export const lines = async (role: string, part = wholePage): Promise<string[]> =>
  (await waitFor(() => within(part()).getAllByRole(role))).map(textOf)

/** The table of this name, row by row. */
export async function cells(name: string): Promise<string[][]> {
  const rows = await within(await screen.findByRole('table', { name })).findAllByRole('row')
  return rows.map((one) => [...one.querySelectorAll('th, td')].map(textOf))
}

/** The words of an element, on one line. */
export const textOf = (element: Element | null): string =>
  (element?.textContent ?? '').replace(/\s+/g, ' ').trim()

const literally = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** The same with a space around each part of it, as its layout has it. */
export const spaced = (element: Element): string =>
  [...element.childNodes]
    .map((node) => (node instanceof Element ? ` ${spaced(node)} ` : node.textContent))
    .join('')
    .replace(/\s+/g, ' ')
    .trim()

/** The bodies of the tables there, row by row, as soon as there is one. */
export const bodyRows = (part: Part): Promise<string[]> =>
  waitFor(() => {
    const rows = [...part().querySelectorAll('tbody tr')]
    expect(rows).not.toEqual([])
    return rows.map(spaced)
  })

/** For a field whose label holds a hint as well: its name is how that begins. */
export const box = (name: string, part = wholePage): Promise<HTMLInputElement> =>
  waitFor(() => within(part()).getByRole('checkbox', { name: new RegExp(`^${literally(name)}`) }))

/** Sets a date with its time, which nobody types letter by letter. */
export const fillMoment = async (label: string, value: string, part?: Part): Promise<void> => {
  fireEvent.change(await field(label, part), { target: { value } })
}
