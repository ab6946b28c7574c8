import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { eventually } from '../../tests/support/eventually.ts'
import { done, http } from '../../tests/support/http.ts'
import { aLeague } from '../../tests/support/league/a-league.ts'
import { leagueWithLatePick } from '../../tests/support/league/late-pick.ts'
import { fill, lines, press, said, textOf, wholePage } from '../testing/interactions.ts'
import { address, leagueBehindScreens, open } from '../testing/screen.tsx'
import { kindsOf } from './proof.ts'

describe('the page of proof', () => {
  const league = leagueBehindScreens(async () => {
    const started = await aLeague().withPlayers('Ann').withSeason().withRound().start()
    await done(started.visitor.post(`/picks/${annsLink(started)}`, { picks: ['Blues'] }))
    started.clock.advance(60_000)
    await done(started.admin.post(`/admin/rounds/${started.roundId}/lock`))
    return started
  })
  const annsLink = ({ tokenFor, roundId, idOf }: typeof league) => tokenFor(roundId, idOf('Ann'))
  const published = () =>
    eventually('the seal of the lock', async () => {
      const { seal } = await done(league.visitor.get(`/public/rounds/${league.roundId}/seal`))
      return seal?.head as string | undefined
    })

  test('says of the seal in a mail that nothing before it was changed, and which locks it covers', async () => {
    const head = await published()
    await open(`/proof?of=${head.slice(0, 16)}`)
    await said(/Nothing recorded up to .*2027.* has been changed\./)
    await said(head)
    expect(await lines('listitem')).toContainEqual(expect.stringMatching(/^Football locked on .+\./))
  })

  test('takes what is typed, whole or not, and refuses to ask for what can be neither', async () => {
    const head = await published()
    await open('/proof')
    for (const typed of [` ${head.toUpperCase()} `, head.slice(0, 40)]) {
      await fill('Seal or receipt', '0123456789')
      await press('Check')
      await said(/A seal has 16 to 64 digits from 0 to 9 and a to f\./)
      expect(textOf(wholePage()), 'no answer of before').not.toContain('has been changed')
      await fill('Seal or receipt', typed)
      await press('Check')
      await waitFor(() => expect(address()).toBe(`/proof?of=${typed.trim()}`))
      await said(/Nothing recorded up to .* has been changed\./)
    }
    await open('/proof?of=0123456789abcdef')
    await said(/This league has no such seal/)
  })

  test('says of a receipt, typed as it comes, whether its pick counts', async () => {
    const { versions } = await done(league.visitor.get(`/picks/${annsLink(league)}`))
    const { code } = versions[0]
    await open('/receipt')
    for (const typed of [code, ` ${code.toLowerCase()} `, code.toLowerCase().replaceAll('-', '')]) {
      await fill('Seal or receipt', typed)
      await press('Check')
      await said(/A pick of Ann for Football was saved on .+ before the lock, and counts\./)
    }
    const link = await screen.findByRole('link', { name: 'See the receipt' })
    expect(link.getAttribute('href')).toBe(`/receipt/${code}`)
    await open('/proof?of=ZZZZ-ZZZZ-ZZZZ-ZZZZ')
    await said(/There is no receipt with this code/)
  })

  test('is one tap from a receipt and from the rules', async () => {
    for (const path of ['/receipt/0000-0000-0000-0000', '/rules']) {
      await open(path)
      const link = await screen.findByRole('link', { name: /receipt or a seal/ })
      expect(link.getAttribute('href')).toBe('/proof')
    }
  })
})

describe('a pick that was sealed long after the lock', () => {
  const league = leagueBehindScreens(leagueWithLatePick)

  test('is named with its seal, its receipt and its history', async () => {
    const { roundId, seasonId, idOf, code, late, application } = league
    const head = await eventually('the seal of the lock', async () => {
      const { seal } = await done(http(application.url).get(`/public/rounds/${roundId}/seal`))
      return seal?.head as string | undefined
    })
    const story = `/seasons/${seasonId}/sports/${roundId}/players/${idOf('Ann')}`
    for (const path of [`/proof?of=${head}`, `/proof?of=${code}`, `/receipt/${code}`, story]) {
      await open(path)
      await said(new RegExp(`(It|A pick) was ${late}\\.`))
    }
  })
})

test('sixteen digits may be either: a receipt has dashes', () => {
  expect(kindsOf('0123456789ABCDEF')).toEqual(['seal', 'receipt'])
  expect(kindsOf('0123-4567-89AB-CDEF')).toEqual(['receipt', 'seal'])
  expect(kindsOf('0123456789abcdef0')).toEqual(['seal'])
  expect(kindsOf('7ZK4-9QWM-01CD-XF3T')).toEqual(['receipt'])
  expect(kindsOf('0123456789abcde')).toEqual([])
  expect(kindsOf('a'.repeat(65))).toEqual([])
})
