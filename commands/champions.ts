import { type Champion, type ChampionEvent, champion, type Hall } from '../domain/champions/champion.ts'
import { findPlates, findSeasonBoards } from '../projections/boards/hall.ts'
import { listDocuments } from '../projections/read-models/find-documents.ts'
import { caughtUp } from './caught-up.ts'
import { command } from './command.ts'
import type { CommandContext } from './context.ts'
import type { CommandServices } from './services.ts'

/** One after another, so that nobody is honoured twice. Throws Refusal. */
export async function changeChampion(
  services: CommandServices,
  context: CommandContext,
  championId: number,
  decide: (state: Champion, hall: Hall) => ChampionEvent[],
): Promise<void> {
  await services.locks.hold('champions', async () => {
    const hall = await hallBut(services, championId)
    await command(services, context, champion, [championId], (state) => decide(state, hall))
  })
}

/** The hall of fame without this one. */
export async function hallBut(services: CommandServices, championId: number): Promise<Hall> {
  await caughtUp(services)
  const plates = await findPlates(services.read, await findSeasonBoards(services.read))
  const players = await listDocuments(services.read, 'player')
  return {
    honoured: plates
      .filter((plate) => plate.championId !== championId)
      .flatMap(({ year, people }) => people.map(({ name, playerId }) => ({ year, name, playerId }))),
    nameOf: (playerId) => players.get(playerId)?.name ?? 'Former player',
  }
}
