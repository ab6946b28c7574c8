import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { settableClock } from '../../tests/support/clock.ts'
import { done } from '../../tests/support/http.ts'
import { aLeague } from '../../tests/support/league/a-league.ts'
import { OSCARS } from '../../tests/support/league/examples.ts'
import { field, fill, press, said, select, spaced, textOf, wholePage } from '../testing/interactions.ts'
import { answering, asTheServerDoes, leagueBehindScreens, open } from '../testing/screen.tsx'

const FAMILY = 'family@example.com'

describe('the page of all picks', () => {
  const clock = settableClock('2027-07-10T12:00:00.000Z')
  const league = leagueBehindScreens(() =>
    aLeague()
      .withPlayers({ name: 'Ann', email: FAMILY }, { name: 'Bob', email: FAMILY }, 'Cleo')
      .withSeason()
      .withRound({ sportName: 'Football', lockTime: '2027-07-12T12:00:00Z', emailMessage: 'At eight.' })
      .withRound({ ...OSCARS, lockTime: '2027-07-20T12:00:00Z' })
      .start({ clock }),
  )
  const tokenOf = (...names: string[]) =>
    league.links.me.tokenFor(names.map((name) => ({ playerId: league.idOf(name) })))
  const openPage = async (...names: string[]) => {
    await open(`/me/${tokenOf(...names)}`)
    await screen.findByRole('heading', { name: 'All your picks' })
  }
  const rows = () =>
    [...document.querySelectorAll('[data-row] > summary')].map((summary) => spaced(summary as Element))
  const unfolded = () =>
    [...document.querySelectorAll<HTMLElement>('[role="group"]')].map((one) => one.getAttribute('aria-label'))
  const unfold = async (sport: string, name: string) => {
    if (unfolded().includes(`${sport}, ${name}`)) return
    const of = within(await screen.findByRole('region', { name: sport }))
    await userEvent.click(of.getByText(name, { selector: 'summary *' }))
  }
  const linkOf = (sport: number, name: string) =>
    league.tokenFor(league.roundIds[sport] as number, league.idOf(name))
  const savedOf = async (sport: number, name: string) =>
    (await done(league.visitor.get(`/picks/${linkOf(sport, name)}`))).currentPick?.pickItems.map(
      ({ pickValue }: { pickValue: string }) => pickValue,
    ) ?? null
  const comeBack = () => window.dispatchEvent(new Event('focus'))

  test('each save says so, and unfolds the next one without a pick', async () => {
    await openPage('Ann', 'Bob')
    await said('0 of 4 picked')
    await said('At eight.')
    expect(unfolded()).toEqual(['Football, Ann'])
    await press('Save My Pick')
    await said('Please select a team/player')
    await select('Your pick', 'Reds')
    await press('Save My Pick')
    await said('1 of 4 picked')
    await waitFor(() => expect(unfolded()).toEqual(['Football, Bob']))
    expect(document.activeElement?.textContent).toContain('Bob')
    await select('Your pick', 'Blues')
    await press('Save My Pick')
    await waitFor(() => expect(unfolded()).toEqual([`${OSCARS.sportName}, Ann`]))
    expect(rows()).toEqual(['Ann Reds Picked', 'Bob Blues Picked', 'Ann Missing', 'Bob Missing'])
    expect([await savedOf(0, 'Ann'), await savedOf(0, 'Bob')]).toEqual([['Reds'], ['Blues']])
    await unfold('Football', 'Ann')
    await said('Receipt')
    await press('Change')
    expect((await field('Your pick')).value).toBe('Reds')
    await press('Keep My Saved Pick')
  })

  test('a failed save leaves the others, and stays to be tried again', async () => {
    await openPage('Ann', 'Bob')
    await unfold(OSCARS.sportName, 'Ann')
    answering('POST', '/picks/*', () => Response.json({ error: 'The disk is full' }, { status: 507 }))
    await fill('Pick 1', 'Dune')
    await press('Save My Picks')
    await said('The disk is full')
    expect(rows()).toEqual(['Ann Reds Picked', 'Bob Blues Picked', 'Ann Not saved', 'Bob Missing'])
    await unfold(OSCARS.sportName, 'Bob')
    asTheServerDoes()
    await fill('Pick 1', 'Barbie')
    await press('Save My Picks')
    // Of the two, Ann's is left.
    await waitFor(() => expect(unfolded()).toEqual([`${OSCARS.sportName}, Ann`]))
    expect((await field('Pick 1')).value).toBe('Dune')
    expect([await savedOf(1, 'Ann'), await savedOf(1, 'Bob')]).toEqual([null, ['Barbie']])
    await press('Save My Picks')
    await said('4 of 4 picked')
    expect(await savedOf(1, 'Ann')).toEqual(['Dune'])
  })

  test('a pick that is made on another phone meanwhile is shown, and what is typed here stays', async () => {
    await openPage('Ann', 'Bob')
    await unfold('Football', 'Bob')
    await press('Change')
    await select('Your pick', 'Greens')
    clock.advance(60_000)
    await done(league.visitor.post(`/picks/${linkOf(0, 'Bob')}`, { picks: ['Reds'] }))
    comeBack()
    await said('Changed in another tab or on another device')
    await said('Not saved yet: Greens')
    await said('Reds counts until you save.')
    expect((await field('Your pick')).value).toBe('Greens')
    await press('Keep My Saved Pick')
    await said('Bob')
    expect(rows()[1]).toBe('Bob Reds Picked')
  })

  test('after the lock who has no pick asks the commissioner, with what was chosen and not saved', async () => {
    const lockTime = new Date(Date.parse(clock.now()) + 3_600_000).toISOString()
    const roundId = await league.openRound({ sportName: 'Judo', lockTime })
    await openPage('Ann', 'Bob')
    await unfold('Judo', 'Ann')
    await select('Your pick', 'Blues')
    await league.lockAt(lockTime)
    comeBack()
    await said('Not saved: Blues')
    const locked = within(await screen.findByRole('list', { name: 'Locked sports' }))
    await userEvent.click(locked.getAllByRole('button', { name: 'Ask the Commissioner…' })[0] as HTMLElement)
    expect((await field('Your pick')).value).toBe('Blues')
    await press('Ask for This Pick')
    await said('You asked for Blues')
    const late = await done(league.admin.get(`/admin/rounds/${roundId}/late-picks`))
    expect(late).toMatchObject([{ name: 'Ann', pickItems: [{ pickValue: 'Blues' }] }])
    await done(league.admin.post(`/admin/rounds/${roundId}/complete`, { firstPlaceTeam: 'Reds' }))
    comeBack()
    await said('Scored (2)')
  })

  test('each person chooses which mail comes', async () => {
    await openPage('Ann', 'Bob')
    const mail = () => screen.getByRole('region', { name: 'Your mail' })
    await waitFor(mail)
    const [, ofBob] = within(mail()).getAllByRole('switch', { name: /^Reminders/ })
    await userEvent.click(ofBob as HTMLElement)
    const people = async () =>
      (await done(league.visitor.get(`/me/${tokenOf('Ann', 'Bob')}`))).people.map(
        ({ reminders }: { reminders: boolean }) => reminders,
      )
    await waitFor(async () => expect(await people()).toEqual([true, false]))
  })

  test('who has moved is named, and a link that was replaced says so', async () => {
    await done(
      league.admin.put(`/admin/users/${league.idOf('Bob')}`, { name: 'Bob', email: 'bob@example.com' }),
    )
    await openPage('Ann', 'Bob')
    await said('Bob has an address of their own now')
    expect(rows().join()).not.toContain('Bob')
    answering('GET', '/me/*', () => Response.json({ error: 'This link was replaced' }, { status: 410 }))
    await open('/me/anything')
    await screen.findByRole('heading', { name: 'Link Replaced' })
    expect(textOf(wholePage())).not.toContain('Ann')
  })
})
