import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect } from 'vitest'

// What a person does and reads on a page. Names are exact, texts are parts. Everything waits until it appears.

/** A function, because a page may replace its elements. */
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

export const row =
  (words: string): Part =>
  () =>
    screen.getByRole('row', { name: new RegExp(literally(words)) })

export const found = (part: Part): Promise<HTMLElement> => waitFor(part)

export const gone = (part: Part): Promise<void> => waitFor(() => expect(part).toThrow())

export const button = (name: string, part = wholePage): Promise<HTMLElement> =>
  waitFor(() => within(part()).getByRole('button', { name }))

export async function press(name: string, part?: Part): Promise<void> {
  const found = await button(name, part)
  await waitFor(() => expect(found).toHaveProperty('disabled', false))
  await userEvent.click(found)
}

export async function pressTwice(name: string, part?: Part): Promise<void> {
  await userEvent.dblClick(await button(name, part))
}

/** A dialog in which something was entered asks first. */
export async function abandon(dialog: Part): Promise<void> {
  await press('Cancel', dialog)
  await press('Leave')
  await gone(dialog)
}

export const follow = async (name: string, part = wholePage): Promise<void> =>
  userEvent.click(await waitFor(() => within(part()).getByRole('link', { name })))

export async function choose(menu: string, item: string): Promise<void> {
  await press(menu)
  await userEvent.click(await screen.findByRole('menuitem', { name: item }))
}

export const field = (label: string, part = wholePage): Promise<HTMLInputElement> =>
  waitFor(() => within(part()).getByLabelText<HTMLInputElement>(label))

export async function fill(label: string, text: string, part?: Part): Promise<void> {
  const input = await field(label, part)
  await userEvent.clear(input)
  if (text !== '') await userEvent.type(input, text.replaceAll(/[[{]/g, '$&$&'))
}

export const select = async (label: string, option: string, part?: Part): Promise<void> =>
  userEvent.selectOptions(await field(label, part), option)

export const tick = async (label: string, part?: Part): Promise<void> =>
  userEvent.click(await field(label, part))

export const said = (text: string | RegExp, part = wholePage): Promise<void> =>
  waitFor(() => expect(textOf(part())).toMatch(typeof text === 'string' ? new RegExp(literally(text)) : text))

/** Found through the accessible description, as a screen reader does. */
export async function problemOf(label: string, part?: Part): Promise<string> {
  const input = await field(label, part)
  await waitFor(() => expect(input.getAttribute('aria-invalid')).toBe('true'))
  const ids = (input.getAttribute('aria-describedby') ?? '').split(' ')
  const alerts = ids
    .map((id) => document.getElementById(id))
    .filter((element) => element?.getAttribute('role') === 'alert')
  return alerts.map(textOf).join(' ')
}

export const lines = async (role: string, part = wholePage): Promise<string[]> =>
  (await waitFor(() => within(part()).getAllByRole(role))).map(textOf)

export async function cells(name: string): Promise<string[][]> {
  const rows = await within(await screen.findByRole('table', { name })).findAllByRole('row')
  return rows.map((one) => [...one.querySelectorAll('th, td')].map(textOf))
}

export const textOf = (element: Element | null): string =>
  (element?.textContent ?? '').replace(/\s+/g, ' ').trim()

const literally = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** With a space around each element's text. */
export const spaced = (element: Element): string =>
  [...element.childNodes]
    .map((node) => (node instanceof Element ? ` ${spaced(node)} ` : node.textContent))
    .join('')
    .replace(/\s+/g, ' ')
    .trim()

export const bodyRows = (part: Part): Promise<string[]> =>
  waitFor(() => {
    const rows = [...part().querySelectorAll('tbody tr')]
    expect(rows).not.toEqual([])
    return rows.map(spaced)
  })

/** For a label that holds a hint too: the name is how the label begins. */
export const box = (name: string, part = wholePage): Promise<HTMLInputElement> =>
  waitFor(() => within(part()).getByRole('checkbox', { name: new RegExp(`^${literally(name)}`) }))

export const fillMoment = async (label: string, value: string, part?: Part): Promise<void> => {
  fireEvent.change(await field(label, part), { target: { value } })
}
