import type { AdminEvent } from './admins/admin.ts'
import type { AdminsEvent } from './admins/admins.ts'
import type { ChampionEvent } from './champions/champion.ts'
import type { ErasureEvent } from './erasure.ts'
import type { MessageEvent } from './messages/message.ts'
import type { PickEvent } from './picks/pick.ts'
import type { PlayerEvent } from './players/player.ts'
import type { NoticeEvent } from './rounds/asking.ts'
import type { RoundEvent } from './rounds/round.ts'
import type { SeasonEvent } from './seasons/season.ts'
import type { InstallationEvent } from './settings/installation.ts'
import type { LeagueEvent } from './settings/league.ts'
import type { LinkKeyEvent } from './settings/link-key.ts'
import type { SettingsEvent } from './settings/settings.ts'

/** Stored for ever: never change a type, only add new ones. */
export type DomainEvent =
  | SettingsEvent
  | LeagueEvent
  | LinkKeyEvent
  | InstallationEvent
  | SeasonEvent
  | RoundEvent
  | NoticeEvent
  | PickEvent
  | PlayerEvent
  | ChampionEvent
  | MessageEvent
  | AdminEvent
  | AdminsEvent
  | ErasureEvent
