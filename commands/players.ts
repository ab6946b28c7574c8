import {
  addPlayer,
  deactivatePlayer,
  type Player,
  type PlayerDetails,
  type PlayerEvent,
  player,
  reactivatePlayer,
  removePlayer,
} from '../domain/players/player.ts'
import type { Position } from '../platform/event-store/event-store.ts'
import { transact } from '../platform/event-store/transact.ts'
import { playerData } from '../projections/now/players.ts'
import { eventsOfCommand } from '../projections/past/events.ts'
import { caughtUp } from './caught-up.ts'
import { command, commandOf, shown } from './command.ts'
import type { CommandContext } from './context.ts'
import { requirePlayers } from './lookups.ts'
import type { CommandServices } from './services.ts'

export type UnderNewId = (add: (playerId: number) => Promise<number>) => Promise<number>

export async function addPlayers(
  services: CommandServices,
  context: CommandContext,
  list: readonly PlayerDetails[],
  underNewId: UnderNewId,
): Promise<number[]> {
  await caughtUp(services)
  const added = await eventsOfCommand(services.read, { command_id: context.id, type: 'PlayerAdded' })
  const ids = added.flatMap(({ player_id }) => player_id ?? [])
  let last: Position | null = null
  for (const details of list.slice(ids.length)) {
    const id = await underNewId(async (playerId) => {
      const decide = (state: Player) => addPlayer(state, { playerId, ...details })
      const command = commandOf(context)
      last = (await transact(services.store, { aggregate: player, id: [playerId], command, decide })).position
      return playerId
    })
    ids.push(id)
  }
  await shown(services, context, last)
  return ids
}

export async function changePlayers(
  services: CommandServices,
  context: CommandContext,
  playerIds: readonly number[],
  decide: (state: Player) => PlayerEvent[],
): Promise<number> {
  const ids = [...new Set(playerIds)]
  await requirePlayers(services, ids)
  const command = commandOf(context)
  let changed = 0
  let last: Position | null = null
  for (const playerId of ids) {
    const done = await transact(services.store, { aggregate: player, id: [playerId], command, decide })
    if (done.events.length === 0) continue
    changed += 1
    last = done.position
  }
  await shown(services, context, last)
  return changed
}

/** Closes the account first: a pick after that is refused, and one before it is seen. */
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
