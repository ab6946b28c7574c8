import { expect, test } from 'vitest'
import { aLeague } from '../../../tests/support/league/a-league.ts'
import {
  anyDialog,
  choose,
  dialogOf,
  fill,
  gone,
  press,
  problemOf,
  said,
  select,
  tick,
} from '../../testing/interactions.ts'
import { leagueBehindScreens, open } from '../../testing/screen.tsx'

const league = leagueBehindScreens(() =>
  aLeague()
    .withPlayers('Ann', 'Bob', { name: 'Cleo', email: null })
    .withSeason()
    .withRound()
    .withPicks({ Ann: ['Reds'] })
    .start(),
)

test('a message is read before it is sent, and can be withdrawn', async () => {
  await open('/admin/seasons', league.admin)
  await choose('More for Family Cup', 'Write to All')
  const dialog = dialogOf('Write to the Players of Family Cup')
  await said('waits for a minute', dialog)
  await press('Preview', dialog)
  expect(await problemOf('Subject', dialog)).toBe('The subject must be 1 to 120 characters')
  await select('To', 'Those without a pick for a sport', dialog)
  await fill('Subject', 'Dinner on Friday', dialog)
  await fill('Message', 'We meet at seven.', dialog)
  await press('Preview', dialog)
  expect(await problemOf('Sport', dialog)).toBe('Choose a sport')
  await select('Sport', 'Football', dialog)
  await press('Preview', dialog)
  await said('1 mail', dialog)
  await said('No address that takes mail: Cleo', dialog)
  await said('We meet at seven.', dialog)
  await press('Back', dialog)
  await select('To', 'Chosen players', dialog)
  await tick('Ann', dialog)
  await press('Preview', dialog)
  await said('Hi Ann,', dialog)
  await press('Send', dialog)
  await said('You can withdraw it for a minute.', dialogOf('Message Sent'))
  await press('Withdraw', anyDialog)
  await gone(anyDialog)
  await said('Message withdrawn: nobody gets it')
  await open('/admin/history', league.admin)
  await said('withdrew a message to players of Family Cup before it went out')
})
