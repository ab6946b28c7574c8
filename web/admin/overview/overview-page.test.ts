import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { settableClock } from '../../../tests/support/clock.ts'
import { done } from '../../../tests/support/http.ts'
import { aLeague } from '../../../tests/support/league/a-league.ts'
import {
  anyDialog,
  box,
  button,
  card,
  dialogOf,
  field,
  fill,
  follow,
  found,
  gone,
  lines,
  press,
  said,
  select,
  textOf,
  wholePage,
} from '../../testing/interactions.ts'
import { address, leagueBehindScreens, open } from '../../testing/screen.tsx'

const CUP = { name: 'Family Cup', yearStart: 2027, yearEnd: 2027 }
const SOON = new Date(Date.now() + 5.5 * 3_600_000).toISOString()

describe('the overview of the commissioner', () => {
  const league = leagueBehindScreens(() =>
    aLeague()
      .withPlayers('Ann', 'Bob', 'Cleo')
      .withSeason()
      .withRound({ sportName: 'Chess' })
      .withPicks({ Ann: ['Reds'] })
      .locked()
      .withRound({ sportName: 'Tennis', lockTime: SOON })
      .withPicks({ Ann: ['Reds'] })
      .withRound({ sportName: 'Golf' })
      .withDraft({ sportName: 'Rowing', lockTime: SOON })
      .start({ clock: settableClock(new Date().toISOString()) }),
  )
  const needed = () => screen.getByRole('region', { name: 'Needs you now' })
  const results = () => screen.getByRole('region', { name: 'Last results' })

  test('says what waits for a result and who has not picked, and what locks next', async () => {
    const opensAt = new Date(Date.now() + 3_600_000).toISOString()
    await done(league.admin.put(`/admin/rounds/${league.roundIds[3]}/opening`, { opensAt }))
    await open('/admin', league.admin)
    const [chess, tennis, ...others] = await lines('listitem', needed)
    expect(chess).toMatch(/^ChessLocked .* No result yet\./)
    expect(tennis).toContain('Locks in 5 hours. Not picked yet: Bob, Cleo.')
    expect(others).toEqual([])
    const next = await lines('listitem', () => screen.getByRole('region', { name: 'Next locks' }))
    expect(next.map((line) => line.replace(/[A-Z][a-z]{2}, .*(?=\d of)/, ' '))).toEqual([
      'Tennis 1 of 3 picked',
      'Golf 0 of 3 picked',
    ])
    await said('No result yet.', results)
  })

  test.each([
    ['/admin/rounds', card('Relay'), 'Locking…', 'Locked'],
    ['/', () => screen.getByRole('columnheader', { name: /^Relay/ }), 'Locking… 0 of 3 in', 'Relay'],
    ['/admin', () => screen.getByRole('region', { name: 'Next locks' }), '· Locking…', null],
    ['/admin/manage-picks?sport=', wholePage, 'Locking…', 'Locked'],
  ] as const)(
    'a sport is locking from its lock time until the server has locked it, on %s',
    async (path, part, locking, locked) => {
      const lockTime = new Date(Date.now() + 3_000).toISOString()
      const roundId = await league.openRound({ sportName: 'Relay', lockTime })
      await open(path.endsWith('=') ? `${path}${roundId}` : path, league.admin)
      await found(part)
      expect(textOf(part())).not.toContain('Locking…')
      await said(locking, part)
      if (path === '/admin/rounds') await button('Complete & Score: Relay')
      await league.lockAt(lockTime)
      await waitFor(() => expect(textOf(wholePage())).not.toContain('Locking…'))
      if (locked) await said(locked, part)
      await done(league.admin.post(`/admin/rounds/${roundId}/soft-delete`))
    },
  )

  test('leads to the reminder and to the picks', async () => {
    await open('/admin', league.admin)
    await press('Remind: Tennis')
    await said('A mail goes to Bob, Cleo.', anyDialog)
    await press('Send Reminder', anyDialog)
    await said('No mail server is set: mails to 2 players are kept under Mail')
    await follow('Enter Picks: Tennis')
    await expect.poll(address).toContain('/admin/manage-picks?sport=')
  })

  test('takes the result, and then nothing waits for it', async () => {
    await open('/admin', league.admin)
    await press('Complete & Score: Chess')
    const dialog = dialogOf('Complete Chess')
    await select('Champion (1st Place)', 'Reds', dialog)
    await press('Show What Changes', dialog)
    await said('What this does to the standings', dialog)
    await press('Complete & Score', dialog)
    await gone(dialog)
    await said('Chess1st Reds', results)
    expect((await lines('listitem', needed)).join()).not.toContain('Chess')
  })

  test('is calm when nothing waits', async () => {
    for (const player of ['Bob', 'Cleo']) {
      const { body: rounds } = await league.admin.get('/admin/rounds')
      const tennis = rounds.find(({ sport_name }: { sport_name: string }) => sport_name === 'Tennis')
      const pick = { userId: league.idOf(player), roundId: tennis.id, picks: ['Blues'] }
      await done(league.admin.post('/admin/picks', pick))
    }
    const spring = { name: 'Spring Cup', yearStart: 2027, yearEnd: 2027 }
    const { id } = await done(league.admin.post('/admin/seasons', spring))
    await open('/admin', league.admin)
    await said('Nothing to do.', needed)
    const next = () => screen.getByRole('region', { name: 'Next locks' })
    expect((await lines('listitem', next))[1], 'the season, where several run').toMatch(/^GolfFamily Cup · /)
    await done(league.admin.post(`/admin/seasons/${id}/soft-delete`, {}))
  })

  test('proposes the next season when none runs, and every screen opens on that one', async () => {
    const { admin, seasonId, roundIds } = league
    await done(admin.put(`/admin/seasons/${seasonId}`, { ...CUP, isDefault: true }))
    for (const id of roundIds.slice(1)) await done(admin.post(`/admin/rounds/${id}/soft-delete`, {}))
    await done(admin.post(`/admin/seasons/${seasonId}/end`))
    await open('/admin', admin)
    await said('Chess1st Reds', results)
    await said('Start Family Cup 2028: 3 players, 1 sport, dates moved', needed)
    await said('Family Cup has ended.', needed)
    await follow('Start the Next Season', needed)
    const dialog = dialogOf('Create Season')
    expect((await field('Start from', dialog)).value).toBe(`${seasonId}`)
    expect((await field('Season name', dialog)).value).toBe('Family Cup 2028')
    expect((await box('Default season', dialog)).checked).toBe(true)
    await fill('Season name', 'Another Cup', dialog)
    await userEvent.click(await box('Default season', dialog))
    await press('Create Season', dialog)
    await gone(dialog)
    expect(address()).toBe('/admin/seasons')
    for (const screen of ['rounds', 'manage-picks']) {
      await open(`/admin/${screen}`, admin)
      expect((await field('Season')).value).toBe(`${seasonId + 2}`)
    }
    await open('/admin/users', admin)
    await said('Not in Another Cup')
    await done(admin.post(`/admin/seasons/${seasonId + 2}/soft-delete`, {}))
    await open('/admin', admin)
    await said('Start Family Cup 2028', needed)
    await press('Not Yet', needed)
    await said('Nothing to do.', needed)
    await open('/admin', admin)
    await said('Nothing to do.', needed)
  })
})

describe('a server whose last backup failed', () => {
  const backup = { dir: 'package.json/backups', at: '03:30', keep: 14, passphrase: null }
  const league = leagueBehindScreens(() =>
    aLeague().withPlayers('Ann').withSeason().withRound().start({ config: { backup } }),
  )

  test('is named to the main admin', async () => {
    await done(league.admin.post('/admin/operations/backups', {}))
    await open('/admin', league.admin)
    await said('There is no good backup yet')
    await said(/The last try failed: package.json\/backups cannot be written/)
    await follow('Open Operations')
  })
})
