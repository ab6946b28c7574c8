import { v5 as uuidv5 } from 'uuid'
import { caughtUp } from '../../commands/caught-up.ts'
import { activateOnTime } from '../../domain/rounds/round-opening.ts'
import { roundIn, seasonStream } from '../../domain/seasons/season-stream.ts'
import { transact } from '../../platform/event-store/transact.ts'
import { findDueRounds } from '../../projections/now/due-rounds.ts'
import { invitedParticipants } from '../../projections/now/participants.ts'
import type { Services } from '../services.ts'
import { eachRound } from './job.ts'

const OPENINGS = 'e0c1a7b4-3b52-4f6e-8a43-52c3d7f1b9a6'

/** One command for a season, so that each address gets all links in one mail. Its id is made of rounds and times. */
export async function openRounds(services: Services): Promise<void> {
  const now = services.clock.now()
  if ((await findDueRounds(services.read, now)).toOpen.size === 0) return
  // The tables may not show yet who takes part.
  await caughtUp(services)
  await eachRound([...(await findDueRounds(services.read, now)).toOpen], async ([seasonId, due]) => {
    const participants = await invitedParticipants(services.read, seasonId)
    const name = due.map(({ roundId, opening }) => `${roundId}/${opening?.opensAt}`).join()
    await transact(services.store, {
      aggregate: seasonStream,
      id: [seasonId],
      command: { id: uuidv5(name, OPENINGS), actor: { kind: 'scheduler' }, occurredAt: now },
      decide: (state) =>
        due.flatMap(({ roundId }) =>
          activateOnTime(roundIn(state, roundId), state.season, participants, now),
        ),
    })
  })
}
