import { expect, test } from 'vitest'
import { checkTeams } from '../../../../domain/rounds/round-editing.ts'
import { leagues } from './team-list-select.tsx'

test('each league has its teams once, by names that a sport takes, and a date', () => {
  const sizes = leagues.map(({ name, teams }) => [name, teams.length])
  expect(Object.fromEntries(sizes)).toEqual({ NFL: 32, NBA: 30, MLB: 30, NHL: 32, WNBA: 15, MLS: 30 })
  for (const { teams, asOf } of leagues) {
    checkTeams(teams)
    expect(teams.filter((team) => team !== team.trim() || team.length > 100)).toEqual([])
    expect(asOf).toMatch(/^[A-Z][a-z]+ 20\d\d$/)
  }
})

test('clubs that moved or are new are there by the names of now', () => {
  const everybody = leagues.flatMap(({ teams }) => teams)
  for (const team of ['Athletics', 'Utah Mammoth', 'Washington Commanders', 'San Diego FC']) {
    expect(everybody).toContain(team)
  }
  for (const team of ['Golden State Valkyries', 'Toronto Tempo', 'Portland Fire']) {
    expect(everybody).toContain(team)
  }
})
