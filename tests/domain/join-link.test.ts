import { describe, expect, test } from 'vitest'
import { closeJoinLink, type JoinTerms, joinTerms, openJoinLink } from '../../domain/seasons/join-link.ts'
import { type SeasonEvent, season } from '../../domain/seasons/season.ts'
import { undoSeason } from '../../domain/seasons/season-events.ts'
import {
  dayAfter,
  dayBefore,
  everybodyJoined,
  lockTime,
  seasonDeactivated,
  seasonDeleted,
  seasonEnded,
  seasonReopened,
} from './family-cup-events.ts'
import { ENDED } from './family-cup-states.ts'
import { given, refusalOf, stateOf } from './given-when-then.ts'
import { inverse } from './inverse.ts'

const ASK: JoinTerms = { approval: 'ask', until: null }
const OPEN: JoinTerms = { approval: 'open', until: lockTime }

const opened = (terms: JoinTerms, generation = 1): SeasonEvent => ({
  type: 'JoinLinkOpened',
  data: { generation, ...terms },
})
const closed: SeasonEvent = { type: 'JoinLinkClosed', data: {} }
const withLink = [...everybodyJoined, opened(ASK)]

describe('a join link', () => {
  test('keeps its generation while it is open, and begins another one once it was closed', () => {
    given(season, ...everybodyJoined)
      .when(openJoinLink, ASK, dayBefore)
      .then(opened(ASK))
    given(season, ...withLink)
      .when(openJoinLink, ASK, dayBefore)
      .thenNothing()
    given(season, ...withLink)
      .when(openJoinLink, OPEN, dayBefore)
      .then(opened(OPEN))
    given(season, ...withLink, closed)
      .when(openJoinLink, ASK, dayBefore)
      .then(opened(ASK, 2))
  })

  test('opens in a running season alone, until a time in the future', () => {
    given(season, ...everybodyJoined)
      .when(openJoinLink, OPEN, lockTime)
      .thenRefused('invalid', 'The time must be in the future', 'until')
    given(season, ...everybodyJoined, seasonEnded)
      .when(openJoinLink, ASK, dayBefore)
      .thenRefused('wrong_state', ENDED)
    given(season, ...everybodyJoined, seasonDeactivated)
      .when(openJoinLink, ASK, dayBefore)
      .thenRefused('wrong_state', 'The season is not active')
  })

  test('closes once, also in a season that has ended', () => {
    given(season, ...withLink)
      .when(closeJoinLink)
      .then(closed)
    given(season, ...withLink, seasonEnded)
      .when(closeJoinLink)
      .then(closed)
    given(season, ...withLink, closed)
      .when(closeJoinLink)
      .thenNothing()
    given(season, ...withLink, seasonDeleted)
      .when(closeJoinLink)
      .thenRefused('not_found', 'Season not found')
  })

  test.each<[string, SeasonEvent[], number, string, boolean]>([
    ['while it is open', withLink, 1, dayAfter, true],
    ['under another generation', withLink, 2, dayBefore, false],
    ['up to its time', [...everybodyJoined, opened(OPEN)], 1, dayBefore, true],
    ['from its time on', [...everybodyJoined, opened(OPEN)], 1, lockTime, false],
    ['once it was closed', [...withLink, closed], 1, dayBefore, false],
    ['once its season has ended', [...withLink, seasonEnded], 1, dayBefore, false],
    ['once its season was reopened', [...withLink, seasonEnded, seasonReopened], 1, dayBefore, true],
    ['while its season is not active', [...withLink, seasonDeactivated], 1, dayBefore, false],
    ['once its season was deleted', [...withLink, seasonDeleted], 1, dayBefore, false],
  ])('lets people ask %s: %#', (_, events, generation, now, isInForce) => {
    expect(joinTerms(stateOf(season, ...events), generation, now) !== null).toBe(isInForce)
  })

  test('has its terms of before again when they are undone, and stays closed', () => {
    const undo = (...events: SeasonEvent[]) => {
      const all = [...everybodyJoined, ...events]
      return inverse(season, all, all.length - 1, (undoing) => undoSeason(undoing, dayBefore))
    }
    expect(undo(opened(ASK))).toEqual([closed])
    expect(undo(opened(ASK), opened(OPEN))).toEqual([opened(ASK)])
    expect(refusalOf(() => undo(opened(ASK), closed)).code).toBe('open-join-link-instead')
  })
})
