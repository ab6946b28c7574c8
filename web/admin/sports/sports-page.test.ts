import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { longTest } from '../../../tests/deep/depth.ts'
import { done } from '../../../tests/support/http.ts'
import { aLeague } from '../../../tests/support/league/a-league.ts'
import { OSCARS } from '../../../tests/support/league/examples.ts'
import {
  abandon,
  card,
  choose,
  dialogOf,
  field,
  fill,
  fillMoment,
  found,
  gone,
  press,
  problemOf,
  said,
  select,
  spaced,
  textOf,
} from '../../testing/interactions.ts'
import { leagueBehindScreens, open } from '../../testing/screen.tsx'

const LONDON = { timezone: 'Europe/London' }
const LONDON_EVENING = 'Sun, Aug 1, 2027, 7:00 PM UTC+1'

describe('sports', () => {
  const league = leagueBehindScreens(() =>
    aLeague()
      .withPlayers('Ann', 'Bob', { name: 'Cleo', email: null })
      .withSeason()
      .withDraft(LONDON)
      .withRound({ ...OSCARS, ...LONDON, lockTime: '2027-08-02T18:00:00Z' })
      .withPicks({ Ann: ['Dune'] })
      .start(),
  )
  const openSports = () => open('/admin/rounds', league.admin)
  const football = async () => done(league.admin.get(`/admin/rounds/${league.roundIds[0]}`))
  afterEach(() => {
    vi.unstubAllEnvs()
  })

  test('what a sport lacks is said at its field', async () => {
    await openSports()
    await press('+ Add Sport')
    const dialog = dialogOf('Add Sport')
    await select('Season', 'Select a season', dialog)
    await fill('Timezone', '', dialog)
    await press('Add Sport', dialog)
    expect(await problemOf('Season', dialog)).toBe('Please select a season')
    expect(await problemOf('Sport name', dialog)).toBe('Sport name is required')
    expect(await problemOf('Lock time', dialog)).toBe('Lock time is required')
    expect(await problemOf('Timezone', dialog)).toBe('Timezone is required')
    await abandon(dialog)
  })

  longTest('a lock time that nobody touches stays, wherever the browser is', async () => {
    vi.stubEnv('TZ', 'Asia/Tokyo')
    expect(new Date(0).getHours()).toBe(9)
    await openSports()
    await said(LONDON_EVENING, card('Football'))
    await choose('More for Football', 'Edit')
    const dialog = dialogOf('Edit Football')
    expect((await field('Lock time', dialog)).value).toBe('2027-08-01T19:00')
    expect((await field('Timezone', dialog)).value).toBe('London')
    await fill('Teams', 'Reds\n\n  Blues \nGreens\n', dialog)
    await fill('Email message', 'Choose well', dialog)
    await press('Save', dialog)
    await gone(dialog)
    await said('Football is saved')
    await said(LONDON_EVENING, card('Football'))
    const round = await football()
    expect(round).toMatchObject({ lock_time: '2027-08-01T18:00:00.000Z', timezone: 'Europe/London' })
    expect(round.teams.map((team: { team_name: string }) => team.team_name).toSorted()).toEqual([
      'Blues',
      'Greens',
      'Reds',
    ])

    await choose('More for Football', 'Edit')
    await fillMoment('Lock time', '2027-08-01T20:30', dialog)
    await fill('Timezone', 'denver', dialog)
    await userEvent.click(await screen.findByRole('option', { name: /^Denver/ }))
    await press('Save', dialog)
    await said('Sun, Aug 1, 2027, 8:30 PM MDT', card('Football'))
    expect(await football()).toMatchObject({ lock_time: '2027-08-02T02:30:00.000Z' })
  })

  test('a sport that somebody else changes meanwhile loses nothing of that', async () => {
    await openSports()
    await choose('More for Football', 'Edit')
    const dialog = dialogOf('Edit Football')
    await fill('Email message', 'Choose soon', dialog)
    const lock = { lockTime: '2027-08-01T21:30', timezone: 'America/Denver' }
    await done(league.admin.put(`/admin/rounds/${league.roundIds[0]}`, lock))
    await press('Save', dialog)
    await gone(dialog)
    expect(await football()).toMatchObject({
      lock_time: '2027-08-02T03:30:00.000Z',
      email_message: 'Choose soon',
    })
  })

  test('a reminder goes to those who have not picked and have an address', async () => {
    await openSports()
    await choose('More for Oscars', 'Send Reminder')
    const dialog = dialogOf('Send a reminder for Oscars?')
    await said('A mail goes to Bob. No mail reaches Cleo.', dialog)
    await press('Send Reminder', dialog)
    await gone(dialog)
    await said('No mail server is set: the mail to 1 player is kept under Mail')
  })

  test('an active sport keeps its kind, and its teams cannot all go', async () => {
    await openSports()
    await press('Activate & Send Links: Football')
    expect(textOf(dialogOf('Activate Football?')())).not.toContain('Fixed')
    await press('Activate & Send Links', dialogOf('Activate Football?'))
    await said('Football activated. No mail server is set: mails to 2 players are kept under Mail')
    await choose('More for Football', 'Edit')
    const dialog = dialogOf('Edit Football')
    expect((await field('Pick type', dialog)).readOnly).toBe(true)
    await fill('Teams', ' ', dialog)
    await press('Save', dialog)
    expect(await problemOf('Teams', dialog)).toBe('Add at least one team')
  })

  longTest(
    'the lock time of an open sport moves for a reason, and with a word on who has not picked',
    async () => {
      await openSports()
      await choose('More for Football', 'Edit')
      const dialog = dialogOf('Edit Football')
      expect(within(await found(dialog)).queryByLabelText('Reason')).toBeNull()
      await fill('Lock time', '2027-08-01T21:00', dialog)
      await said('3 players have not picked yet: Ann, Bob, Cleo.', dialog)
      await press('Save', dialog)
      expect(await problemOf('Reason', dialog)).toBe('Please give a reason')
      await fill('Reason', 'The final begins earlier', dialog)
      await press('Save', dialog)
      await gone(dialog)
      expect(await football()).toMatchObject({ lock_time: '2027-08-02T03:00:00.000Z' })
      expect((await league.admin.get('/admin/history')).text).toContain('The final begins earlier')
    },
  )

  test('a sport is locked, completed, unlocked and completed again', async () => {
    league.clock.advance(60_000)
    await openSports()
    await press('Lock Now: Football')
    const lock = dialogOf('Lock Football now?')
    await press('Lock Now', lock)
    expect(await problemOf('Reason', lock)).toBe('Please give a reason')
    await fill('Reason', 'The final has begun', lock)
    await press('Lock Now', lock)
    // The list may know of the lock before the dialog is done, and no browser lets anybody press what is behind a dialog.
    await gone(lock)
    const dialog = dialogOf('Complete Football')
    const complete = async (champion: string, runnerUp: string, reason?: string) => {
      await press('Complete & Score: Football')
      expect((await field('Champion (1st Place)', dialog)).value, 'the former champion').toBe(
        reason ? 'Reds' : '',
      )
      expect((await field('2nd Place', dialog)).disabled).toBe(!reason)
      await select('Champion (1st Place)', champion, dialog)
      const second = within(await field('2nd Place', dialog)).getAllByRole('option')
      expect(second.map(spaced)).not.toContain(champion)
      await select('2nd Place', runnerUp, dialog)
      if (reason) {
        await press('Show What Changes', dialog)
        expect(await problemOf('Reason', dialog)).toBe('Please give a reason')
        await fill('Reason', reason, dialog)
        await press('Show What Changes', dialog)
      } else {
        expect(within(await found(dialog)).queryByLabelText('Reason')).toBeNull()
        await press('Show What Changes', dialog)
        await said('What this does to the standings', dialog)
        expect((await football()).status, 'nothing is published yet').toBe('locked')
      }
      await press('Complete & Score', dialog)
      await said('Football is completed, and the standings are up to date')
      await said(champion, card('Football'))
    }
    await complete('Reds', 'Blues')
    expect(await football()).toMatchObject({ first_place_team: 'Reds', second_place_team: 'Blues' })
    await choose('More for Football', 'Unlock')
    const unlock = dialogOf('Unlock Football?')
    await press('Unlock', unlock)
    expect(await problemOf('Reason', unlock)).toBe('Please give a reason')
    await fill('Reason', 'The wrong champion', unlock)
    await press('Unlock', unlock)
    await said('Football is unlocked')
    await said(/Correction open since \w{3} \d+, 20\d\d/, card('Football'))
    await complete('Blues', 'Greens', 'The Blues were first')
    expect(await football()).toMatchObject({
      status: 'completed',
      first_place_team: 'Blues',
      second_place_team: 'Greens',
    })
  })

  test('a completed sport offers no change but to correct or unlock its result', async () => {
    await openSports()
    await press('More for Football', card('Football'))
    const offered = await screen.findAllByRole('menuitem')
    expect(offered.map(spaced)).toEqual(['Correct Result', 'Players & Mail', 'Weight', 'History', 'Unlock'])
    expect(
      within(await found(card('Football')))
        .getAllByRole('button')
        .map(spaced),
    ).toEqual(['Football', '•••'])
  })

  test('what needs something comes first, and a long list is searched', async () => {
    const names = ['Late', 'Soon', ...Array.from({ length: 14 }, (_, at) => `Étape ${at + 10}`)]
    for (const [at, sportName] of names.entries()) {
      const lockTime = sportName === 'Soon' ? '2027-07-25T18:00:00Z' : `2027-09-${10 + at}T18:00:00Z`
      await (sportName === 'Soon'
        ? league.openRound({ sportName, lockTime })
        : league.draftRound({ sportName, lockTime }))
    }
    await openSports()
    const cards = () => screen.getAllByRole('article').map((one) => spaced(one.querySelector('h3') ?? one))
    await said('Étape 23')
    const [soon, late] = [cards().indexOf('Soon'), cards().indexOf('Late')]
    expect(soon).toBeGreaterThanOrEqual(0)
    expect(soon).toBeLessThan(late)
    await fill('Search sports', 'etape 1')
    expect(cards()).toEqual(names.filter((name) => name.startsWith('Étape 1')))
    await said(`10 of `)
  })

  test('names and question are shown once more at the activation, and fixed from there on', async () => {
    const tieBreak = { question: 'How many goals?', unit: 'goals' }
    const slotNames = ['Champion', '', 'Golden Boot']
    const id = await league.draftRound({ ...OSCARS, sportName: 'Rowing', slotNames, tieBreak })
    const words = '“Champion”, “Golden Boot”, “How many goals? (goals)”'
    await openSports()
    await choose('More for Rowing', 'Schedule Opening')
    await said(`Fixed once it opens: ${words}`, dialogOf('Schedule Rowing'))
    await press('Cancel', dialogOf('Schedule Rowing'))
    await press('Activate & Send Links: Rowing')
    const dialog = dialogOf('Activate Rowing?')
    await said(`Fixed from here on: ${words}`, dialog)
    await press('Activate & Send Links', dialog)
    await gone(dialog)
    await choose('More for Rowing', 'Edit')
    const edit = dialogOf('Edit Rowing')
    await said('You can only add picks, up to 10. The names are fixed.', edit)
    expect((await field('Name of pick 1 (optional)', edit)).readOnly).toBe(true)
    await fill('Number of write-in picks', '4', edit)
    await fill('Name of pick 4 (optional)', 'Coach', edit)
    await press('Save', edit)
    await gone(edit)
    const { slot_names } = await done(league.admin.get(`/admin/rounds/${id}`))
    expect(slot_names).toEqual([...slotNames, 'Coach'])
  })

  test('a new sport starts in its name, with the zone of the last one and the own time, and another follows', async () => {
    vi.stubEnv('TZ', 'Asia/Tokyo')
    const season = await done(
      league.admin.post('/admin/seasons', { name: 'Cup 2028', yearStart: 2028, yearEnd: 2028 }),
    )
    await open(`/admin/rounds?season=${season.id}`, league.admin)
    await press('Add the First Sport')
    const dialog = dialogOf('Add Sport')
    await waitFor(async () => expect(document.activeElement).toBe(await field('Sport name', dialog)))
    expect((await field('Timezone', dialog)).value, 'that of the browser').toBe('Tokyo')
    await fill('Timezone', 'london', dialog)
    await userEvent.click(await screen.findByRole('option', { name: /^London/ }))
    await fill('Sport name', 'Tennis', dialog)
    await fill('Teams', 'Ash\nElm', dialog)
    await fillMoment('Lock time', '2028-06-04T18:00', dialog)
    await said('Mon 2:00 AM where you are', dialog)
    await press('Save & Add Another', dialog)
    await said('Tennis is added as a draft.', dialog)
    const now = async (label: string) => (await field(label, dialog)).value
    expect([await now('Sport name'), await now('Teams')]).toEqual(['', ''])
    expect([await now('Lock time'), await now('Timezone')]).toEqual(['2028-06-04T18:00', 'London'])
    expect(document.activeElement).toBe(await field('Sport name', dialog))
    await fill('Sport name', 'Golf', dialog)
    await press('Add Sport', dialog)
    await gone(dialog)
    await found(card('Tennis'))
    await found(card('Golf'))
    await press('+ Add Sport')
    expect(await now('Timezone'), 'that of the last sport').toBe('London')
  })
})
