import type { PresentPlayer } from '../../domain/players/player.ts'
import type { PresentSeason } from '../../domain/seasons/season.ts'
import type { SeasonPast } from '../../domain/seasons/season-past.ts'
import type { WholeSeason } from '../../domain/seasons/season-stream.ts'
import { settings } from '../../domain/settings/settings.ts'
import type { Position } from '../../platform/event-store/event-store.ts'
import { ONLY } from '../read-models/documents.ts'
import { type Asking, findDocuments, idsOf } from '../read-models/find-documents.ts'
import { hasPoints } from './points-inputs.ts'

export type SeasonDocuments = {
  today: WholeSeason & SeasonPast
  players: ReadonlyMap<number, PresentPlayer>
  positions: { season: Position; settings: Position }
}

export async function findSeasonDocuments(
  asking: Asking,
  id: number,
  whose = ({ participants }: PresentSeason): Iterable<number> => participants,
): Promise<SeasonDocuments | null> {
  const { find, positionOf } = await findDocuments(asking, {
    ids: [...idsOf('season', [id]), ...idsOf('settings', [ONLY])],
  })
  const season = find('season', id)
  if (season === null) return null
  const { all } = await findDocuments(asking, { ids: idsOf('player', whose(season.season)) })
  return {
    today: { ...season, settings: find('settings', ONLY) ?? settings.initial },
    players: all('player'),
    positions: { season: positionOf('season', id), settings: positionOf('settings', ONLY) },
  }
}

export async function findSeasonWithPoints(asking: Asking, id: number): Promise<SeasonDocuments | null> {
  const found = await findSeasonDocuments(asking, id)
  return found && hasPoints(found.today) ? found : null
}
