import type { Round, RoundEvent } from '../../domain/rounds/round.ts'
import { ARRIVAL, moveRoundIn, moveRoundOut } from '../../domain/rounds/round-editing.ts'
import { activeSeason, type Season } from '../../domain/seasons/season.ts'
import { hasLocked, roundIn, type SeasonAndRounds, seasonStream } from '../../domain/seasons/season-stream.ts'
import { command, current } from '../command.ts'
import type { CommandContext } from '../context.ts'
import type { CommandServices } from '../services.ts'
import { commandOnRound } from './round-command.ts'

type Move = {
  roundId: number
  seasonId: number
  edit: (state: Round, inSeason: Season) => Promise<readonly RoundEvent[]>
}

/** Two streams: after a crash in between, a job brings the round in, without the edit. */
export async function moveRound(
  services: CommandServices,
  context: CommandContext,
  { roundId, seasonId, edit }: Move,
): Promise<void> {
  const { events } = await commandOnRound(services, context, roundId, async (state, from) => {
    const target = await current(services, seasonStream, seasonId)
    const to = activeSeason(target.season)
    const isFrozen = hasLocked(target)
    const moved = moveRoundOut(state, { from, to, isFrozen })
    await edit(state, to)
    return moved
  })
  for (const event of events) {
    if (event.type !== 'RoundMovedOut') continue
    const arrive = (state: SeasonAndRounds) => moveRoundIn(roundIn(state, roundId), event.data)
    await command(services, context, seasonStream, [seasonId], arrive, ARRIVAL)
    await command(services, context, seasonStream, [seasonId], (state) =>
      edit(roundIn(state, roundId), state.season),
    )
  }
}
