import { champion } from '../../domain/champions/champion.ts'
import { undoChampion } from '../../domain/champions/champion-events.ts'
import type { DomainEvent } from '../../domain/domain-event.ts'
import type { Aggregate, Instant } from '../../domain/event.ts'
import type { Undoing } from '../../domain/event-descriptor.ts'
import { findDescriptor } from '../../domain/event-table.ts'
import { message } from '../../domain/messages/message.ts'
import { undoMessage } from '../../domain/messages/message-events.ts'
import { pick } from '../../domain/picks/pick.ts'
import { undoPick } from '../../domain/picks/pick-events.ts'
import { player } from '../../domain/players/player.ts'
import { undoPlayer } from '../../domain/players/player-events.ts'
import { Refusal } from '../../domain/refusal.ts'
import { notices } from '../../domain/rounds/asking.ts'
import { undoNotice } from '../../domain/rounds/asking-events.ts'
import type { Round } from '../../domain/rounds/round.ts'
import { undoRound } from '../../domain/rounds/round-events.ts'
import { NOBODY_PLACED } from '../../domain/rounds/round-result.ts'
import { undoSeason } from '../../domain/seasons/season-events.ts'
import { isRoundEvent, roundIn, seasonStream } from '../../domain/seasons/season-stream.ts'
import { league } from '../../domain/settings/league.ts'
import { settings } from '../../domain/settings/settings.ts'
import { undoLeague, undoSettings } from '../../domain/settings/settings-events.ts'
import { streamIdOf } from '../../domain/stream-id.ts'
import { inverseOfAll } from '../../domain/undo/undo.ts'
import { requireReasonToUndo } from '../../domain/undo/undo-reason.ts'
import { loadFrom } from '../../platform/event-store/transact.ts'
import { participantsOf } from '../../projections/now/participants.ts'
import type { HistoryRow } from '../../projections/read-models/history.ts'
import { hallBut } from '../champions.ts'
import { current } from '../command.ts'
import { hasAnyPick, pickContext, pickedTeams, placedPlayers } from '../lookups.ts'
import { hasLeft } from '../messages.ts'
import { requireSeasonOf } from '../rounds/round-command.ts'
import type { CommandServices } from '../services.ts'

type UndoDecision = (events: readonly DomainEvent[]) => DomainEvent[]

export type UndoneRow = HistoryRow & { revisions: readonly number[] }

export type UndoContext = { now: Instant; isPreview: boolean; reason: string | null }

export async function decisionOn(
  services: CommandServices,
  context: UndoContext,
  row: UndoneRow,
): Promise<UndoDecision> {
  const { now } = context
  const { kind, ids } = streamIdOf(row.stream)
  const [id = 0, other = 0] = ids
  const undo = findDescriptor(row.type)?.undo
  switch (kind) {
    case 'settings':
      return deciding(settings, row, undoSettings)
    case 'league':
      return decisionOnDefault(services, row)
    case 'season':
      return decisionInSeason(services, row, id, context)
    case 'notices':
      return deciding(notices, row, undoNotice)
    case 'pick': {
      const seasonId = row.season_id ?? (await requireSeasonOf(services, id))
      const of = await pickContext(loadFrom(services.store), { seasonId, roundId: id, playerId: other })
      return deciding(pick, row, (undoing) => undoPick(undoing, { ...of, at: now }))
    }
    case 'champion': {
      const hall = await hallBut(services, id)
      return deciding(champion, row, (undoing) => undoChampion(undoing, hall))
    }
    case 'player':
      return deciding(player, row, undoPlayer)
    case 'message': {
      const moment = { now, hasLeft: await hasLeft(services, await current(services, message, id)) }
      return deciding(message, row, (undoing) => undoMessage(undoing, moment))
    }
    case 'link-key':
    case 'installation':
    case 'admin':
    case 'admins':
    case 'erasures':
      throw new Refusal(typeof undo === 'string' ? undo : 'event-not-found')
  }
}

function deciding<State, Event extends DomainEvent, Id extends readonly unknown[]>(
  aggregate: Aggregate<State, Event, Id>,
  { revisions }: UndoneRow,
  undo: (undoing: Undoing<State, Event>) => Event[],
): UndoDecision {
  return (events) => inverseOfAll(aggregate, events as readonly Event[], revisions, undo)
}

async function decisionOnDefault(services: CommandServices, row: UndoneRow): Promise<UndoDecision> {
  const events = await services.store.read(row.stream)
  const chosen = events.findLast(
    ({ type, revision }) => revision < row.revision && type === 'DefaultSeasonChosen',
  )
  // What is undone in the league's stream is about the default season alone.
  const seasonId = (chosen?.data as { seasonId: number } | undefined)?.seasonId ?? 0
  const { season } = await current(services, seasonStream, seasonId)
  return deciding(league, row, (undoing) => undoLeague(undoing, season))
}

async function decisionInSeason(
  services: CommandServices,
  row: UndoneRow,
  seasonId: number,
  { now, isPreview, reason }: UndoContext,
): Promise<UndoDecision> {
  const { round_id: roundId } = row
  const facts = roundId === null ? null : await factsOfRound(services, { seasonId, roundId })
  return deciding(seasonStream, row, (undoing) => {
    const { event, before, now: state } = undoing
    if (!isPreview) requireReasonToUndo(undoing, reason)
    if (!isRoundEvent(event)) {
      return undoSeason({ event, before: before.season, now: state.season }, now)
    }
    const [was, is] = [before, state].map((one) => roundIn(one, event.data.roundId)) as [Round, Round]
    return undoRound(
      { event, before: was, now: is },
      {
        now,
        ...(isPreview ? {} : { reason }),
        ...state,
        ...(facts ?? NOBODY_PICKED),
      },
    )
  })
}

const NOBODY_PICKED = { pickedTeams: [], ...NOBODY_PLACED }

async function factsOfRound(
  services: CommandServices,
  { seasonId, roundId }: { seasonId: number; roundId: number },
) {
  const hasPicked = await hasAnyPick(services, roundId)
  const inSeason = await current(services, seasonStream, seasonId)
  const round = roundIn(inSeason, roundId)
  if (!('deletedAt' in round) || round.deletedAt !== null) return null
  const teams = await pickedTeams(services, { round, season: inSeason.season })
  if (teams === null) return { hasPicked, ...NOBODY_PICKED }
  const participants = await participantsOf(services.read, seasonId)
  const everybody = participants.map(({ playerId }) => ({ playerId, placement: 'first' as const }))
  const placed = await placedPlayers(services, round, everybody)
  return { hasPicked, pickedTeams: teams, ...placed }
}
