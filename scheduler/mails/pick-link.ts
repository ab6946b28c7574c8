import type { Settings } from '#domain/settings'
import type { Mail } from '#platform/outbox'
import { formatTime } from '#platform/time-zone'
import { type Letter, letterHtml, letterText, oneLine } from './layout.ts'

export type PickLinkMail = {
  player: { id: number; name: string; email: string }
  round: {
    id: number
    sport_name: string
    locks_at: string
    time_zone: string
    email_message: string | null
  }
  season: { name: string; commissioner: string | null }
  settings: Settings
  url: string
}

/** A round has opened: the player's own link to pick. Useless once the round has locked. */
export function pickLinkMail({ player, round, season, settings, url }: PickLinkMail): Mail {
  const { branding } = settings
  const letter: Letter = {
    heading: `Make your pick: ${round.sport_name}`,
    paragraphs: [
      `Hi ${player.name},`,
      `${round.sport_name} is open for picks in ${season.name}. You can pick, and change your pick, until ${formatTime(round.locks_at, round.time_zone)}.`,
      ...(round.email_message ? [round.email_message] : []),
    ],
    button: { label: 'Make your pick', url },
    notes: ['This link is yours alone: whoever has it can pick for you.'],
    signature: season.commissioner ? `Good luck!\n${season.commissioner}` : 'Good luck!',
  }
  return {
    template: 'pick-link',
    roundId: round.id,
    playerId: player.id,
    to: { name: oneLine(player.name), address: player.email },
    subject: oneLine(`${branding.title}: make your pick for ${round.sport_name}`),
    text: letterText(letter, branding),
    html: letterHtml(letter, branding),
    uselessAt: round.locks_at,
  }
}
