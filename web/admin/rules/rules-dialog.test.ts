import { describe, expect, test } from 'vitest'
import { eventually } from '../../../tests/support/eventually.ts'
import { done } from '../../../tests/support/http.ts'
import { aLeague } from '../../../tests/support/league/a-league.ts'
import {
  box,
  card,
  choose,
  dialogOf,
  field,
  fill,
  gone,
  press,
  problemOf,
  said,
  select,
  textOf,
} from '../../testing/interactions.ts'
import { leagueBehindScreens, open } from '../../testing/screen.tsx'

describe('rules', () => {
  const league = leagueBehindScreens(async () => {
    const started = await aLeague()
      .withPlayers('Ann', 'Bob')
      .withSeason()
      .withRound({ lockTime: '2027-01-20T18:00:00Z' })
      .withPicks({ Ann: ['Reds'] })
      .start()
    return started
  })
  const path = () => `/admin/seasons/${league.seasonId}/rules`
  const rules = () => done(league.admin.get(path()))
  const dialog = dialogOf('Rules of Family Cup')
  async function openRules() {
    await open('/admin/seasons', league.admin)
    await press('Rules of Family Cup')
  }

  test('before the first lock they are set without a word', async () => {
    await openRules()
    expect((await box('This season has its own rules', dialog)).checked).toBe(false)
    await (await box('This season has its own rules', dialog)).click()
    await fill('No pick', '-11', dialog)
    await press('Save Rules', dialog)
    expect(await problemOf('No pick', dialog)).toBe('Points for a missing pick must be between -10 and 20')
    await fill('No pick', '-2', dialog)
    await select("Drop each player's worst results", '1', dialog)
    await select('If players are tied on points', 'Most sports won', dialog)
    await select('Then', 'Fewest missing picks', dialog)
    await fill('Note', 'The last one bakes a cake.', dialog)
    expect(textOf(dialog())).not.toContain('Reason')
    await press('Save Rules', dialog)
    await gone(dialog)
    expect(await rules()).toMatchObject({
      followsLeague: false,
      rules: { noPick: -2, dropWorst: 1, tieBreak: ['round_wins', 'fewest_missed'] },
    })
    const { note } = await done(league.visitor.get(`/public/seasons/${league.seasonId}/rules`))
    expect(note).toBe('The last one bakes a cake.')
  })

  test('after it every player is shown before and after, and a reason is asked for', async () => {
    const { admin, clock, roundId } = league
    clock.set('2027-01-20T18:00:01.000Z')
    await done(admin.post(`/admin/rounds/${roundId}/complete`, { firstPlaceTeam: 'Reds' }))
    await openRules()
    expect((await field('No pick', dialog)).value).toBe('-2')
    await fill('No pick', '-5', dialog)
    await said(/Bob.*-2.*-5/, dialog)
    await press('Save Rules', dialog)
    expect(await problemOf('Reason', dialog)).toBe('Please give a reason')
    await fill('Reason', 'Agreed at dinner', dialog)
    await press('Save Rules', dialog)
    await gone(dialog)
    expect((await rules()).rules.noPick).toBe(-5)
  })

  test('a season follows the league again', async () => {
    await openRules()
    await (await box('This season has its own rules', dialog)).click()
    await said(/Bob.*-5.*0/, dialog)
    await fill('Reason', 'Simpler', dialog)
    await press('Save Rules', dialog)
    await gone(dialog)
    expect((await rules()).followsLeague).toBe(true)
  })

  test('a sport counts several times, also one that is completed', async () => {
    await open(`/admin/rounds?season=${league.seasonId}`, league.admin)
    await choose('More for Football', 'Weight')
    const weight = dialogOf('Weight of Football')
    await select('Weight', '×3', weight)
    await said(/Ann.*6.*18/, weight)
    await fill('Reason', 'It is the final', weight)
    await press('Save Weight', weight)
    await gone(weight)
    await press('Football')
    await said('Counts ×3', card('Football'))
  })

  test('a sport asks a question, and completing it asks for the answer', async () => {
    const { admin, clock, seasonId, idOf } = league
    const roundId = await league.draftRound({ sportName: 'Tennis', lockTime: '2027-02-20T18:00:00Z' })
    const round = async () => (await admin.get(`/admin/rounds/${roundId}`)).body
    await open(`/admin/rounds?season=${seasonId}`, admin)
    await choose('More for Tennis', 'Tie-Break Question')
    const question = dialogOf('Tie-Break Question for Tennis')
    await said('The season’s rules do not use guesses yet.', question)
    await press('Save Question', question)
    expect(await problemOf('Question', question)).toBe('Please enter a question')
    await fill('Question', 'How many sets?', question)
    await press('Save Question', question)
    await gone(question)
    expect((await round()).tie_break).toEqual({ question: 'How many sets?', unit: null })
    await done(admin.post(`/admin/rounds/${roundId}/activate`))
    await done(admin.post('/admin/picks', { userId: idOf('Ann'), roundId, picks: ['Reds'], guess: 4 }))
    clock.set('2027-02-20T18:00:01.000Z')
    // A lock that is published after the preview would have it made anew.
    await eventually('the lock', async () => {
      const { entries } = (await admin.get(`/admin/history?round=${roundId}`)).body
      return entries.some(({ type }: { type: string }) => type === 'RoundLocked')
    })
    await open(`/admin/rounds?season=${seasonId}`, admin)
    await press('Complete & Score: Tennis')
    const complete = dialogOf('Complete Tennis')
    await select('Champion (1st Place)', 'Reds', complete)
    await fill('How many sets?', '5', complete)
    await press('Show What Changes', complete)
    await said(/Ann.*18.*24/, complete)
    await press('Complete & Score', complete)
    await gone(complete)
    expect((await round()).tie_break.answer).toBe(5)
  })
})
