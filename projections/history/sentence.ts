import type { Admin, AdminEvent } from '../../domain/admins/admin.ts'
import type { Admins, AdminsEvent } from '../../domain/admins/admins.ts'
import type { Champion, ChampionEvent } from '../../domain/champions/champion.ts'
import type { DomainEvent } from '../../domain/domain-event.ts'
import type { ErasureEvent, Erasures } from '../../domain/erasure.ts'
import type { EventMetadata, Placed } from '../../domain/event.ts'
import type { Pick, PickEvent } from '../../domain/picks/pick.ts'
import type { Player, PlayerEvent } from '../../domain/players/player.ts'
import type { NoticeEvent, Notices } from '../../domain/rounds/asking.ts'
import type { Round, RoundEvent } from '../../domain/rounds/round.ts'
import type { Season, SeasonEvent } from '../../domain/seasons/season.ts'
import type { League, LeagueEvent } from '../../domain/settings/league.ts'
import type { Settings, SettingsEvent } from '../../domain/settings/settings.ts'
import type { Names } from './names.ts'
import type { Action } from './wording.ts'

export type SentenceContext<E extends DomainEvent> = {
  event: E & Placed
  id: number
  before: StateBefore<E>
  earlier: readonly DomainEvent[]
  names: Names
  metadata: EventMetadata
}

export type Sentences<E extends DomainEvent> = {
  [Type in E['type']]: (context: SentenceContext<Extract<E, { type: Type }>>) => Action
}

type Folded =
  | [RoundEvent, Round]
  | [SeasonEvent, Season]
  | [PickEvent, Pick]
  | [PlayerEvent, Player]
  | [ChampionEvent, Champion]
  | [AdminEvent, Admin]
  | [AdminsEvent, Admins]
  | [LeagueEvent, League]
  | [ErasureEvent, Erasures]
  | [SettingsEvent, Settings]
  | [NoticeEvent, Notices]

type StateBefore<E, F = Folded> = F extends [infer Events, infer State]
  ? E extends Events
    ? State
    : never
  : never
