import { admin } from './admins/admin.ts'
import { admins } from './admins/admins.ts'
import { champion } from './champions/champion.ts'
import { erasures } from './erasure.ts'
import { message } from './messages/message.ts'
import { pick } from './picks/pick.ts'
import { player } from './players/player.ts'
import { notices } from './rounds/asking.ts'
import { seasonStream } from './seasons/season-stream.ts'
import { logOwner } from './settings/installation.ts'
import { league } from './settings/league.ts'
import { linkKey } from './settings/link-key.ts'
import { settings } from './settings/settings.ts'
import type { StreamKind } from './stream-id.ts'

type AnyFold = { initial: unknown; evolve: (state: never, event: never) => unknown }

export const AGGREGATES: Record<StreamKind, AnyFold> = {
  admin,
  admins,
  champion,
  erasures,
  league,
  'link-key': linkKey,
  installation: logOwner,
  message,
  pick,
  player,
  notices,
  season: seasonStream,
  settings,
}
