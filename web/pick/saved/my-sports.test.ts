import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { settableClock } from '../../../tests/support/clock.ts'
import { done } from '../../../tests/support/http.ts'
import { aLeague } from '../../../tests/support/league/a-league.ts'
import { follow, found, lines, press, said, select, textOf } from '../../testing/interactions.ts'
import { address, answering, leagueBehindScreens, open } from '../../testing/screen.tsx'

describe('a page of one’s own', () => {
  const clock = settableClock('2027-07-10T12:00:00.000Z')
  const league = leagueBehindScreens(() => aLeague().withPlayers('Ann', 'Bob').withSeason().start({ clock }))
  const mySports = () => screen.getByRole('region', { name: 'My sports' })
  const linkOf = (roundId: number, player = 'Ann') => `/pick/${league.tokenFor(roundId, league.idOf(player))}`
  const sportsIn = async (name: string) => {
    await screen.findByRole('region', { name: 'My sports' })
    return lines('listitem', () => within(mySports()).getByRole('list', { name }))
  }

  let football: number
  let golf: number

  test('a season of one sport needs none', async () => {
    football = await league.openRound({ sportName: 'Football', lockTime: '2027-07-13T12:00:00Z' })
    await open(linkOf(football))
    await select('Your pick', 'Blues')
    await press('Save My Pick')
    await screen.findByRole('heading', { name: 'Your pick is in!' })
    expect(screen.queryByRole('region', { name: 'My sports' })).toBeNull()
  })

  test('shows what is picked and what is missing, the next lock first', async () => {
    golf = await league.openRound({ sportName: 'Golf', lockTime: '2027-07-12T12:00:00Z' })
    await open(linkOf(football))
    const [first, second] = await sportsIn('Open sports')
    expect(first).toMatch(/^GolfMissingLocks Mon, Jul 12/)
    expect(second).toMatch(/^FootballPickedBluesLocks Tue, Jul 13/)
    await said("Every sport has its own link. You'll find it in the mail for that sport.")
  })

  test('mails the links of the other sports to their owner', async () => {
    await open(linkOf(football))
    await found(() => within(mySports()).getByRole('button', { name: 'Mail Me My Links' }))
    await press('Mail Me My Links')
    await said('Your links are on their way. Check your inbox in a minute.')
    expect(screen.queryByRole('button', { name: 'Mail Me My Links' })).toBeNull()
  })

  test('the link of one sport does not tell what was picked for another that is open', async () => {
    await open(linkOf(golf))
    const [here, other] = await sportsIn('Open sports')
    expect(here).toMatch(/^GolfMissing/)
    expect(other).toMatch(/^FootballPickedLocks/)
    expect(textOf(mySports())).not.toContain('Blues')
    expect(within(mySports()).queryAllByRole('link')).toEqual([])
  })

  test('after a pick it says what is next', async () => {
    const tennis = await league.openRound({ sportName: 'Tennis', lockTime: '2027-07-11T12:00:00Z' })
    await open(linkOf(golf))
    await select('Your pick', 'Reds')
    await press('Save My Pick')
    await said(/Next: Tennis, locks Sun, Jul 11/)
    await open(linkOf(tennis))
    await select('Your pick', 'Reds')
    await press('Save My Pick')
    await said('You have picked every open sport.')
  })

  test('once scored it shows picks, places and points, and the rank', async () => {
    clock.advance(60_000)
    await done(league.admin.post(`/admin/rounds/${football}/lock`))
    clock.advance(60_000)
    await done(league.admin.post(`/admin/rounds/${football}/complete`, { firstPlaceTeam: 'Blues' }))
    await open(linkOf(golf))
    await said(/#1 of 2, 6 points/, mySports)
    await found(() => within(mySports()).getByText('Locked and scored (1)'))
    expect(await sportsIn('Locked and scored sports')).toEqual(['Football6 pointsBlues: 1st place'])
    await follow('Football', mySports)
    await waitFor(() => expect(address()).toBe(`/?season=${league.seasonId}&sport=${football}`))
  })

  test('who leads with 0 points, since others have less, has a rank', async () => {
    const points = { first: 0, second: 0, third: 0, fourth: 0, fifth: 0, sixthPlus: 0 }
    const rules = { points, noPick: -2, dropWorst: 0, tieBreak: [], reason: 'Agreed' }
    await done(league.admin.put(`/admin/seasons/${league.seasonId}/rules`, rules))
    await open(linkOf(golf))
    await said(/#1 of 2, 0 points/, mySports)
    await open(`/seasons/${league.seasonId}/sports/${football}/players/${league.idOf('Ann')}`)
    await said(/Rank#1 of 2/)
    await open('/')
    await said(/You are Ann, #1 with 0 pts/)
  })

  test('a page without it still takes the pick', async () => {
    answering('GET', '/public/leaderboard/season/*/players/*', () => Response.json({}, { status: 500 }))
    const rowing = await league.openRound({ sportName: 'Rowing', lockTime: '2027-07-14T12:00:00Z' })
    await open(linkOf(rowing, 'Bob'))
    await select('Your pick', 'Reds')
    await press('Save My Pick')
    await screen.findByRole('heading', { name: 'Your pick is in!' })
  })
})
