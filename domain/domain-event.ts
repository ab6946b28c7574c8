import type { AdminEvent } from './admin.ts'
import type { AdminsEvent } from './admins.ts'
import type { ErasureEvent } from './erasure.ts'
import type { LeagueEvent } from './league.ts'
import type { LinkKeyEvent } from './link-key.ts'
import type { NoticeEvent } from './notices.ts'
import type { PickEvent } from './pick.ts'
import type { PlayerEvent } from './player.ts'
import type { RoundEvent } from './round.ts'
import type { SeasonEvent } from './season.ts'
import type { SettingsEvent } from './settings.ts'

/** Everything that can happen. */
export type DomainEvent =
  | SettingsEvent
  | LeagueEvent
  | LinkKeyEvent
  | SeasonEvent
  | RoundEvent
  | NoticeEvent
  | PickEvent
  | PlayerEvent
  | AdminEvent
  | AdminsEvent
  | ErasureEvent
