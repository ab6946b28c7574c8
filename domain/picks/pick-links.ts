import type { Instant } from '../event.ts'
import { type Player, type PresentPlayer, presentPlayer } from '../players/player.ts'
import { Refusal } from '../refusal.ts'
import { isOpenAt, type PresentRound, playedRound, type Round } from '../rounds/round.ts'
import { activeSeason, type Season } from '../seasons/season.ts'

/** In the stream of the round's notices. */
export type PickLinkEvent =
  | { type: 'PickLinkResent'; data: { roundId: number; seasonId: number; playerId: number } }
  | { type: 'PickLinkCopied'; data: { roundId: number; seasonId: number; playerId: number } }

type LinkContext = { round: Round; season: Season; player: Player; playerId: number }

/**
 * How often it was replaced: by a new address since its sport opened, by hiding picks while it was open, and by an admin.
 * Only the link of this generation opens it.
 */
export function linkGeneration({ round, season, player }: Omit<LinkContext, 'playerId'>): number {
  const byAdmin = replacedByAdmin(player).length
  if (!('locksAt' in round)) return byAdmin
  const { openedPosition = '', lockPosition } = round
  const sinceOpened = (position: string) => position > openedPosition
  const whileOpen = (position: string) =>
    sinceOpened(position) && (lockPosition === undefined || position < lockPosition)
  return byMoves(player).filter(sinceOpened).length + bySeals(season).filter(whileOpen).length + byAdmin
}

/** Of a link that names people and no sport. */
export const personGeneration = (player: PresentPlayer): number => replacedByAdmin(player).length

/** The page of all picks is bound to the address of the first: it ends when the first one moves. */
export const pageGeneration = (player: PresentPlayer, index: number): number =>
  personGeneration(player) + (index === 0 ? player.linksReplaced.length : 0)

/** Where in the log links to what is open were last replaced. Empty text, which sorts before every position, if never. */
export const linksReplacedAt = (season: Season, player: Player): string =>
  [...bySeals(season), ...byMoves(player), ...replacedByAdmin(player)].toSorted().at(-1) ?? ''

const replacedByAdmin = (player: Player): readonly string[] =>
  'allLinksReplaced' in player ? player.allLinksReplaced : []

const byMoves = (player: Player): readonly string[] => ('linksReplaced' in player ? player.linksReplaced : [])

const bySeals = (season: Season): readonly string[] => ('linksReplaced' in season ? season.linksReplaced : [])

/** What a link names them by. */
export const linkedTo = (
  players: readonly PresentPlayer[],
  generationOf: (player: PresentPlayer, index: number) => number,
) => players.map((player, index) => ({ playerId: player.playerId, generation: generationOf(player, index) }))

export function resendPickLink(context: LinkContext, now: Instant): PickLinkEvent[] {
  const { roundId, seasonId } = openRound(context, now)
  if (presentPlayer(context.player).email === null) throw new Refusal('player-without-address')
  return [{ type: 'PickLinkResent', data: { roundId, seasonId, playerId: context.playerId } }]
}

export function copyPickLink(context: LinkContext, now: Instant): PickLinkEvent[] {
  const { roundId, seasonId } = openRound(context, now)
  return [{ type: 'PickLinkCopied', data: { roundId, seasonId, playerId: context.playerId } }]
}

function openRound({ round, season, player, playerId }: LinkContext, now: Instant): PresentRound {
  const { participants } = activeSeason(season)
  const current = playedRound(round)
  if (!isOpenAt(current, now)) throw new Refusal('links-need-open-sport')
  if (presentPlayer(player).status !== 'active') throw new Refusal('player-not-active')
  if (!participants.has(playerId)) throw new Refusal('participant-not-found')
  return current
}
