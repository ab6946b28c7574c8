import type { Instant } from './event.ts'
import { type Player, presentPlayer } from './player.ts'
import { Refusal } from './refusal.ts'
import { presentRound, type Round, statusAt } from './round.ts'
import { activeSeason, type Season } from './season.ts'

/** Stored for ever, in the stream of the round. */
export type PickLinkEvent =
  /** Mailed once more, to somebody who has it already or should have. */
  | { type: 'PickLinkResent'; data: { playerId: number } }
  /** Shown to an admin, who can pick with it from then on. */
  | { type: 'PickLinkCopied'; data: { playerId: number } }

/** What a personal link is about. */
export type LinkScene = { round: Round; season: Season; player: Player; playerId: number }

/** Also to a player who has picked, or who wants no reminders. */
export function resendPickLink(scene: LinkScene, now: Instant): PickLinkEvent[] {
  checkLink(scene, now)
  if (presentPlayer(scene.player).email === null) {
    throw new Refusal(
      'wrong_state',
      'This player has no email address. Copy the link and pass it on yourself',
    )
  }
  return [{ type: 'PickLinkResent', data: { playerId: scene.playerId } }]
}

export function copyPickLink(scene: LinkScene, now: Instant): PickLinkEvent[] {
  checkLink(scene, now)
  return [{ type: 'PickLinkCopied', data: { playerId: scene.playerId } }]
}

/** Refuses where the link would open nothing. */
function checkLink({ round, season, player, playerId }: LinkScene, now: Instant) {
  const { participants } = activeSeason(season)
  if (statusAt(presentRound(round), now) !== 'active') {
    throw new Refusal('wrong_state', 'Links work only while a sport is open for picks')
  }
  if (presentPlayer(player).status !== 'active') {
    throw new Refusal('wrong_state', 'This player is not active')
  }
  if (!participants.has(playerId)) {
    throw new Refusal('not_found', 'This player is not a participant of the season')
  }
}
