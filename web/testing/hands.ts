import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect } from 'vitest'

// What a person does on a page, and what they read there. Names are exact, texts are parts. Everything waits until it is there.

/** A part of the page. It is looked for each time, because a page may draw it anew. */
export type Place = () => HTMLElement

export const wholePage: Place = () => document.body

export const dialogOf =
  (name: string): Place =>
  () =>
    screen.getByRole('dialog', { name })

export const anyDialog: Place = () => screen.getByRole('dialog')

export const card =
  (name: string): Place =>
  () =>
    screen.getByRole('article', { name })

/** A row of a table, by a part of its words. */
export const row =
  (words: string): Place =>
  () =>
    screen.getByRole('row', { name: new RegExp(literally(words)) })

export const found = (place: Place): Promise<HTMLElement> => waitFor(place)

/** Waits until it is no longer on the page. */
export const gone = (place: Place): Promise<void> => waitFor(() => expect(place).toThrow())

export const button = (name: string, place = wholePage): Promise<HTMLElement> =>
  waitFor(() => within(place()).getByRole('button', { name }))

/** As soon as it can be pressed. */
export async function press(name: string, place?: Place): Promise<void> {
  const found = await button(name, place)
  await waitFor(() => expect(found).toHaveProperty('disabled', false))
  await userEvent.click(found)
}

export const follow = async (name: string, place = wholePage): Promise<void> =>
  userEvent.click(await waitFor(() => within(place()).getByRole('link', { name })))

/** Opens a menu by its button, and chooses from it. */
export async function choose(menu: string, item: string): Promise<void> {
  await press(menu)
  await userEvent.click(await screen.findByRole('menuitem', { name: item }))
}

/** The field with this label. */
export const field = (label: string, place = wholePage): Promise<HTMLInputElement> =>
  waitFor(() => within(place()).getByLabelText<HTMLInputElement>(label))

/** Types into a field in place of what is there. */
export async function fill(label: string, text: string, place?: Place): Promise<void> {
  const input = await field(label, place)
  await userEvent.clear(input)
  if (text !== '') await userEvent.type(input, text.replaceAll(/[[{]/g, '$&$&'))
}

/** Chooses an option of a list by its text. */
export const select = async (label: string, option: string, place?: Place): Promise<void> =>
  userEvent.selectOptions(await field(label, place), option)

/** Ticks a box, or takes the tick away. */
export const tick = async (label: string, place?: Place): Promise<void> =>
  userEvent.click(await field(label, place))

/** Waits until the page, or a part of it, says so. */
export const said = (text: string | RegExp, place = wholePage): Promise<void> =>
  waitFor(() =>
    expect(textOf(place())).toMatch(typeof text === 'string' ? new RegExp(literally(text)) : text),
  )

/** What is said about a field as its problem, found the way a screen reader finds it. */
export async function problemOf(label: string, place?: Place): Promise<string> {
  const input = await field(label, place)
  await waitFor(() => expect(input.getAttribute('aria-invalid')).toBe('true'))
  const ids = (input.getAttribute('aria-describedby') ?? '').split(' ')
  const alerts = ids
    .map((id) => document.getElementById(id))
    .filter((element) => element?.getAttribute('role') === 'alert')
  return alerts.map(textOf).join(' ')
}

/** The words of each element of a role, each on one line, as soon as there is one. */
export const lines = async (role: string, place = wholePage): Promise<string[]> =>
  (await waitFor(() => within(place()).getAllByRole(role))).map(textOf)

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
export const bodyRows = (place: Place): Promise<string[]> =>
  waitFor(() => {
    const rows = [...place().querySelectorAll('tbody tr')]
    expect(rows).not.toEqual([])
    return rows.map(spaced)
  })

/** For a field whose label holds a hint as well: its name is how that begins. */
export const box = (name: string, place = wholePage): Promise<HTMLInputElement> =>
  waitFor(() => within(place()).getByRole('checkbox', { name: new RegExp(`^${literally(name)}`) }))

/** Sets a date with its time, which nobody types letter by letter. */
export const fillMoment = async (label: string, value: string, place?: Place): Promise<void> => {
  fireEvent.change(await field(label, place), { target: { value } })
}
