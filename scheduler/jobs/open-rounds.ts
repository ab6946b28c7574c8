import { v5 as uuidv5 } from 'uuid'
import { activateOnTime } from '../../domain/rounds/round-opening.ts'
import { roundIn, seasonStream } from '../../domain/seasons/season-stream.ts'
import { transact } from '../../platform/event-store/transact.ts'
import { roundsDueToOpen } from '../../projections/now/due-rounds.ts'
import { invitedParticipants } from '../../projections/now/participants.ts'
import type { Services } from '../services.ts'
import { eachRound } from './job.ts'

const OPENINGS = 'e0c1a7b4-3b52-4f6e-8a43-52c3d7f1b9a6'

/** One command for a season, so that each address gets all links in one mail. Its id is made of rounds and times. */
export async function openRounds(services: Services): Promise<void> {
  const now = services.clock.now()
  if ((await roundsDueToOpen(services.read, now)).size === 0) return
  await catchUp(services)
  await eachRound([...(await roundsDueToOpen(services.read, now))], async ([seasonId, due]) => {
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

/** The tables may not show yet who takes part. */
async function catchUp({ projector, store }: Services) {
  if (!(await projector.waitFor(await store.head()))) {
    throw new Error('The read tables are behind: sports open later')
  }
}
