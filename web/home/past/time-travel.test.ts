import { fireEvent, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { done } from '../../../tests/support/http.ts'
import { aLeague } from '../../../tests/support/league/a-league.ts'
import { bodyRows, press, said } from '../../testing/interactions.ts'
import { answering, leagueBehindScreens, open } from '../../testing/screen.tsx'

const LOCK = { lockTime: '2027-02-01T18:00:00Z' }
const PICKS = { Ann: ['Reds'], Bob: ['Blues'], Cleo: ['Greens'] }

describe('home', () => {
  /** Football is completed wrongly and corrected after tennis; golf comes last. */
  leagueBehindScreens(async () => {
    const started = await aLeague()
      .withPlayers('Ann', 'Bob', 'Cleo')
      .withSeason()
      .withRound({ ...LOCK, sportName: 'Football' })
      .withPicks(PICKS)
      .withRound({ ...LOCK, sportName: 'Tennis' })
      .withPicks(PICKS)
      .withRound({ ...LOCK, sportName: 'Golf' })
      .withPicks(PICKS)
      .start()
    const { admin, clock, roundIds } = started
    const [football, tennis, golf] = roundIds
    const complete = (id: number | undefined, firstPlaceTeam: string) =>
      done(admin.post(`/admin/rounds/${id}/complete`, { firstPlaceTeam }))
    clock.set('2027-02-01T18:00:01.000Z')
    await complete(football, 'Reds')
    clock.advance(86_400_000)
    await complete(tennis, 'Blues')
    await done(admin.post(`/admin/rounds/${football}/unlock`))
    await complete(football, 'Greens')
    clock.advance(86_400_000)
    await complete(golf, 'Greens')
    return started
  })
  const board = () => screen.getByRole('region', { name: 'Leaderboard, scrolls sideways' })
  const slider = () => screen.findByRole<HTMLInputElement>('slider', { name: 'Standings as they were' })
  const shown = (text: RegExp) =>
    expect.poll(() => bodyRows(board)).toEqual(expect.arrayContaining([expect.stringMatching(text)]))

  /** The chart needs a canvas, which only appears with points. */
  async function openHome() {
    answering('GET', '/public/leaderboard/season/*/graph*', () => Response.json([]))
    await open('/')
    await slider()
  }
  const goBackTo = async (stop: number) => {
    fireEvent.change(await slider(), { target: { value: String(stop) } })
  }
  const moment = async () => (await slider()).getAttribute('aria-valuetext')

  test('shows who has moved since the result before', async () => {
    await openHome()
    await shown(/Cleo/)
    const movements = [...board().querySelectorAll('tbody [role=img]')]
      .map((one) => one.getAttribute('aria-label'))
      .filter((label) => label?.includes('place'))
    expect(movements, 'of Bob alone').toEqual(['down 1 place'])
  })

  test('goes back result by result, and says where it is', async () => {
    await openHome()
    expect(await moment()).toBe('Now')
    await goBackTo(3)
    expect(await moment()).toBe('After Golf')
    await goBackTo(2)
    expect(await moment()).toBe('After Football, corrected')
    await shown(/Cleo.*7 pts/)
    await goBackTo(0)
    expect(await moment()).toBe('After Football, before the correction')
    await said('You are looking at the past')
    await shown(/Ann.*6 pts #3 ▼2 3 pts$/)
    expect(new URLSearchParams(location.search).get('after')).not.toBeNull()
  })

  test('offers both readings where they differ, and comes back to now', async () => {
    await openHome()
    await goBackTo(0)
    expect(await screen.findAllByRole('radio')).toHaveLength(2)
    await userEvent.click(screen.getByRole('radio', { name: 'With today’s corrections' }))
    await shown(/Cleo.*6 pts/)
    await said('with today’s corrections')
    await press('Back to Now')
    expect(await moment()).toBe('Now')
    await shown(/Cleo.*13 pts$/)
    expect(location.search).toBe('')
    expect(screen.queryByText('You are looking at the past')).toBeNull()
    expect(screen.queryAllByRole('radio')).toEqual([])
  })
})

describe('home after the first result was corrected twice', () => {
  leagueBehindScreens(async () => {
    const started = await aLeague()
      .withPlayers('Ann', 'Bob')
      .withSeason()
      .withRound(LOCK)
      .withPicks({ Ann: ['Reds'], Bob: ['Blues'] })
      .start()
    const { admin, clock, roundId } = started
    clock.set('2027-02-01T18:00:01.000Z')
    await done(admin.post(`/admin/rounds/${roundId}/complete`, { firstPlaceTeam: 'Reds' }))
    for (const firstPlaceTeam of ['Blues', 'Greens']) {
      const corrected = { firstPlaceTeam, reason: 'The photo' }
      await done(admin.post(`/admin/rounds/${roundId}/correct`, corrected))
    }
    return started
  })

  test('shows how the standings were before each correction', async () => {
    answering('GET', '/public/leaderboard/season/*/graph*', () => Response.json([]))
    await open('/')
    const slider = await screen.findByRole<HTMLInputElement>('slider', { name: 'Standings as they were' })
    fireEvent.change(slider, { target: { value: '0' } })
    await expect
      .poll(() => slider.getAttribute('aria-valuetext'))
      .toBe('After Football, before the correction')
    const board = () => screen.getByRole('region', { name: 'Leaderboard, scrolls sideways' })
    await expect.poll(() => bodyRows(board)).toEqual([expect.stringMatching(/Ann.*6 pts/), expect.anything()])
    fireEvent.change(slider, { target: { value: '1' } })
    await expect
      .poll(() => slider.getAttribute('aria-valuetext'))
      .toBe('After Football, corrected, before the next correction')
    await expect.poll(() => bodyRows(board)).toEqual([expect.stringMatching(/Bob.*6 pts/), expect.anything()])
    expect(new URLSearchParams(location.search).get('correction')).toBe('1')
  })
})
