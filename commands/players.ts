import {
  deactivatePlayer,
  type Player,
  player,
  reactivatePlayer,
  removePlayer,
} from '../domain/players/player.ts'
import type { Position } from '../platform/event-store/event-store.ts'
import { playerData } from '../projections/queries/player-data.ts'
import { caughtUp } from './caught-up.ts'
import { command } from './command.ts'
import type { CommandContext } from './context.ts'
import type { CommandServices } from './services.ts'

/** Closes the account first: a pick after that is refused, and one before it is seen. Throws Refusal. */
export async function deletePlayer(
  services: CommandServices,
  context: CommandContext,
  playerId: number,
): Promise<void> {
  const close = async (state: Player) => {
    removePlayer(state, await hasData(services, playerId))
    return deactivatePlayer(state)
  }
  const { events, position } = await command(services, context, player, [playerId], close, 'close')
  const wasOpen = events.length > 0
  const nowHasData = await hasData(services, playerId, wasOpen ? position : null)
  if (nowHasData && wasOpen) {
    await command(services, context, player, [playerId], reactivatePlayer, 'open again')
  }
  await command(services, context, player, [playerId], (state) => removePlayer(state, nowHasData))
}

async function hasData(
  services: CommandServices,
  playerId: number,
  before: Position | null = null,
): Promise<boolean> {
  await caughtUp(services)
  return (await playerData(services.read, playerId, before)).hasData
}
