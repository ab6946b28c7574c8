import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { settableClock } from '../../tests/support/clock.ts'
import { done } from '../../tests/support/http.ts'
import { aLeague } from '../../tests/support/league/a-league.ts'
import { signal } from '../../tests/support/signal.ts'
import { queryClient } from '../server/queries.ts'
import {
  button,
  field,
  fill,
  press,
  problemOf,
  said,
  select,
  textOf,
  wholePage,
} from '../testing/interactions.ts'
import { answering, asTheServerDoes, leagueBehindScreens, open } from '../testing/screen.tsx'

const TEAMS = ['Atlético', 'Borussia', ...Array.from({ length: 28 }, (_, index) => `Team ${index + 1}`)]

describe('the pick page', () => {
  const clock = settableClock('2027-07-10T12:00:00.000Z')
  const league = leagueBehindScreens(() => aLeague().withPlayers('Ann', 'Bob').withSeason().start({ clock }))
  afterEach(() => {
    vi.unstubAllEnvs()
  })

  const openSport = async (values: object) => {
    const roundId = await league.openRound(values)
    const token = league.tokenFor(roundId, league.idOf('Ann'))
    await open(`/pick/${token}`)
    await screen.findByRole('region', { name: 'Lock time' })
    return { roundId, token }
  }
  const savedPicks = async (token: string) => {
    const { body } = await league.visitor.get(`/picks/validate/${token}`)
    return body.currentPick?.pickItems.map(({ pickValue }: { pickValue: string }) => pickValue)
  }
  const isIn = () => screen.findByRole('heading', { name: 'Your pick is in!' })
  const pickShown = async () => {
    const kept = within(await screen.findByRole('region', { name: /^(Your|This) pick/ }))
    return within(kept.getAllByRole('list')[0] as HTMLElement)
      .getAllByRole('listitem')
      .map(textOf)
  }
  const comeBack = () => window.dispatchEvent(new Event('focus'))
  const noAnswer = () => Promise.reject(new TypeError('connection reset'))

  test('a long list of teams is searched, without accents too', async () => {
    const { token } = await openSport({ sportName: 'Champions', teams: TEAMS })
    const teams = () => screen.getByRole('radiogroup', { name: 'Your pick' })
    expect(within(teams()).getAllByRole('radio')).toHaveLength(30)
    await press('Save My Pick')
    await said('Please select a team/player')
    const search = 'Search 30 teams'
    await fill(search, 'atle')
    for (const composing of [{ isComposing: true }, { keyCode: 229 }]) {
      fireEvent.keyDown(await field(search), { key: 'Enter', ...composing })
      expect(within(teams()).queryByRole('radio', { checked: true })).toBeNull()
    }
    await fill(search, 'nobody')
    await said('No team has that name.')
    await fill(search, 'ATLET')
    await screen.findByText('1 team')
    await userEvent.type(await field(search), '{Enter}')
    expect((await field('Atlético', teams)).checked).toBe(true)
    await fill(search, 'team 2')
    await said('Not saved yet: Atlético')
    await press('Save My Pick')
    await isIn()
    expect(await savedPicks(token)).toEqual(['Atlético'])
  })

  test('a tie-break question is answered with the pick, and the guess can change with it', async () => {
    const tieBreak = { question: 'How many goals fall?', unit: 'goals' }
    const roundId = await league.openRound({ sportName: 'Handball', tieBreak })
    const token = league.tokenFor(roundId, league.idOf('Ann'))
    const guessSaved = async () => (await league.visitor.get(`/picks/${token}`)).body.round.tieBreak.guess
    await open(`/pick/${token}`)
    await select('Your pick', 'Reds')
    await fill('How many goals fall?', '41')
    await press('Save My Pick')
    await isIn()
    await said('How many goals fall? 41 goals')
    expect(await guessSaved()).toBe(41)
    await press('Change My Pick')
    expect((await field('How many goals fall?')).value).toBe('41')
    for (const typed of ['1,000', '4e1']) {
      await fill('How many goals fall?', typed)
      await press('Save Changes')
      expect(await problemOf('How many goals fall?')).toBe('Please enter a number such as 1000 or 9.58')
    }
    await fill('How many goals fall?', '43,5')
    await said('Not saved yet')
    await press('Save Changes')
    await isIn()
    await said('How many goals fall? 43.5 goals')
    expect([await guessSaved(), await savedPicks(token)]).toEqual([43.5, ['Reds']])
    await press('Change My Pick')
    await fill('How many goals fall?', '')
    await press('Save Changes')
    expect(await problemOf('How many goals fall?')).toBe('You can change a saved guess, but not remove it')
    expect(await guessSaved()).toBe(43.5)
    await done(league.admin.post(`/admin/rounds/${roundId}/soft-delete`))
  })

  test('picks with names say what each is for, need the first, and keep their name when one before is left empty', async () => {
    const { token } = await openSport({
      ...{ sportName: 'World Cup', pickType: 'multiple', numWriteInPicks: 3, teams: [] },
      slotNames: ['Champion', '', 'Golden Boot'],
    })
    await field('Champion')
    await field('Pick 2 (optional)')
    await press('Save My Picks')
    expect(await problemOf('Champion')).toBe('Please enter at least one pick')
    await fill('Golden Boot (optional)', ' Kane ')
    await press('Save My Picks')
    expect(await problemOf('Champion')).toBe('Please enter a pick')
    await fill('Champion', 'Spain')
    await press('Save My Picks')
    await screen.findByRole('heading', { name: 'Your picks are in!' })
    expect(await pickShown()).toEqual(['Champion: Spain', 'Golden Boot: Kane'])
    const { body } = await league.visitor.get(`/picks/${token}`)
    expect(body.currentPick.pickItems.map(({ pickNumber }: { pickNumber: number }) => pickNumber)).toEqual([
      1, 3,
    ])
    expect(body.versions[0].picks).toEqual(['Champion: Spain', 'Golden Boot: Kane'])
  })

  test('an answer that is lost on the way is asked for again, and the pick counts once', async () => {
    const { token } = await openSport({ sportName: 'Handball' })
    let firstSavedAt = ''
    let attempts = 0
    answering('POST', '/picks/*', async () => {
      attempts += 1
      const { body } = await league.visitor.post(`/picks/${token}`, { picks: ['Blues'] })
      if (attempts > 1) return Response.json(body)
      firstSavedAt = body.submittedAt
      clock.advance(60_000)
      return noAnswer()
    })
    await select('Your pick', 'Blues')
    await press('Save My Pick')
    await said('No answer from the server. Trying again…')
    await isIn()
    expect(attempts).toBe(2)
    expect(await savedPicks(token)).toEqual(['Blues'])
    // A second event would come a minute later.
    const [saved] = screen.getByText('Saved').closest('p')?.getElementsByTagName('time') ?? []
    expect(saved?.dateTime).toBe(firstSavedAt)
  })

  test('a button that is pressed twice without a pause sends one pick', async () => {
    await openSport({ sportName: 'Diving' })
    const calls = vi.spyOn(globalThis, 'fetch')
    await select('Your pick', 'Blues')
    const save = await button('Save My Pick')
    save.click()
    save.click()
    await isIn()
    expect(calls.mock.calls.filter(([, init]) => init?.method === 'POST')).toHaveLength(1)
    calls.mockRestore()
  })

  test('what is chosen while a pick is on its way is kept and is now not taken for saved', async () => {
    const { token } = await openSport({ sportName: 'Tennis' })
    const arrival = signal()
    answering('POST', '/picks/*', async () => {
      await arrival.given
      asTheServerDoes()
      return Response.json(await done(league.visitor.post(`/picks/${token}`, { picks: ['Blues'] })))
    })
    await select('Your pick', 'Blues')
    await press('Save My Pick')
    await select('Your pick', 'Reds')
    arrival.give()
    await said('Not saved yet: Reds')
    await said('Blues counts until you save.')
    expect((await field('Your pick')).value).toBe('Reds')
    expect(await savedPicks(token)).toEqual(['Blues'])
    await press('Save Changes')
    await isIn()
    expect(await savedPicks(token)).toEqual(['Reds'])
  })

  test('a look at the pick from before it was saved, which is answered late, does not hide it', async () => {
    const { token } = await openSport({ sportName: 'Rowing' })
    const { body } = await league.visitor.get(`/picks/${token}`)
    const [asked, arrival] = [signal(), signal()]
    answering('GET', '/picks/*', async () => {
      asked.give()
      await arrival.given
      return Response.json(body)
    })
    comeBack()
    await asked.given
    await select('Your pick', 'Reds')
    await press('Save My Pick')
    await isIn()
    arrival.give()
    await waitFor(() => expect(queryClient.isFetching()).toBe(0))
    await press('Change My Pick')
    await select('Your pick', 'Blues')
    await said('Reds counts until you save.')
  })

  test('a page that has heard of the lock stays locked when the network goes', async () => {
    const { roundId } = await openSport({ sportName: 'Sumo' })
    clock.advance(60_000)
    await done(league.admin.post(`/admin/rounds/${roundId}/lock`))
    comeBack()
    await said('You saved no pick before the lock.')
    let calls = 0
    answering('GET', '/picks/*', () => {
      calls += 1
      return noAnswer()
    })
    // Retried by itself, a second later.
    await waitFor(() => {
      if (calls === 0) comeBack()
      expect(calls).toBe(2)
    })
    expect(screen.queryByRole('button', { name: 'Save My Pick' })).toBeNull()
    await said('You saved no pick before the lock.')
  })

  test('a lock during a retry shows what the server has, not what was tried', async () => {
    const { roundId } = await openSport({ sportName: 'Rugby' })
    answering('POST', '/picks/*', async () => {
      asTheServerDoes()
      clock.advance(60_000)
      await done(league.admin.post(`/admin/rounds/${roundId}/lock`))
      return noAnswer()
    })
    await select('Your pick', 'Reds')
    await press('Save My Pick')
    await said('Not saved: Reds')
    await said('You saved no pick before the lock.')
    await userEvent.click(
      within(screen.getAllByRole('banner')[0] as HTMLElement).getAllByRole('link')[0] as HTMLElement,
    )
    await screen.findByRole('heading', { name: 'Family Cup' })
  })

  test('an answer that never comes is looked up, and what arrived is shown as saved', async () => {
    const { token } = await openSport({ sportName: 'Polo' })
    answering('POST', '/picks/*', async () => {
      await done(league.visitor.post(`/picks/${token}`, { picks: ['Blues'] }))
      return Response.json({}, { status: 502 })
    })
    await select('Your pick', 'Blues')
    await press('Save My Pick')
    await said('Not confirmed')
    comeBack()
    await isIn()
    expect(textOf(wholePage())).not.toContain('Changed')
  })

  test('a link opened again shows the pick that counts, and changes it only when asked to', async () => {
    const { token } = await openSport({ sportName: 'Archery' })
    await done(league.visitor.post(`/picks/${token}`, { picks: ['Blues'] }))
    await open(`/pick/${token}`)
    await isIn()
    expect(screen.queryByLabelText('Your pick')).toBeNull()
    await press('Change My Pick')
    expect((await field('Your pick')).value).toBe('Blues')
    await select('Your pick', 'Reds')
    await press('Keep My Saved Pick')
    await isIn()
    expect(await savedPicks(token)).toEqual(['Blues'])
  })

  test('a pick that another tab or an admin changes is shown as what counts, and by whom', async () => {
    const { roundId, token } = await openSport({ sportName: 'Squash' })
    await select('Your pick', 'Reds')
    await press('Save My Pick')
    await isIn()
    clock.advance(60_000)
    await done(league.visitor.post(`/picks/${token}`, { picks: ['Blues'] }))
    comeBack()
    await said('Changed in another tab or on another device, Sat, Jul 10')
    await said('It was Reds.')
    expect(await pickShown()).toEqual(['Blues'])
    await press('Change My Pick')
    await select('Your pick', 'Reds')
    clock.advance(60_000)
    const entry = { userId: league.idOf('Ann'), roundId, picks: ['Greens'] }
    await done(league.admin.post('/admin/picks', entry))
    comeBack()
    await said('Changed by an admin, Sat, Jul 10')
    await said('Greens counts until you save.')
    await press('Keep My Saved Pick')
    expect(await pickShown()).toEqual(['Greens'])
    await said('Entered by an admin')
  })

  test('an entry that an admin takes back leaves the player to pick again', async () => {
    const { roundId } = await openSport({ sportName: 'Karate' })
    const entry = { userId: league.idOf('Ann'), roundId, picks: ['Greens'] }
    await done(league.admin.post('/admin/picks', entry))
    comeBack()
    await said('Saved by an admin, Sat, Jul 10')
    const { entries } = await done(league.admin.get('/admin/history?kind=picks'))
    await done(league.admin.post(`/admin/history/${entries[0].eventId}/undo`, { reason: 'A slip' }))
    await open('/')
    await open(`/pick/${league.tokenFor(roundId, league.idOf('Ann'))}`)
    await said('Removed')
    await select('Your pick', 'Reds')
    await press('Save My Pick')
    await isIn()
  })

  test('the versions lead to their receipts', async () => {
    const { token } = await openSport({ sportName: 'Boxing' })
    for (const pick of ['Reds', 'Blues']) {
      clock.advance(60_000)
      await done(league.visitor.post(`/picks/${token}`, { picks: [pick] }))
    }
    comeBack()
    await screen.findByText('2 versions')
    const { body } = await league.visitor.get(`/picks/${token}`)
    const [now, before] = body.versions.map(({ code }: { code: string }) => code)
    const links = screen.getAllByRole('link', { name: /^\w{4}-/, hidden: true })
    expect(links.map((link) => link.getAttribute('href'))).toEqual(
      [now, now, before].map((code) => `/receipt/${code}`),
    )
  })

  test('a lock that moves is shown on an open page', async () => {
    const { roundId } = await openSport({ sportName: 'Fencing', timezone: 'Europe/London' })
    await done(league.admin.put(`/admin/rounds/${roundId}`, { lockTime: '2027-07-20T20:00' }))
    comeBack()
    await said(/Tue, Jul 20,( 2027,)? 8:00 PM/)
    await said(/Moved by an admin, was Sun, Aug 1,( 2027,)? 7:00 PM UTC\+1/)
  })

  test('from the lock time on it takes no pick, and shows the lock once the server has locked the sport', async () => {
    const lockTime = new Date(Date.parse(clock.now()) + 2_000).toISOString()
    const { token } = await openSport({ sportName: 'Relay', lockTime })
    await select('Your pick', 'Reds')
    await button('Save My Pick')
    const { body } = await league.visitor.get(`/picks/${token}`)
    const inThatMoment = { ...body, serverTime: lockTime, closed: 'Picks are locked for this sport' }
    answering('GET', '/picks/*', () => Response.json(inThatMoment))
    await said('Locking…', () => screen.getByRole('timer'))
    const before = textOf(wholePage())
    expect(before).toContain('Not saved: Reds')
    expect(before).toContain('In a moment everybody sees the picks.')
    expect(before).not.toMatch(/Save My Pick|Picks lock|was saved before the lock/)
    await league.lockAt(lockTime)
    asTheServerDoes()
    await said('You saved no pick before the lock.')
    await said('Locked since')
  })

  test('who missed the lock asks the commissioner once, and sees what was asked', async () => {
    const { roundId, token } = await openSport({ sportName: 'Surfing' })
    clock.advance(60_000)
    await done(league.admin.post(`/admin/rounds/${roundId}/lock`))
    comeBack()
    await press('Ask the Commissioner')
    await press('Ask for This Pick')
    expect(await problemOf('Your pick')).toBe('Please select a team/player')
    await select('Your pick', 'Reds')
    await press('Ask for This Pick')
    await said('You asked the commissioner')
    await said(/You asked for Reds, Sat, Jul 10/)
    await said(
      'Ann asked less than a minute after the lock, when picks were public, to pick Reds for Surfing.',
    )
    expect(screen.queryByRole('button', { name: 'Ask the Commissioner' })).toBeNull()
    expect((await league.visitor.get(`/picks/${token}`)).body).toMatchObject({ currentPick: null })
    const entry = { userId: league.idOf('Ann'), roundId, picks: ['Reds'], reason: 'She called' }
    await done(league.admin.post('/admin/picks', entry))
    await open('/')
    await open(`/pick/${token}`)
    expect(await pickShown()).toEqual(['Reds'])
    expect(screen.queryByText('You asked the commissioner')).toBeNull()
  })

  test('after the lock the link shows the pick, how it locked and, once known, what it earned', async () => {
    const { roundId, token } = await openSport({ sportName: 'Curling', timezone: 'Europe/London' })
    await done(league.visitor.post(`/picks/${token}`, { picks: ['Blues'] }))
    await select('Your pick', 'Reds')
    clock.advance(60_000)
    await done(league.admin.post(`/admin/rounds/${roundId}/lock`))
    comeBack()
    await said('Not saved: Reds')
    expect(await pickShown()).toEqual(['Blues'])
    await said('Connie locked Curling by hand.')
    await said(/The lock time was Sun, Aug 1,( 2027,)? 7:00:00 PM UTC\+1 and is now /)

    await done(league.admin.post(`/admin/rounds/${roundId}/complete`, { firstPlaceTeam: 'Blues' }))
    await open(`/pick/${token}`)
    await said('Ann picked Blues, which came 1st: 6 points.')
    await said('Receipt')
    expect(screen.queryByRole('button', { name: 'Change My Pick' })).toBeNull()
    expect(textOf(wholePage())).not.toContain('Not saved')
  })

  test('a link that was replaced says so, and what to do', async () => {
    answering('GET', '/picks/*', () =>
      Response.json({ error: 'This link was replaced. Ask for a new one' }, { status: 410 }),
    )
    await open('/pick/1-1-1-aaaaaaaaaaaaaaaaaaaaaa')
    await screen.findByRole('heading', { name: 'Link Replaced' })
    await said('Open the newest mail about this sport, or ask your commissioner for it.')
  })

  test.each([
    ['Asia/Kolkata', /^Sun, Aug 1,( 2027,)? 11:30 PM UTC\+5:30$/],
    ['Australia/Lord_Howe', /^Mon, Aug 2,( 2027,)? 4:30 AM UTC\+10:30$/],
    ['Europe/London', null],
  ])('the lock time stands in the zone of the sport and in that of a phone in %s', async (zone, here) => {
    vi.stubEnv('TZ', zone)
    await openSport({ sportName: `Chess in ${zone}`, timezone: 'Europe/London' })
    const lock = within(screen.getByRole('region', { name: 'Lock time' }))
    await lock.findByText(/^Sun, Aug 1,( 2027,)? 7:00 PM UTC\+1$/)
    if (here) {
      await lock.findByText(here)
      await lock.findByText('where you are')
    } else expect(textOf(wholePage())).not.toContain('where you are')
  })
})
