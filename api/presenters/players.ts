import type { PresentPlayer } from '../../domain/players/player.ts'
import type { RefusalOf } from '../../platform/mail/refused-addresses.ts'

/** Nothing is ever mailed to this domain: it marks a player without an address. */
export const PLACEHOLDER_DOMAIN = 'placeholder.local'

/** In REST every player has an `email`: a placeholder means that there is none. */
export const presentPlayerFields = ({ playerId: id, name, email, status }: PresentPlayer) => ({
  id,
  name,
  email: email ?? `player-${id}@${PLACEHOLDER_DOMAIN}`,
  is_active: status === 'active' ? (1 as const) : (0 as const),
})

export const presentPlayerRow = (player: PresentPlayer, isErased: boolean, refusalOf: RefusalOf) => ({
  ...presentPlayerFields(player),
  created_at: player.createdAt,
  ...(isErased && { erased: true as const }),
  ...refusedWith(refusalOf(player.email)),
})

export const refusedWith = (refusal: string | null) => (refusal === null ? {} : { mail_refused: refusal })
