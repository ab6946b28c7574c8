import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { done } from '../../../../tests/support/http.ts'
import { aLeague } from '../../../../tests/support/league/a-league.ts'
import { OSCARS } from '../../../../tests/support/league/examples.ts'
import {
  abandon,
  choose,
  dialogOf,
  field,
  fill,
  found,
  gone,
  press,
  pressTwice,
  said,
  select,
  textOf,
} from '../../../testing/interactions.ts'
import { leagueBehindScreens, open } from '../../../testing/screen.tsx'

describe('completing a sport', () => {
  const league = leagueBehindScreens(async () => {
    const started = await aLeague()
      .withPlayers('Ann', 'Bob', 'Cleo', 'Dan', 'Eve')
      .withSeason()
      .withRound({ teams: ['Whites', 'Reds', 'Blues', 'Greens'] })
      .withPicks({ Ann: ['Reds'], Bob: ['Reds'], Cleo: ['Blues'], Dan: ['Greens'] })
      .withRound({ ...OSCARS, numWriteInPicks: 2 })
      .withPicks({
        Ann: ['Amélie', 'Dune'],
        Bob: ['dune ', 'AMELIE'],
        Cleo: ['Barbie'],
        Dan: ['The  Zone', 'Barbie'],
      })
      .start()
    // A pick at the very moment of the lock would not count.
    started.clock.advance(60_000)
    for (const roundId of started.roundIds) await done(started.admin.post(`/admin/rounds/${roundId}/lock`))
    return started
  })
  const worthOf = async (label: string, dialog: () => HTMLElement) => {
    const { attributes } = await field(label, dialog)
    return textOf(document.getElementById(attributes.getNamedItem('aria-describedby')?.value ?? ''))
  }

  test('each place says what it is worth and for how many', async () => {
    await open('/admin/rounds', league.admin)
    await press('Complete & Score: Football')
    const dialog = dialogOf('Complete Football')
    await said('Any other pick: 1 point · 4 players. Players without a pick get no points.', dialog)
    expect(await worthOf('Champion (1st Place)', dialog)).toBe('6 points · 0 players')
    await select('Champion (1st Place)', 'Reds', dialog)
    const offered = within(await field('2nd Place', dialog)).getAllByRole('option')
    expect(offered.map(textOf), 'what was picked comes first').toEqual([
      ...['Nobody', 'Blues', 'Greens', 'Whites'],
    ])
    await select('2nd Place', 'Blues', dialog)
    expect(await worthOf('Champion (1st Place)', dialog)).toBe('6 points · 2 players')
    expect(await worthOf('2nd Place', dialog)).toBe('5 points · 1 player')
    await said('Any other pick: 1 point · 1 player.', dialog)
    await abandon(dialog)
  })

  test('each place says what it is worth by the rules of its season and the weight of its sport', async () => {
    const { admin, seasonId, roundIds } = league
    const points = { first: 10, second: 5, third: 4, fourth: 3, fifth: 2, sixthPlus: 1 }
    const why = { reason: 'Agreed at dinner' }
    const rules = { points, noPick: -2, dropWorst: 0, tieBreak: [], ...why }
    await done(admin.put(`/admin/seasons/${seasonId}/rules`, rules))
    await done(admin.put(`/admin/rounds/${roundIds[0]}/weight`, { weight: 3, ...why }))
    await open('/admin/rounds', admin)
    await press('Complete & Score: Football')
    const dialog = dialogOf('Complete Football')
    await said('Any other pick: 3 points · 4 players. Players without a pick get -6 points.', dialog)
    expect(await worthOf('Champion (1st Place)', dialog)).toBe('30 points · 0 players')
    await press('Cancel', dialog)
    await gone(dialog)
    await done(admin.put(`/admin/rounds/${roundIds[0]}/weight`, { weight: 1, ...why }))
    await done(admin.delete(`/admin/seasons/${seasonId}/rules`, why))
  })

  test('write-ins with names are judged name by name, and the places follow from how many are right', async () => {
    const { admin, visitor, seasonId } = league
    const slotNames = ['Golden Boot', 'Best Player']
    const cup = await league.openRound({ ...OSCARS, sportName: 'World Cup', numWriteInPicks: 2, slotNames })
    for (const [name, ...picks] of [
      ['Ann', 'Mbappé', 'Mbappé'],
      ['Bob', 'mbappe', 'Messi'],
      ['Cleo', 'Kylian Mbappé', 'messi'],
      ['Dan', 'Kane', 'Kane'],
    ] as const) {
      await done(visitor.post(`/picks/${league.tokenFor(cup, league.idOf(name))}`, { picks }))
    }
    league.clock.advance(60_000)
    await done(admin.post(`/admin/rounds/${cup}/lock`))
    await open('/admin/rounds', admin)
    await press('Complete & Score: World Cup')
    const dialog = dialogOf('Complete World Cup')
    const slot = (name: string) => () => within(dialog()).getByRole('region', { name })
    const answersTo = async (name: string) =>
      within(await found(slot(name)))
        .getAllByRole('checkbox')
        .map((box) => textOf(box.closest('label')))
    expect(await answersTo('Golden Boot')).toEqual([
      ...['Mbappé 2 players', 'Kylian Mbappé 1 player', 'Kane 1 player'],
    ])
    expect(await answersTo('Best Player')).toEqual(['Messi 2 players', 'Mbappé 1 player', 'Kane 1 player'])
    await press('Show What Changes', dialog)
    await said('Choose at least one right answer', dialog)
    const asked = await field('Another right answer', slot('Golden Boot'))
    expect(document.activeElement).toBe(asked)

    const tick = async (text: RegExp, name: string) =>
      userEvent.click(within(await found(slot(name))).getByRole('checkbox', { name: text }))
    await tick(/^Mbappé/, 'Golden Boot')
    await tick(/^Kylian/, 'Golden Boot')
    await fill('Another right answer', ' messi', slot('Best Player'))
    await said('2 right: 1st place for 2 players', dialog)
    await said('1 right: 2nd place for 1 player', dialog)
    expect((await field('Ann', dialog)).value, 'nobody is placed unasked').toBe('none')
    await press('Show What Changes', dialog)
    await said('These places follow from the result, but they are not set', dialog)
    await said('Nothing is published yet', dialog)
    await press('Back', dialog)
    await press('Set 3 Places', dialog)
    expect(textOf(document.activeElement)).toBe('Players’ places')
    await press('Show What Changes', dialog)
    await said('Golden Boot: Mbappé / Kylian Mbappé, Best Player: messi', dialog)
    expect(textOf(dialog())).not.toContain('not set')
    await press('Complete & Score', dialog)
    await gone(dialog)
    const round = await done(admin.get(`/admin/rounds/${cup}`))
    expect(round).toMatchObject({
      first_place_team: null,
      right_answers: [
        { name: 'Golden Boot', answers: ['Mbappé', 'Kylian Mbappé'] },
        { name: 'Best Player', answers: ['messi'] },
      ],
    })
    const { leaderboard } = await done(admin.get(`/admin/leaderboard/season/${seasonId}`))
    const earned = Object.fromEntries(
      leaderboard.map(({ userName, scores }: { userName: string; scores: object[] }) => [
        ...[userName, scores[cup]],
      ]),
    )
    expect(earned).toMatchObject({
      ...{ Ann: { total_points: 5 }, Bob: { total_points: 6 }, Cleo: { total_points: 6 } },
      ...{ Dan: { total_points: 1 }, Eve: null },
    })

    await userEvent.click(await screen.findByRole('button', { name: 'World Cup' }))
    await said(/Golden Boot ?Mbappé \/ Kylian Mbappé/)
    await choose('More for World Cup', 'Correct Result')
    const correction = dialogOf('Correct the Result of World Cup')
    const ticked = async () =>
      within(await found(correction))
        .getAllByRole('checkbox', { checked: true })
        .map((box) => textOf(box.closest('label')))
    expect(await ticked()).toEqual(['Mbappé 2 players', 'Kylian Mbappé 1 player', 'messi 2 players'])
    await press('Cancel', correction)
    await gone(correction)
    await done(admin.post(`/admin/rounds/${cup}/unlock`, { reason: 'Another test' }))
    await done(admin.post(`/admin/rounds/${cup}/soft-delete`, {}))
  })

  test('write-ins are placed as the result has them, once the admin says so', async () => {
    await open('/admin/rounds', league.admin)
    await press('Complete & Score: Oscars')
    const dialog = dialogOf('Complete Oscars')
    await said('All 2 with this pick', dialog)
    const written = [...dialog().querySelectorAll('datalist option')].map((one) => one.getAttribute('value'))
    expect(written, 'each name once').toEqual(['Amélie', 'Dune', 'The  Zone', 'Barbie'])
    await fill('Champion (1st Place)', 'amelie', dialog)
    await fill('2nd Place', 'Dune', dialog)
    await fill('3rd Place', ' the zone', dialog)
    await said('amelie: 1st place for 2 players', dialog)
    await said('the zone: 3rd place for 1 player', dialog)
    expect(within(await found(dialog)).queryByText(/^Dune:/), 'they have a better place').toBeNull()
    expect((await field('Ann', dialog)).value, 'nobody is placed unasked').toBe('none')
    await press('Set 3 Places', dialog)
    await gone(() => within(dialog()).getByText('These places follow from the result'))
    expect((await field('Bob', dialog)).value).toBe('first')
    expect(await worthOf('Champion (1st Place)', dialog)).toBe('6 points · 2 players')
    await select('Cleo', '5th place', dialog)
    await said('No place: 1 point · 0 players.', dialog)
    // The second click does not publish what nobody has seen.
    await pressTwice('Show What Changes', dialog)
    await expect.poll(() => textOf(document.activeElement)).toBe('What this does to the standings')
    await press('Back', dialog)
    expect((await field('Cleo', dialog)).value, 'what was typed stays').toBe('fifth')
    await press('Show What Changes', dialog)
    await press('Complete & Score', dialog)
    await gone(dialog)
    const { leaderboard } = await done(league.admin.get(`/admin/leaderboard/season/${league.seasonId}`))
    const points = leaderboard.map(({ userName, totalPoints }: { userName: string; totalPoints: number }) => [
      ...[userName, totalPoints],
    ])
    expect(points).toEqual([
      ['Ann', 6],
      ['Bob', 6],
      ['Dan', 4],
      ['Cleo', 2],
      ['Eve', 0],
    ])
  })

  test('a correction takes the places from those who wrote what the result has no longer, once the admin says so', async () => {
    await open('/admin/rounds', league.admin)
    await choose('More for Oscars', 'Correct Result')
    const dialog = dialogOf('Correct the Result of Oscars')
    await field('Ann', dialog)
    expect(within(dialog()).queryByText('These places follow from the result'), 'as published').toBeNull()
    await fill('2nd Place', '', dialog)
    await fill('Champion (1st Place)', 'Barbie', dialog)
    await said('Barbie: 1st place for 2 players', dialog)
    await said('amelie: no place for 2 players', dialog)
    expect(within(dialog()).queryByText(/^Dune:/), 'they are told of already').toBeNull()
    expect((await field('Ann', dialog)).value).toBe('first')
    await press('Set 4 Places', dialog)
    await gone(() => within(dialog()).getByText('These places follow from the result'))
    expect((await field('Bob', dialog)).value).toBe('none')
    await fill('Reason', 'The wrong envelope', dialog)
    await press('Show What Changes', dialog)
    await press('Correct Result', dialog)
    await gone(dialog)
    const { leaderboard } = await done(league.admin.get(`/admin/leaderboard/season/${league.seasonId}`))
    const points = leaderboard.map(({ userName, totalPoints }: { userName: string; totalPoints: number }) => [
      ...[userName, totalPoints],
    ])
    expect(points).toEqual([
      ['Cleo', 6],
      ['Dan', 6],
      ['Ann', 1],
      ['Bob', 1],
      ['Eve', 0],
    ])
  })
})

