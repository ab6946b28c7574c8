import { ARRIVAL, moveRoundIn } from '../../domain/rounds/round-editing.ts'
import { roundIn, seasonStream } from '../../domain/seasons/season-stream.ts'
import type { Position } from '../../platform/event-store/event-store.ts'
import { partOf, transact } from '../../platform/event-store/transact.ts'
import { eventAt, unfinishedMoves } from '../../projections/history/rows.ts'
import type { EventOf } from '../mail/policies/policy.ts'
import type { Services } from '../services.ts'
import { eachRound } from './job.ts'

/**
 * Brings drafts into their new season after a crash between the two seasons. The command's id is that of the move itself: where
 * that is only slow, the draft arrives once.
 */
export async function finishMoves(services: Services): Promise<void> {
  await eachRound(await unfinishedMoves(services.read), (position) => finishMove(services, position))
}

async function finishMove(services: Services, position: Position) {
  const event = await eventAt(services, position)
  if (event?.type !== 'RoundMovedOut') return
  const { id, data, metadata } = event as EventOf<'RoundMovedOut'>
  await transact(services.store, {
    aggregate: seasonStream,
    id: [data.seasonId],
    command: {
      ...{ id: partOf(metadata.commandId, ARRIVAL), correlationId: metadata.commandId, causationId: id },
      ...{ actor: metadata.actor, occurredAt: services.clock.now() },
    },
    decide: (state) => moveRoundIn(roundIn(state, data.roundId), data),
  })
}
