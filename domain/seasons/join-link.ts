import type { Instant } from '../event.ts'
import { Refusal } from '../refusal.ts'
import { activeSeason, isPlayed, presentSeason, type Season, type SeasonEvent } from './season.ts'

/** `ask`: an admin decides on each request. `open`: a confirmed address is enough. */
export type JoinApproval = 'ask' | 'open'

export type JoinTerms = { approval: JoinApproval; until: Instant | null }

/** The terms of an open link can change; a new link begins when it was closed. */
export function openJoinLink(state: Season, { approval, until }: JoinTerms, now: Instant): SeasonEvent[] {
  const { joinLink, joinGeneration } = activeSeason(state)
  if (until !== null && until <= now) throw new Refusal('join-until-in-past')
  if (joinLink?.approval === approval && joinLink.until === until) return []
  const generation = joinLink?.generation ?? joinGeneration + 1
  return [{ type: 'JoinLinkOpened', data: { generation, approval, until } }]
}

export const closeJoinLink = (state: Season): SeasonEvent[] =>
  presentSeason(state).joinLink === null ? [] : [{ type: 'JoinLinkClosed', data: {} }]

/** Null where the link of this generation lets nobody ask any more. */
export function joinTerms(state: Season, generation: number, now: Instant) {
  if (!isPlayed(state) || !('joinLink' in state) || state.joinLink?.generation !== generation) return null
  return state.joinLink.until === null || now < state.joinLink.until ? state.joinLink : null
}
