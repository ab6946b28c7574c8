import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { done } from '../../../tests/support/http.ts'
import { aLeague } from '../../../tests/support/league/a-league.ts'
import { OSCARS } from '../../../tests/support/league/examples.ts'
import {
  abandon,
  choose,
  dialogOf,
  field,
  fill,
  gone,
  lines,
  press,
  problemOf,
  said,
  select,
} from '../../testing/interactions.ts'
import { leagueBehindScreens, open } from '../../testing/screen.tsx'

describe('teams of a sport', () => {
  const league = leagueBehindScreens(() =>
    aLeague()
      .withPlayers('Ann', 'Bob')
      .withSeason()
      .withRound({ sportName: 'Football', teams: ['Reds', 'Blues'] })
      .withPicks({ Ann: ['Reds'] })
      .withRound(OSCARS)
      .start(),
  )
  const teams = async (roundId: number | undefined) =>
    (await done(league.admin.get(`/admin/rounds/${roundId}`))).teams.map(
      ({ team_name }: { team_name: string }) => team_name,
    )

  test('a list of a league or of an earlier sport fills the box, which stays editable', async () => {
    await open('/admin/rounds', league.admin)
    await press('+ Add Sport')
    const dialog = dialogOf('Add Sport')
    await press('Use a List', dialog)
    await select('List of teams', 'NHL, as of November 2026 (32)', dialog)
    const box = await field('Teams', dialog)
    expect(box.value.split('\n')).toHaveLength(32)
    expect(box.value).toContain('Utah Mammoth')
    await said('Football, Family Cup (2)', dialog)
    await select('List of teams', 'Football, Family Cup (2)', dialog)
    expect(box.value).toBe('Reds\nBlues')
    expect((await field('List of teams', dialog)).value).not.toBe('')
    await fill('Teams', 'Reds\nBlues\nGreens', dialog)
    expect(box.value).toBe('Reds\nBlues\nGreens')
    expect((await field('List of teams', dialog)).value, 'no longer what the box holds').toBe('')
    await abandon(dialog)
  })

  test('dialogs show them as they were entered', async () => {
    await open('/admin/rounds', league.admin)
    await choose('More for Football', 'Rename Team')
    const renaming = dialogOf('Rename a Team of Football')
    await within(renaming()).findByRole('option', { name: 'Reds' })
    expect((await lines('option', renaming)).slice(1)).toEqual(['Reds', 'Blues'])
    await press('Cancel', renaming)
    await choose('More for Football', 'Edit')
    const editing = dialogOf('Edit Football')
    expect((await field('Teams', editing)).value).toBe('Reds\nBlues')
    await press('Cancel', editing)
  })

  test('a picked team gets another name', async () => {
    await open('/admin/rounds', league.admin)
    await choose('More for Football', 'Rename Team')
    const dialog = dialogOf('Rename a Team of Football')
    await select('Team', 'Reds', dialog)
    await press('Rename Team', dialog)
    expect(await problemOf('New name', dialog)).toBe('Please enter the new name')
    await fill('New name', 'blues', dialog)
    await press('Rename Team', dialog)
    await expect.poll(() => problemOf('New name', dialog)).toBe('Blues is in the list of teams already')
    await fill('New name', 'Crimsons', dialog)
    await press('Rename Team', dialog)
    await gone(dialog)
    await said('Reds is called Crimsons now')
    expect(await teams(league.roundIds[0])).toEqual(['Blues', 'Crimsons'])
  })

  test('after the lock it takes a reason', async () => {
    await done(league.admin.post(`/admin/rounds/${league.roundIds[0]}/lock`))
    league.clock.advance(60_000)
    await open('/admin/rounds', league.admin)
    await choose('More for Football', 'Rename Team')
    const dialog = dialogOf('Rename a Team of Football')
    await select('Team', 'Blues', dialog)
    const path = `/admin/rounds/${league.roundIds[0]}/teams/rename`
    await done(league.admin.put(path, { from: 'Blues', to: 'Azures', reason: 'In another tab' }))
    window.dispatchEvent(new Event('focus'))
    await said('No longer offered (Blues)', dialog)
    await select('Team', 'Crimsons', dialog)
    await fill('New name', 'Rubies', dialog)
    await press('Rename Team', dialog)
    expect(await problemOf('Reason', dialog)).toBe('Please give a reason')
    await fill('Reason', 'The club has a new name', dialog)
    await press('Rename Team', dialog)
    await gone(dialog)
    expect(await teams(league.roundIds[0])).toEqual(['Azures', 'Rubies'])
  })

  test('a sport with write-ins has no team to rename', async () => {
    await open('/admin/rounds', league.admin)
    await press('More for Oscars')
    await screen.findByRole('menuitem', { name: 'Edit' })
    expect(screen.queryByRole('menuitem', { name: 'Rename Team' })).toBeNull()
  })
})
