import type { PresentPlayer } from '../../domain/players/player.ts'
import type { PresentRound } from '../../domain/rounds/round.ts'
import { noPresence } from '../../domain/seasons/presence.ts'
import { asksWhoOwed } from '../../domain/seasons/rules.ts'
import { rulesInForce } from '../../domain/seasons/season.ts'
import { factsOf } from '../../domain/seasons/season-past.ts'
import type { WholeSeason } from '../../domain/seasons/season-stream.ts'
import type { SeasonFacts } from '../../domain/seasons/standings.ts'
import { type Settings, settings } from '../../domain/settings/settings.ts'
import { ONLY } from '../documents/documents.ts'
import { type Asking, findDocuments, idsOf } from '../documents/find-documents.ts'
import { hasPoints, pastOf, presenceOf } from './points-inputs.ts'

export type SeasonDocuments = {
  document: WholeSeason
  settings: Settings
  players: ReadonlyMap<number, PresentPlayer>
}

export async function findSeasonDocuments(asking: Asking, id: number): Promise<SeasonDocuments | null> {
  const { find } = await findDocuments(asking, {
    ids: [
      { kind: 'season', id },
      { kind: 'settings', id: ONLY },
    ],
  })
  const document = find('season', id)
  if (document === null || !hasPoints(document)) return null
  const { all } = await findDocuments(asking, { ids: idsOf('player', document.season.participants) })
  return {
    document,
    settings: find('settings', ONLY) ?? settings.initial,
    players: all('player'),
  }
}

export function factsToday(
  { document, settings, players }: SeasonDocuments,
  rounds: readonly PresentRound[],
  made: Pick<SeasonFacts, 'picksOf' | 'guessOf'>,
): SeasonFacts {
  const isOwed = asksWhoOwed(rulesInForce(document.season, settings))
  const past = pastOf(document, settings, isOwed ? presenceOf(document.season, players) : noPresence)
  return factsOf(past, rounds, { ...made, nameOf: (playerId) => players.get(playerId)?.name })
}
