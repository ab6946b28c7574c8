import { describe, expect, test } from 'vitest'
import {
  copyPickLink,
  linkGeneration,
  type PickLinkEvent,
  resendPickLink,
} from '../../domain/picks/pick-links.ts'
import { type PlayerEvent, player } from '../../domain/players/player.ts'
import { notices } from '../../domain/rounds/asking.ts'
import { NO_REMINDERS_DONE } from '../../domain/rounds/reminders.ts'
import { type RoundEvent, round } from '../../domain/rounds/round.ts'
import { type SeasonEvent, season } from '../../domain/seasons/season.ts'
import {
  active,
  ann,
  annAdded,
  completed,
  dayBefore,
  draft,
  everybodyJoined,
  familyCup,
  football,
  left,
  locked,
  lockTime,
  playerDeactivated,
  roundDeleted,
  roundLocked,
  seasonDeactivated,
  seasonEnded,
} from './family-cup-events.ts'
import { given, stateOf } from './given-when-then.ts'

const linksReplaced: PlayerEvent = { type: 'PlayerLinksReplaced', data: { generation: 1 } }
const withoutAddress: PlayerEvent = { type: 'PlayerEmailChanged', data: { email: null } }
const resent: PickLinkEvent = {
  type: 'PickLinkResent',
  data: { roundId: football, seasonId: familyCup, playerId: ann },
}
const copied: PickLinkEvent = {
  type: 'PickLinkCopied',
  data: { roundId: football, seasonId: familyCup, playerId: ann },
}
const picksSealed: SeasonEvent = { type: 'PicksSealedFromAdmins', data: {} }
const CLOSED = 'Links work only while a sport is open for picks'

type History = {
  notices?: PickLinkEvent[]
  round?: RoundEvent[]
  season?: SeasonEvent[]
  player?: PlayerEvent[]
}

/** Ann's link to the football, in a context that differs from the usual one as told. */
const asking = (history: History = {}, now = dayBefore) => {
  const context = {
    season: stateOf(season, ...(history.season ?? everybodyJoined)),
    player: stateOf(player, ...(history.player ?? [annAdded])),
    playerId: ann,
  }
  const state = stateOf(round, ...(history.round ?? active))
  const asked = given(notices, ...(history.notices ?? []))
  return {
    resend: asked.when(() => resendPickLink({ ...context, round: state }, now)),
    copy: asked.when(() => copyPickLink({ ...context, round: state }, now)),
  }
}

describe('a personal link', () => {
  test('is mailed once more, as often as an admin asks for it', () => {
    asking().resend.then(resent)
    asking({ notices: [resent] }).resend.then(resent)
  })

  test('is shown to an admin, which stays on record', () => {
    asking().copy.then(copied)
  })

  test('is on record beside the reminders, and changes none of them', () => {
    expect(notices.stream(football)).toBe('notices-20')
    expect(stateOf(notices, resent, copied).done).toEqual(NO_REMINDERS_DONE)
  })

  test('of a player without an address can be copied but not mailed', () => {
    const { resend, copy } = asking({ player: [annAdded, withoutAddress] })
    resend.thenRefused(
      'wrong_state',
      'This player has no email address. Copy the link and pass it on yourself',
    )
    copy.then(copied)
  })

  const refusals: [when: string, history: History, now: string | undefined, sentence: string][] = [
    ['before the sport is open', { round: draft }, undefined, CLOSED],
    ['from the lock time on', {}, lockTime, CLOSED],
    ['after the lock', { round: locked }, undefined, CLOSED],
    ['after the sport was scored', { round: completed }, undefined, CLOSED],
    ['for a deleted sport', { round: [...active, roundDeleted] }, undefined, 'Sport not found'],
    [
      'in an inactive season',
      { season: [...everybodyJoined, seasonDeactivated] },
      undefined,
      'The season is not active',
    ],
    [
      'in a season that has ended',
      { season: [...everybodyJoined, seasonEnded] },
      undefined,
      'The season has ended. Reopen it to make changes',
    ],
    [
      'of a deactivated player',
      { player: [annAdded, playerDeactivated] },
      undefined,
      'This player is not active',
    ],
    [
      'of somebody who has left the season',
      { season: [...everybodyJoined, left(ann)] },
      undefined,
      'This player is not a participant of the season',
    ],
  ]
  test.each(refusals)('is not given out %s', (_, history, now, sentence) => {
    const { resend, copy } = asking(history, now)
    const code =
      sentence.includes('not found') || sentence.includes('participant') ? 'not_found' : 'wrong_state'
    resend.thenRefused(code, sentence)
    copy.thenRefused(code, sentence)
  })
})

describe('a link', () => {
  const at = <Event>(event: Event, position: string) => ({ ...event, position })
  const opened = active.map((event) => at(event, '10'))
  type Case = [what: string, moved: string[], sealed: string[], lock: string | null, generation: number]
  const cases: [...Case, byAdmin?: string[]][] = [
    ['is the first while nothing happens', [], [], null, 0],
    ['is another one after each change of the address', ['11', '12'], [], null, 2],
    ['is another one after picks were hidden', [], ['11'], null, 1],
    ['is never again one from before', ['11'], ['12'], null, 2],
    ['is new anyway once the sport opens', ['08'], ['09'], null, 0],
    ['of a sport that has locked goes on opening it when picks are hidden', ['11'], ['22'], '20', 1],
    ['of a sport that has locked ends with the address', ['11', '21'], [], '20', 2],
    ['of a sport that has locked ends as well once an admin replaces it', ['11'], [], '20', 3, ['08', '21']],
  ]
  test.each(cases)('%s', (_, moved, sealed, lock, generation, byAdmin = []) => {
    const context = {
      round: stateOf(round, ...opened, ...(lock === null ? [] : [at(roundLocked, lock)])),
      season: stateOf(season, ...everybodyJoined, ...sealed.map((position) => at(picksSealed, position))),
      player: stateOf(
        player,
        annAdded,
        ...moved.map((position) => at(withoutAddress, position)),
        ...byAdmin.map((position) => at(linksReplaced, position)),
      ),
    }
    expect(linkGeneration(context)).toBe(generation)
  })
})
