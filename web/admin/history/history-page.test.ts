import { resolveObjectURL } from 'node:buffer'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { done } from '../../../tests/support/http.ts'
import { aLeague } from '../../../tests/support/league/a-league.ts'
import {
  anyDialog,
  button,
  cells,
  choose,
  dialogOf,
  fill,
  fillMoment,
  follow,
  found,
  gone,
  lines,
  press,
  said,
  select,
} from '../../testing/interactions.ts'
import { address, leagueBehindScreens, open } from '../../testing/screen.tsx'

describe('what happened, on the screen', () => {
  const league = leagueBehindScreens(async () => {
    const started = await aLeague()
      .withPlayers('Ann', 'Bob', { name: 'Cleo', email: null })
      .withSeason()
      .withRound()
      .start()
    const { admin, visitor, clock, roundId } = started
    const link = started.tokenFor(roundId, started.idOf('Ann'))
    clock.advance(60_000)
    for (const pick of ['Blues', 'Reds']) await done(visitor.post(`/picks/${link}`, { picks: [pick] }))
    await done(admin.post('/admin/picks', { userId: started.idOf('Bob'), roundId, picks: ['Greens'] }))
    clock.advance(60_000)
    await done(admin.post(`/admin/rounds/${roundId}/lock`))
    await done(admin.post(`/admin/rounds/${roundId}/complete`, { firstPlaceTeam: 'Reds' }))
    await done(admin.post(`/admin/rounds/${roundId}/unlock`, { reason: 'Wrong champion' }))
    const corrected = { firstPlaceTeam: 'Blues', reason: 'Checked it' }
    await done(admin.post(`/admin/rounds/${roundId}/complete`, corrected))
    return started
  })
  const openHistory = (filter = '') => open(`/admin/history${filter}`, league.admin)
  const entries = () => lines('listitem', () => screen.getByRole('main'))

  test('the history tells it all, newest first, with the reasons', async () => {
    await open('/admin/users', league.admin)
    await follow('History')
    const sentences = await entries()
    expect(sentences[0]).toContain('Connie corrected the result of Football: 1st Blues (was: 1st Reds)')
    expect(sentences[0]).toContain('Reason: Checked it')
    expect(sentences[1]).toContain('Connie unlocked Football')
    expect(sentences.join()).toContain('Ann picked Reds for Football (was: Blues)')
  })

  test('it is narrowed, the address keeps how, and leads back to everything', async () => {
    await openHistory()
    await screen.findByRole('option', { name: 'Ann' })
    await select('Player', 'Ann')
    await select('Kind', 'Picks')
    await expect.poll(async () => (await entries()).length).toBe(2)
    expect(address()).toContain(`player=${league.idOf('Ann')}&kind=picks`)
    await open(address(), league.admin)
    await expect.poll(async () => (await entries()).length).toBe(2)
    await fillMoment('From', '2035-01-01')
    await said('Nothing has happened here yet.')
    await press('Show Everything')
    await expect.poll(async () => (await entries()).length).toBeGreaterThan(10)
  })

  test('a cell and a sport lead to their part of it', async () => {
    await open(`/admin/manage-picks?sport=${league.roundId}`, league.admin)
    expect((await cells('Picks'))[1]?.[1]).toBe('RedsResult corrected')
    await follow('History of Bob')
    await expect.poll(async () => (await entries()).join()).toContain('entered the pick of Bob')
    expect((await entries()).join()).not.toContain('Ann picked')
    await open('/admin/rounds', league.admin)
    await choose('More for Football', 'History')
    await expect.poll(async () => (await entries()).join()).toContain('Ann picked')
  })

  test('a sentence opens to the event itself', async () => {
    await openHistory()
    await userEvent.click(await screen.findByRole('button', { name: /^Details of: Connie corrected/ }))
    const dialog = anyDialog
    await said('"reason": "Checked it"', dialog)
    const folded = (await found(dialog)).querySelector('details:last-of-type')
    expect(folded?.textContent).toContain('"reason": "Checked it"')
    expect(folded?.hasAttribute('open')).toBe(false)
    const changes = [...(await found(dialog)).querySelectorAll('del, ins')]
    expect(changes.map((change) => change.textContent)).toContain('1st Reds')
  })

  test('an event has an address, which opens its details whatever the list shows', async () => {
    await openHistory('?kind=picks')
    await userEvent.click(await screen.findByRole('button', { name: /^Details of: Ann picked Reds/ }))
    const title = 'Ann picked Reds for Football (was: Blues)'
    await found(dialogOf(title))
    expect(address()).toMatch(/\?kind=picks&event=[0-9a-f-]{36}$/)
    const own = address().replace('kind=picks&', '')
    await open(own.replace('?', '?kind=settings&'), league.admin)
    await found(dialogOf(title))
    await userEvent.click(
      within(await found(anyDialog)).getAllByRole('button', { name: 'Close' })[0] as HTMLElement,
    )
    await gone(anyDialog)
    expect(address()).toBe('/admin/history?kind=settings')
    await openHistory('?event=00000000-0000-4000-8000-000000000000')
    await said('This event does not exist, or only the main admin may see it.')
  })

  test('the history is taken along as a table', async () => {
    const saved: { name: string; file: Blob | undefined }[] = []
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      saved.push({ name: this.download, file: resolveObjectURL(this.href) as Blob | undefined })
    })
    await openHistory()
    await press('Download CSV')
    await expect.poll(() => saved.length).toBe(1)
    click.mockRestore()
    expect(saved[0]?.name).toBe('history.csv')
    expect(await saved[0]?.file?.text()).toContain('Ann picked Reds for Football (was: Blues)')
  })
})

