import type { TieBreakQuestion } from '../../domain/rounds/round.ts'
import { askTieBreak, dropTieBreak } from '../../domain/rounds/tie-break-question.ts'
import { roundIn, seasonStream } from '../../domain/seasons/season-stream.ts'
import { command } from '../command.ts'
import type { CommandContext } from '../context.ts'
import type { CommandServices } from '../services.ts'
import { commandOnRound, requireSeasonOf } from './round-command.ts'

export async function askQuestion(
  services: CommandServices,
  context: CommandContext,
  roundId: number,
  question: TieBreakQuestion,
): Promise<void> {
  const seasonId = await requireSeasonOf(services, roundId)
  await command(services, context, seasonStream, [seasonId], (state) =>
    askTieBreak(roundIn(state, roundId), question, state),
  )
}

export async function dropQuestion(
  services: CommandServices,
  context: CommandContext,
  roundId: number,
): Promise<void> {
  await commandOnRound(services, context, roundId, dropTieBreak)
}
