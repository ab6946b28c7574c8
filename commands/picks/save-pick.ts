import {
  clearPick,
  countingPick,
  countingRound,
  enterPick,
  isInTime,
  pick,
  submitPick,
} from '../../domain/picks/pick.ts'
import { player } from '../../domain/players/player.ts'
import { Refusal } from '../../domain/refusal.ts'
import type { PresentRound } from '../../domain/rounds/round.ts'
import { addTeams, teamsGone } from '../../domain/rounds/round-editing.ts'
import { roundIn, seasonStream } from '../../domain/seasons/season-stream.ts'
import { type LastIds, type Position, START } from '../../platform/event-store/event-store.ts'
import { readIfThere } from '../../platform/event-store/streams.ts'
import { loadAsOf, transact } from '../../platform/event-store/transact.ts'
import type { PickLink } from '../../platform/links/links.ts'
import { command, commandOf } from '../command.ts'
import type { CommandContext } from '../context.ts'
import { pickContext } from '../lookups.ts'
import { lockIfDue } from '../rounds/lock-round.ts'
import type { CommandServices } from '../services.ts'

export async function saveOwnPick(
  services: CommandServices,
  context: CommandContext,
  link: PickLink,
  { picks, guess }: { picks: readonly string[]; guess?: number },
) {
  const { roundId, playerId } = link
  const { receivedAt } = context
  const done = await transact(services.store, {
    aggregate: pick,
    id: [roundId, playerId],
    command: commandOf(context),
    lastIdsOf: readBy(link),
    decide: async (before, load) =>
      submitPick(before, await pickContext(load, link), picks, receivedAt, guess),
  })
  const { state: versions, eventIds, position, lastIds } = done
  // The log alone answers: a later look at the standings waits for the tables.
  services.projector.noteAnswered(position ?? START)
  const round = await reconcileWithRound(services, context, link, { picks, position, lastIds })
  const saved = countingPick(versions, round)
  const made = { at: receivedAt, by: 'player', position: position ?? START } as const
  if (!isInTime(made, round) || !saved) throw new Refusal('picks-locked', { roundId })
  return { saved, versions, eventIds, round }
}

/** What a pick is decided on besides its own stream. */
const readBy = ({ seasonId, playerId }: PickLink) => [seasonStream.stream(seasonId), player.stream(playerId)]

export async function enterPickFor(
  services: CommandServices,
  context: CommandContext,
  link: PickLink,
  picks: readonly string[],
  guess?: number,
): Promise<void> {
  await lockIfDue(services, link.roundId)
  const { position, lastIds } = await command(
    services,
    context,
    pick,
    [link.roundId, link.playerId],
    async (versions, load) =>
      enterPick(versions, await pickContext(load, link), picks, context.receivedAt, guess),
  )
  await reconcileWithRound(services, context, link, { picks, position, lastIds })
}

export async function clearPickOf(
  services: CommandServices,
  context: CommandContext,
  link: PickLink,
  guess?: number,
): Promise<void> {
  const { roundId, playerId } = link
  await lockIfDue(services, roundId)
  await command(services, context, pick, [roundId, playerId], async (versions, load) =>
    clearPick(versions, await pickContext(load, link), context.receivedAt, guess),
  )
}

type Saved = { picks: readonly string[]; position: Position | null; lastIds: LastIds }

/** The round once the pick is in the log. Teams that an admin took away meanwhile come back. Refuses where it does not count, and a player who was closed earlier. */
async function reconcileWithRound(
  services: CommandServices,
  context: CommandContext,
  link: PickLink,
  { picks, position, lastIds }: Saved,
): Promise<PresentRound> {
  const now = await pickContext(loadAsOf(services.store, lastIds), link)
  const { player: who } = now
  if (who.status !== 'active' && (await wasClosedBefore(services, link.playerId, position ?? START))) {
    throw new Refusal('player-inactive')
  }
  const round = countingRound(now)
  const gone = teamsGone(
    round,
    picks.map((team) => team.trim()),
  )
  if (gone.length > 0) await putBack(services, context, link, gone)
  return round
}

async function wasClosedBefore(
  { store }: CommandServices,
  playerId: number,
  position: Position,
): Promise<boolean> {
  const events = await readIfThere(store, player.stream(playerId))
  const closed = events.findLast(({ type }) => type === 'PlayerDeactivated')
  return events.length === 0 || (closed !== undefined && closed.position < position)
}

async function putBack(
  { store }: CommandServices,
  context: CommandContext,
  { seasonId, roundId }: PickLink,
  teams: readonly string[],
): Promise<void> {
  await transact(store, {
    aggregate: seasonStream,
    id: [seasonId],
    command: commandOf(
      { ...context, actor: { kind: 'system' }, reason: null, causationId: context.id },
      'put back',
    ),
    decide: ({ season, ...of }) => addTeams(roundIn(of, roundId), season, teams, context.receivedAt),
  })
}