describe.each([
  { kind: 'a list of teams', plan: {}, name: 'Football', other: 'Blues', isChampion: select },
  { kind: 'write-ins', plan: OSCARS, name: 'Oscars', other: 'Dune', isChampion: fill },
])('a sport with a tie-break question and $kind', ({ plan, name, other, isChampion }) => {
  const tieBreak = { question: 'How long is it?', unit: 'minutes' }
  const league = leagueBehindScreens(() =>
    aLeague()
      .withPlayers('Ann')
      .withSeason()
      .withRound({ ...plan, tieBreak })
      .start(),
  )

  test('is corrected, unlocked and completed again', async () => {
    const { admin, roundId } = league
    const path = `/admin/rounds/${roundId}`
    const ann = league.tokenFor(roundId, league.idOf('Ann'))
    await done(league.visitor.post(`/picks/${ann}`, { picks: [other], guess: 90 }))
    league.clock.advance(60_000)
    await done(admin.post(`${path}/lock`))
    await done(admin.post(`${path}/complete`, { firstPlaceTeam: 'Reds', tieBreakAnswer: 90 }))
    const published = async () => {
      const { first_place_team, tie_break } = await done(admin.get(path))
      return [first_place_team, tie_break.answer]
    }

    await open('/admin/rounds', admin)
    await choose(`More for ${name}`, 'Correct Result')
    const correction = dialogOf(`Correct the Result of ${name}`)
    await isChampion('Champion (1st Place)', other, correction)
    await fill('Reason', 'They were disqualified', correction)
    await press('Show What Changes', correction)
    await press('Correct Result', correction)
    await gone(correction)
    expect(await published()).toEqual([other, 90])

    await choose(`More for ${name}`, 'Unlock')
    const unlock = dialogOf(`Unlock ${name}?`)
    await fill('Reason', 'The clock was wrong', unlock)
    await press('Unlock', unlock)
    await gone(unlock)

    await press(`Complete & Score: ${name}`)
    const completion = dialogOf(`Complete ${name}`)
    await isChampion('Champion (1st Place)', other, completion)
    await fill('How long is it?', '95,5', completion)
    await fill('Reason', 'The clock was wrong', completion)
    await press('Show What Changes', completion)
    await said(`1st ${other}, How long is it? 95.5 minutes`, completion)
    await press('Complete & Score', completion)
    await gone(completion)
    expect(await published()).toEqual([other, 95.5])
  })
})
