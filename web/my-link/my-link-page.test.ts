import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aLeague } from '../../tests/support/league/a-league.ts'
import { fill, press, problemOf, said } from '../testing/interactions.ts'
import { leagueBehindScreens, open } from '../testing/screen.tsx'

const league = leagueBehindScreens(() => aLeague().withPlayers('Ann').withSeason().start())

test.each([
  ['home', '/', 'Lost your link?'],
  ['a link that is none', '/pick/1-1-1-aaaaaaaaaaaaaaaaaaaaaa', 'get your link by mail'],
  ['the sign-in of admins', '/admin/login', 'Player? Get your link'],
])('%s leads to the page that mails a link', async (_, at, name) => {
  await open(at)
  expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe('/my-link')
})

test('a player gets the link by mail, and what is no address is refused beside the field', async () => {
  await open('/my-link')
  await fill('Email', 'ann')
  await press('Mail Me My Link')
  expect(await problemOf('Email')).toBe('Please enter a valid email address')
  await fill('Email', ' ann@example.com ')
  await press('Mail Me My Link')
  await said('If a player has this address, the link to all picks is on its way.')
  await expect.poll(() => league.application.printed.join('\n')).toContain('https://picks.test/me/')
})