describe('what one action did to many', () => {
  const league = leagueBehindScreens(async () => {
    const started = await aLeague().withPlayers('Ann', 'Bob', 'Cleo').start()
    const { id } = await done(
      started.admin.post('/admin/seasons', { name: 'Cup 2027', yearStart: 2027, yearEnd: 2027 }),
    )
    await done(started.admin.post(`/admin/season-participants/${id}/participants/bulk`))
    return started
  })

  test('of several kinds is one line as well', async () => {
    const participantIds = ['Ann', 'Bob'].map((name) => league.idOf(name))
    const form = { name: 'Mixed', yearStart: 2028, yearEnd: 2028, participantIds }
    await done(league.admin.post('/admin/seasons', form))
    await open('/admin/history?kind=seasons', league.admin)
    const line = 'Connie created the season Mixed (2028); added 2 players to Mixed'
    await press(`Show 3: ${line}`)
    await button('Details of: Connie created the season Mixed (2028)')
    expect(screen.queryByRole('button', { name: `Undo: ${line}` })).toBeNull()
    await press('Undo All: Connie added Bob to Mixed')
    const dialog = dialogOf('Undo this?')
    await said('2 players no longer take part; their picks are kept.', dialog)
    await press('Cancel', dialog)
  })

  test('is one line, which unfolds and is undone as one', async () => {
    await open('/admin/history?kind=seasons', league.admin)
    const line = 'Connie added 3 players to Cup 2027'
    await press(`Show 3: ${line}`)
    await press('Details of: Connie added Bob to Cup 2027')
    const single = within(await found(dialogOf('Connie added Bob to Cup 2027')))
    await userEvent.click(single.getAllByRole('button', { name: 'Close' })[0] as HTMLElement)
    await gone(dialogOf('Connie added Bob to Cup 2027'))
    await press(`Undo: ${line}`)
    const dialog = dialogOf('Undo this?')
    await said('3 players no longer take part; their picks are kept.', dialog)
    await fill('Reason', 'A slip', dialog)
    await press('Undo', dialog)
    await gone(dialog)
    await said('Connie removed 3 players from Cup 2027. The picks are kept')
    await said(`This undid: ${line}`)
    await said(/Undone on [^.]+ by Connie/)
    expect(screen.queryByRole('button', { name: `Undo: ${line}` })).toBeNull()
    await press('Details of: Connie added Bob to Cup 2027')
    const undone = dialogOf('Connie added Bob to Cup 2027')
    await said(/Undone on [^.]+ by Connie/, undone)
    expect(within(undone()).queryByRole('button', { name: /^Undo/ })).toBeNull()
    await userEvent.click(await within(undone()).findByRole('link', { name: /^Undone on/ }))
    await said(
      'This undid: Connie added Bob to Cup 2027',
      dialogOf('Connie removed Bob from Cup 2027. The picks are kept'),
    )
  })

  test('is undone in its details, which keep the focus', async () => {
    await done(league.admin.post(`/admin/users/${league.idOf('Ann')}/deactivate`))
    await open('/admin/history?kind=players', league.admin)
    const line = 'Connie deactivated Ann: no mail and no picks, past standings stay'
    await press(`Details of: ${line}`)
    const details = dialogOf(line)
    await press(`Undo: ${line}`, details)
    const dialog = dialogOf('Undo this?')
    await fill('Reason', 'A slip', dialog)
    await press('Undo', dialog)
    await gone(dialog)
    await said(/Undone on [^.]+ by Connie/, details)
    await expect.poll(() => details().contains(document.activeElement)).toBe(true)
  })
})
