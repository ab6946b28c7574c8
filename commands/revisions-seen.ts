import { createHash } from 'node:crypto'
import { Refusal } from '../domain/refusal.ts'
import { seasonStream } from '../domain/seasons/season-stream.ts'
import { settings } from '../domain/settings/settings.ts'
import { loadWithIds } from '../platform/event-store/transact.ts'
import { leagueSeasonIds } from '../projections/now/seasons.ts'
import type { CommandContext } from './context.ts'
import type { CommandServices } from './services.ts'

export async function revisionsOf(
  { store, read }: CommandServices,
  seasonId: number | null,
): Promise<string> {
  const seasonIds = seasonId === null ? await leagueSeasonIds(read) : [seasonId]
  const revisions = [(await loadWithIds(store, settings)).eventIds.length]
  for (const id of seasonIds) revisions.push(id, (await loadWithIds(store, seasonStream, id)).eventIds.length)
  return createHash('sha256').update(revisions.join()).digest('base64url')
}

/** Call while deciding: what is appended then expects what is looked at here. Throws Refusal outdated. */
export async function requireAsSeen(
  services: CommandServices,
  { expected }: CommandContext,
  seasonId: number | null,
): Promise<void> {
  if (expected !== null && expected !== (await revisionsOf(services, seasonId))) {
    throw new Refusal('changed-since-preview')
  }
}
