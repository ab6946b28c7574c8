import type { Instant } from '../event.ts'
import { type Player, presentPlayer } from '../players/player.ts'
import { Refusal } from '../refusal.ts'
import { isOpenAt, type PresentRound, playedRound, type Round } from '../rounds/round.ts'
import { activeSeason, type Season } from '../seasons/season.ts'

/** In the stream of the round's notices. */
export type PickLinkEvent =
  | { type: 'PickLinkResent'; data: { roundId: number; seasonId: number; playerId: number } }
  | { type: 'PickLinkCopied'; data: { roundId: number; seasonId: number; playerId: number } }

type LinkContext = { round: Round; season: Season; player: Player; playerId: number }

/** How often it was replaced while its sport was open: only the link of this generation opens it. */
export function linkGeneration({ round, season, player }: Omit<LinkContext, 'playerId'>): number {
  if (!('locksAt' in round)) return 0
  const { openedPosition = '', lockPosition } = round
  const whileOpen = (position: string) =>
    position > openedPosition && (lockPosition === undefined || position < lockPosition)
  return replacements(season, player).filter(whileOpen).length
}

/** Where in the log links to what is open were last replaced. Empty text, which sorts before every position, if never. */
export const linksReplacedAt = (season: Season, player: Player): string =>
  replacements(season, player).toSorted().at(-1) ?? ''

const replacements = (season: Season, player: Player): string[] =>
  [season, player].flatMap((state) => ('linksReplaced' in state ? state.linksReplaced : []))

export function resendPickLink(context: LinkContext, now: Instant): PickLinkEvent[] {
  const { roundId, seasonId } = openRound(context, now)
  if (presentPlayer(context.player).email === null) {
    throw new Refusal(
      'wrong_state',
      'This player has no email address. Copy the link and pass it on yourself',
    )
  }
  return [{ type: 'PickLinkResent', data: { roundId, seasonId, playerId: context.playerId } }]
}

export function copyPickLink(context: LinkContext, now: Instant): PickLinkEvent[] {
  const { roundId, seasonId } = openRound(context, now)
  return [{ type: 'PickLinkCopied', data: { roundId, seasonId, playerId: context.playerId } }]
}

function openRound({ round, season, player, playerId }: LinkContext, now: Instant): PresentRound {
  const { participants } = activeSeason(season)
  const current = playedRound(round)
  if (!isOpenAt(current, now)) {
    throw new Refusal('wrong_state', 'Links work only while a sport is open for picks')
  }
  if (presentPlayer(player).status !== 'active') {
    throw new Refusal('wrong_state', 'This player is not active')
  }
  if (!participants.has(playerId)) {
    throw new Refusal('not_found', 'This player is not a participant of the season')
  }
  return current
}
