import type { FastifyRequest } from 'fastify'
import type { DomainEvent } from '#domain/domain-event'
import type { Aggregate, Instant } from '#domain/event'
import { league } from '#domain/league'
import { pick } from '#domain/pick'
import { player } from '#domain/player'
import { Refusal } from '#domain/refusal'
import { round } from '#domain/round'
import { NOBODY_PLACED } from '#domain/round-result'
import { season } from '#domain/season'
import { settings } from '#domain/settings'
import { inverseOfAll, noWayBack, type Undoing } from '#domain/undo'
import { undoPick } from '#domain/undo-pick'
import { undoPlayer } from '#domain/undo-player'
import { type RoundScene, undoRound } from '#domain/undo-round'
import { undoSeason } from '#domain/undo-season'
import { undoDefaultSeason, undoSettings } from '#domain/undo-settings'
import type { HistoryRow } from '#projections/history'
import { teamsPicked } from '#projections/rounds'
import { listParticipants } from '#projections/seasons'
import { caughtUp } from './caught-up.ts'
import { current } from './command.ts'
import { pickScene, placedPlayers } from './lookups.ts'
import type { Services } from './services.ts'
import { picksTurn, seasonTurn } from './turns.ts'

export type UndoDecision = {
  /** From all events of the stream to those that undo the one. Throws Refusal. */
  decide: (events: readonly DomainEvent[]) => DomainEvent[]
  /** Runs the work in the turns that such a change takes. */
  inTurn: (request: FastifyRequest, work: () => Promise<void>) => Promise<void>
}

/** The event that is undone, and with it the others of its stream at these revisions. */
export type UndoneRow = HistoryRow & { revisions?: readonly number[] }

/** How an event is undone, with everything that the ordinary rules look at as it is now. */
export async function decisionOn(services: Services, now: Instant, row: UndoneRow): Promise<UndoDecision> {
  const { turns } = services
  const [kind = '', first, second] = row.stream.split('-')
  const [id, other] = [Number(first), Number(second)]
  const atOnce: UndoDecision['inTurn'] = (_, work) => work()
  switch (kind) {
    case 'settings':
      return { decide: deciding(settings, row, undoSettings), inTurn: atOnce }
    case 'league':
      return decisionOnDefault(services, row)
    case 'season': {
      const decide = deciding(season, row, (undoing) => undoSeason(undoing, now))
      return { decide, inTurn: (request, work) => turns.alone(request, seasonTurn(id), work) }
    }
    case 'round': {
      const scene = await roundScene(services, id, now)
      const decide = deciding(round, row, (undoing) => undoRound(undoing, scene))
      return { decide, inTurn: inTurnOfRound(services, row, id) }
    }
    case 'pick': {
      const scene = await pickScene(services, { roundId: id, playerId: other })
      const decide = deciding(pick, row, (undoing) => undoPick(undoing, scene, now))
      return { decide, inTurn: inTurnOfRound(services, row, id) }
    }
    case 'player':
      return { decide: deciding(player, row, undoPlayer), inTurn: atOnce }
    case 'link':
      return noWayBack('A key that was replaced does not come back')
    default:
      return noWayBack('What concerns the accounts of admins is changed in Settings, under Admins')
  }
}

function deciding<State, Event extends DomainEvent, Id extends readonly unknown[]>(
  aggregate: Aggregate<State, Event, Id>,
  { revision, revisions = [revision] }: UndoneRow,
  undo: (undoing: Undoing<State, Event>) => Event[],
): UndoDecision['decide'] {
  // A stream holds only the events of its own aggregate.
  return (events) => inverseOfAll(aggregate, events as readonly Event[], revisions, undo)
}

/** The season that was the default before must still be there. */
async function decisionOnDefault(services: Services, row: HistoryRow): Promise<UndoDecision> {
  const events = await services.store.read(row.stream)
  const chosen = events.findLast(
    ({ type, revision }) => revision < row.revision && type === 'DefaultSeasonChosen',
  )
  // What is in the league's stream is about the default season alone.
  const seasonId = (chosen?.data as { seasonId: number } | undefined)?.seasonId ?? 0
  const before = await current(services, season, seasonId)
  const decide = deciding(league, row, (undoing) => undoDefaultSeason(undoing, before))
  return { decide, inTurn: (_, work) => work() }
}

async function roundScene(services: Services, roundId: number, now: Instant): Promise<RoundScene> {
  const state = await current(services, round, roundId)
  if (!('seasonId' in state)) throw new Refusal('not_found', 'Sport not found')
  await caughtUp(services)
  const participants = await listParticipants(services.read, state.seasonId)
  const everybody = participants.map(({ id: playerId }) => ({ playerId, placement: 'first' as const }))
  const placed = state.deletedAt === null ? await placedPlayers(services, roundId, everybody) : NOBODY_PLACED
  const season = await seasonOf(services, state.seasonId)
  return { now, season, pickedTeams: await teamsPicked(services.read, roundId), ...placed }
}

const seasonOf = (services: Services, seasonId: number) => current(services, season, seasonId)

/** Nothing is scored or ended meanwhile, and nobody picks. */
function inTurnOfRound(
  { turns }: Services,
  { season_id }: HistoryRow,
  roundId: number,
): UndoDecision['inTurn'] {
  return (request, work) =>
    turns.alone(request, picksTurn(roundId), () => turns.alone(request, seasonTurn(season_id ?? 0), work))
}
