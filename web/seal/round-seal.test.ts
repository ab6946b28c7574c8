import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { eventually } from '../../tests/support/eventually.ts'
import { done } from '../../tests/support/http.ts'
import { aLeague } from '../../tests/support/league/a-league.ts'
import { watchedCalls } from '../testing/calls.ts'
import { anyDialog, card, field, fill, found, gone, type Part, press, said } from '../testing/interactions.ts'
import { leagueBehindScreens, open } from '../testing/screen.tsx'

describe('the seal of a lock', () => {
  const league = leagueBehindScreens(() =>
    aLeague().withPlayers('Ann', 'Bob').withSeason().withRound().withRound({ sportName: 'Rugby' }).start(),
  )
  const { troubles } = watchedCalls()
  const openSeal = async (part: Part) => {
    const seal = await waitFor(() => within(part()).getByText('Seal'))
    await userEvent.click(seal)
    expect(seal.closest('details')?.open).toBe(true)
  }
  const published = async (roundId: number) =>
    eventually('the seal', async () => {
      const { seal } = await done(league.visitor.get(`/public/rounds/${roundId}/seal`))
      return seal?.head
    })

  test('stands on the card of the sport', async () => {
    const [football = 0] = league.roundIds
    await open('/admin/rounds', league.admin)
    const sport = card('Football')
    expect(within(await found(sport)).queryByText(/Sealed/)).toBeNull()
    await press('Lock Now: Football')
    await fill('Reason', 'It has begun', anyDialog)
    await press('Lock Now', anyDialog)
    await gone(anyDialog)
    await openSeal(sport)
    await said(await published(football), sport)
  })

  test('stands on the page of a player that was open already, and on one opened later', async () => {
    const rugby = league.roundId
    const path = `/pick/${league.tokenFor(rugby, league.idOf('Ann'))}`
    await open(path)
    await field('Your pick')
    await done(league.admin.post(`/admin/rounds/${rugby}/lock`))
    window.dispatchEvent(new Event('focus'))
    const digits = async () => (await published(rugby)).slice(0, 16)
    await said(await digits())

    await open(path)
    await screen.findByText('You saved no pick before the lock.')
    await said(await digits())
    expect(troubles()).toEqual([])
  })
})
