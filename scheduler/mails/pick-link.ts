import type { Settings } from '#domain/settings'
import { type Letter, letterHtml, letterText, oneLine } from '#platform/letter'
import type { Mail } from '#platform/outbox'
import { formatTime } from '#platform/time-zone'

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
  occasion: keyof typeof WORDING
}

/** The same link, sent for another reason. */
const WORDING = {
  'pick-link': {
    subject: 'make your pick for',
    heading: 'Make your pick:',
    opening: 'is open for picks in',
  },
  reminder: {
    subject: 'your pick is still missing for',
    heading: 'Your pick is missing:',
    opening: 'is still waiting for your pick in',
  },
} as const

/** The player's own link to pick. Useless once the round has locked. */
export function pickLinkMail({ player, round, season, settings, url, occasion }: PickLinkMail): Mail {
  const { branding } = settings
  const wording = WORDING[occasion]
  const letter: Letter = {
    heading: `${wording.heading} ${round.sport_name}`,
    paragraphs: [
      `Hi ${player.name},`,
      `${round.sport_name} ${wording.opening} ${season.name}. You can pick, and change your pick, until ${formatTime(round.locks_at, round.time_zone)}.`,
      ...(round.email_message ? [round.email_message] : []),
    ],
    button: { label: 'Make your pick', url },
    notes: ['This link is yours alone: whoever has it can pick for you.'],
    signature: season.commissioner ? `Good luck!\n${season.commissioner}` : 'Good luck!',
  }
  return {
    template: occasion,
    roundId: round.id,
    playerId: player.id,
    to: { name: oneLine(player.name), address: player.email },
    subject: oneLine(`${branding.title}: ${wording.subject} ${round.sport_name}`),
    text: letterText(letter, branding),
    html: letterHtml(letter, branding),
    uselessAt: round.locks_at,
  }
}
