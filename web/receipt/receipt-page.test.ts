import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { done } from '../../tests/support/http.ts'
import { aLeague } from '../../tests/support/league/a-league.ts'
import { lines, press, said, select } from '../testing/interactions.ts'
import { leagueBehindScreens, open } from '../testing/screen.tsx'

describe('the receipt of a pick', () => {
  const league = leagueBehindScreens(async () => {
    const started = await aLeague().withPlayers('Ann', 'Bob').withSeason().withRound().start()
    started.clock.advance(60_000)
    await done(started.visitor.post(`/picks/${annsLink(started)}`, { picks: ['Blues'] }))
    started.clock.advance(60_000)
    return started
  })
  const annsLink = ({ tokenFor, roundId, idOf }: typeof league) => tokenFor(roundId, idOf('Ann'))

  test('a player sees when the pick was saved, and what was picked before', async () => {
    await open(`/pick/${annsLink(league)}`)
    await said('203 days 5 h before the lock')
    expect(document.body.textContent).not.toContain('versions')
    await press('Change My Pick')
    await select('Your pick', 'Reds')
    await press('Save Changes')
    await screen.findByRole('heading', { name: 'Your pick is in!' })
    const versions = (await screen.findByText('2 versions')).closest('details')
    const listed = await lines('listitem', () => versions ?? document.body)
    expect(listed.map((line) => line.slice(0, line.search(/(Sun|Mon),/)))).toEqual(['Reds', 'Blues'])
  })

  test('a receipt proves the time, and the pick only after the lock', async () => {
    const { versions } = await done(league.visitor.get(`/picks/validate/${annsLink(league)}`))
    const newest = versions[0].code.toLowerCase().replaceAll('-', '')
    await open(`/receipt/${newest}`)
    await said('This is the pick that counts so far.')
    await said('Hidden until the lock')
    await said(versions[0].code)
    await open(`/receipt/${versions[1].code}`)
    await said('The pick that counts was saved on')

    league.clock.advance(60_000)
    await done(league.admin.post(`/admin/rounds/${league.roundId}/lock`))
    await open(`/receipt/${versions[1].code}`)
    await screen.findByText('Blues')
    await open('/receipt/0000-0000-0000-0000')
    await said('No such receipt')
  })
})
