import { fireEvent } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { done } from '../../../tests/support/http.ts'
import { aLeague } from '../../../tests/support/league/a-league.ts'
import { watchedCalls } from '../../testing/calls.ts'
import { button, dialogOf, field, gone, lines, press, said } from '../../testing/interactions.ts'
import { answering, asTheServerDoes, leagueBehindScreens, open } from '../../testing/screen.tsx'

describe('players are pasted', () => {
  const league = leagueBehindScreens(() => aLeague().withPlayers('Ann').withSeason().start())
  const { sent, troubles } = watchedCalls()
  const dialog = dialogOf('Paste Players')
  const label = 'One player per line'
  const paste = async (text: string) =>
    fireEvent.change(await field(label, dialog), { target: { value: text } })
  const names = async () =>
    (await done(league.admin.get('/admin/users'))).map(({ name }: { name: string }) => name)

  test('after a preview, with one call, and lines with a problem are kept', async () => {
    await open('/admin/users', league.admin)
    await press('Paste Players')
    expect(await button('Add Players', dialog)).toHaveProperty('disabled', true)
    await paste('Ann\nBob; bob@example.com\nCleo <bob@example.com>\nDora, dora@\nEve')
    await said('3 new players. 1 line left out, because the player is there already.', dialog)
    await said('Line 4: “dora@” is not an email address.', dialog)
    await said('Line 1: Ann is a player already.', dialog)
    await said('Bob, Cleo share bob@example.com.', dialog)
    await press('Add 3 Players', dialog)
    await said('3 players added')
    expect(sent().filter((call) => call.startsWith('POST'))).toEqual(['POST /api/admin/users/bulk'])
    expect(await names()).toEqual(['Ann', 'Bob', 'Cleo', 'Eve'])
    expect((await field(label, dialog)).value).toBe('Dora, dora@')
    await paste('Dora, dora@example.com')
    await press('Add 1 Player', dialog)
    await gone(dialog)
    expect(await lines('rowheader')).toEqual(['Ann', 'Bob', 'Cleo', 'Dora', 'Eve'])
  })

  test('and a refusal names the line and leaves the text', async () => {
    await open('/admin/users', league.admin)
    await press('Paste Players')
    const text = 'Ann\n\nFinn, finn@example.com'
    await paste(text)
    const message = 'Please enter a valid email address'
    answering('POST', '/admin/users/bulk', () =>
      Response.json({ error: message, details: [{ field: 'players.0.email', message }] }, { status: 400 }),
    )
    await press('Add 1 Player', dialog)
    await said('Line 3: Please enter a valid email address.', dialog)
    expect(troubles()).toEqual(['400 POST /api/admin/users/bulk'])
    asTheServerDoes()
    expect((await field(label, dialog)).value).toBe(text)
    await press('Add 1 Player', dialog)
    await gone(dialog)
    expect(await names()).toContain('Finn')
  })

  test('but not more than 500 at once', async () => {
    await open('/admin/users', league.admin)
    await press('Paste Players')
    await paste(Array.from({ length: 501 }, (_, index) => `Guest ${index}`).join('\n'))
    await said('You can add 500 players at once. This list has 501.', dialog)
  })
})

describe('the first players', () => {
  const league = leagueBehindScreens(() => aLeague().start())

  test('can be pasted too', async () => {
    await open('/admin/users', league.admin)
    await press('Paste Players')
    const dialog = dialogOf('Paste Players')
    const text = '"Doe, Dave"\nann.archer@example.com'
    fireEvent.change(await field('One player per line', dialog), { target: { value: text } })
    await press('Add 2 Players', dialog)
    await gone(dialog)
    expect(await lines('rowheader')).toEqual(['Ann Archer', 'Dave Doe'])
  })
})
