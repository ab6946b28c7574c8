import { expect, test } from 'vitest'
import {
  chooseDefaultSeason,
  clearDefaultSeason,
  type LeagueEvent,
  league,
  recordExport,
} from '../../domain/settings/league.ts'
import { given, stateOf } from './given-when-then.ts'

const familyCup = 10
const autumnCup = 11
const chosen = (seasonId: number): LeagueEvent => ({ type: 'DefaultSeasonChosen', data: { seasonId } })
const cleared = (seasonId: number): LeagueEvent => ({ type: 'DefaultSeasonCleared', data: { seasonId } })

test('there is one league', () => {
  expect(league.stream()).toBe('league')
})

test('a league starts without a default season', () => {
  expect(stateOf(league)).toEqual({ defaultSeasonId: null })
})

test('a season becomes the default', () => {
  given(league).when(chooseDefaultSeason, familyCup).then(chosen(familyCup))
})

test('choosing the default season again changes nothing', () => {
  given(league, chosen(familyCup)).when(chooseDefaultSeason, familyCup).thenNothing()
})

test('a new default takes the flag from the former one', () => {
  given(league, chosen(familyCup)).when(chooseDefaultSeason, autumnCup).then(chosen(autumnCup))
  expect(stateOf(league, chosen(familyCup), chosen(autumnCup))).toEqual({ defaultSeasonId: autumnCup })
})

test('the default season gives up the flag', () => {
  given(league, chosen(familyCup)).when(clearDefaultSeason, familyCup).then(cleared(familyCup))
  expect(stateOf(league, chosen(familyCup), cleared(familyCup))).toEqual({ defaultSeasonId: null })
})

test('a season that is not the default has no flag to give up', () => {
  given(league).when(clearDefaultSeason, familyCup).thenNothing()
  given(league, chosen(familyCup)).when(clearDefaultSeason, autumnCup).thenNothing()
})

test('a season that gave up the flag can have it again', () => {
  given(league, chosen(familyCup), cleared(familyCup))
    .when(chooseDefaultSeason, familyCup)
    .then(chosen(familyCup))
})

test('each copy of the league that is taken is told of, and changes nothing', () => {
  const exported: LeagueEvent = { type: 'LeagueExported', data: { personalData: true } }
  given(league, chosen(familyCup), exported)
    .when(() => recordExport(false))
    .then({
      type: 'LeagueExported',
      data: { personalData: false },
    })
  expect(stateOf(league, chosen(familyCup), exported)).toEqual({ defaultSeasonId: familyCup })
})
