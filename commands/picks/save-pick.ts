import {
  clearPick,
  countingPick,
  countingRound,
  enterPick,
  isInTime,
  type Pick,
  type PickVersion,
  pick,
  submitPick,
} from '../../domain/picks/pick.ts'
import { player } from '../../domain/players/player.ts'
import { PickClosed, PickLocked, Refusal } from '../../domain/refusal.ts'
import { restoreWording } from '../../domain/rounds/rewording.ts'
import {
  type PresentRound,
  type Round,
  type RoundEvent,
  round as roundFold,
} from '../../domain/rounds/round.ts'
import { addTeams, teamsGone } from '../../domain/rounds/round-editing.ts'
import type { Season } from '../../domain/seasons/season.ts'
import { roundIn, seasonStream } from '../../domain/seasons/season-stream.ts'
import { type LastIds, type Position, START } from '../../platform/event-store/event-store.ts'
import { readIfThere } from '../../platform/event-store/streams.ts'
import { type Load, loadAsOf, transact } from '../../platform/event-store/transact.ts'
import type { PickLink } from '../../platform/links/pick-link.ts'
import { command, commandOf } from '../command.ts'
import type { CommandContext } from '../context.ts'
import { pickContext } from '../lookups.ts'
import { lockIfDue } from '../rounds/lock-round.ts'
import type { CommandServices } from '../services.ts'

export type SavedPick = {
  saved: PickVersion
  versions: Pick
  eventIds: readonly string[]
  round: PresentRound
}

type Shown = { sportName?: string; slotNames?: readonly string[]; question?: string; unit?: string }

export async function saveOwnPick(
  services: CommandServices,
  context: CommandContext,
  link: PickLink,
  { picks, guess, ...shown }: { picks: readonly string[]; guess?: number } & Shown,
): Promise<SavedPick> {
  const { roundId, playerId } = link
  const { receivedAt } = context
  let read: Round = roundFold.initial
  const decide = async (before: Pick, load: Load) => {
    const inSeason = await pickContext(load, link)
    read = inSeason.round
    requireUpToDate(read, shown)
    return submitPick(before, inSeason, picks, receivedAt, guess)
  }
  const done = await transact(services.store, {
    aggregate: pick,
    id: [roundId, playerId],
    command: commandOf(context),
    lastIdsOf: readBy(link),
    decide,
  })
  const { state: versions, eventIds, position, lastIds } = done
  // The log alone answers: a later look at the standings waits for the tables.
  services.projector.noteAnswered(position ?? START)
  const round = await reconcileWithRound(services, context, link, { picks, read, position, lastIds })
  const saved = countingPick(versions, round)
  const made = { at: receivedAt, by: 'player', position: position ?? START } as const
  if (!isInTime(made, round) || !saved) throw new PickLocked(roundId)
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
  let read: Round = roundFold.initial
  const { position, lastIds } = await command(
    services,
    context,
    pick,
    [link.roundId, link.playerId],
    async (versions, load) => {
      const inSeason = await pickContext(load, link)
      read = inSeason.round
      return enterPick(versions, inSeason, picks, context.receivedAt, guess)
    },
  )
  await reconcileWithRound(services, context, link, { picks, read, position, lastIds })
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

function requireUpToDate(round: Round, { sportName, slotNames = [], question, unit = '' }: Shown) {
  if (!('sportName' in round)) return
  if (sportName !== undefined && round.sportName !== sportName) {
    throw new Refusal(
      'outdated',
      `This sport is called ${round.sportName} now. Please look at your pick again`,
    )
  }
  const { slotNames: names = [], tieBreak } = round
  const isAsked =
    question === undefined || (tieBreak?.question === question && (tieBreak.unit ?? '') === unit)
  if (isAsked && slotNames.every((name, index) => name === (names[index] ?? ''))) return
  throw new Refusal('outdated', 'This sport was reworded. Please look at your pick again')
}

type Answered = { picks: readonly string[]; read: Round; position: Position | null; lastIds: LastIds }

/** The round once the pick is in the log. What an admin took away or reworded meanwhile comes back. Refuses where it does not count, and a player who was closed earlier. */
async function reconcileWithRound(
  services: CommandServices,
  context: CommandContext,
  link: PickLink,
  { picks, read, position, lastIds }: Answered,
): Promise<PresentRound> {
  const now = await pickContext(loadAsOf(services.store, lastIds), link)
  const { player: who } = now
  if (who.status !== 'active' && (await wasClosedBefore(services, link.playerId, position ?? START))) {
    throw new PickClosed('player_inactive', 'You are not an active player')
  }
  const round = countingRound(now)
  const gone = teamsGone(
    round,
    picks.map((team) => team.trim()),
  )
  if (gone.length > 0) {
    await amendRound(services, context, link, 'put back', (now, season) =>
      addTeams(now, season, gone, context.receivedAt),
    )
  }
  if (restoreWording(round, read).length === 0) return round
  const asked = await amendRound(services, context, link, 'ask as before', (now) => restoreWording(now, read))
  return 'locksAt' in asked ? asked : round
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

async function amendRound(
  { store }: CommandServices,
  context: CommandContext,
  { seasonId, roundId }: PickLink,
  part: string,
  decide: (round: Round, season: Season) => RoundEvent[],
): Promise<Round> {
  const { state } = await transact(store, {
    aggregate: seasonStream,
    id: [seasonId],
    command: commandOf(
      { ...context, actor: { kind: 'system' }, reason: null, causationId: context.id },
      part,
    ),
    decide: ({ season, ...of }) => decide(roundIn(of, roundId), season),
  })
  return roundIn(state, roundId)
}
