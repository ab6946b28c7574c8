import type { TieBreakQuestion } from '../../domain/rounds/round.ts'
import { askTieBreak, dropTieBreak } from '../../domain/rounds/tie-break-question.ts'
import { roundIn, seasonStream } from '../../domain/seasons/season-stream.ts'
import { command } from '../command.ts'
import type { CommandContext } from '../context.ts'
import type { CommandServices } from '../services.ts'
import { editOfWords } from './answered-meanwhile.ts'
import { commandOnRound, requireSeasonOf } from './round-command.ts'

export async function askQuestion(
  services: CommandServices,
  context: CommandContext,
  roundId: number,
  question: TieBreakQuestion,
): Promise<void> {
  const seasonId = await requireSeasonOf(services, roundId)
  const edit = editOfWords(services, context, roundId)
  const done = await command(services, context, seasonStream, [seasonId], (state) => {
    const before = roundIn(state, roundId)
    return edit.decide(before, (answers) => askTieBreak(before, question, { ...state, answers }))
  })
  await edit.refuseIfAnsweredMeanwhile(done)
}

export async function dropQuestion(
  services: CommandServices,
  context: CommandContext,
  roundId: number,
): Promise<void> {
  const edit = editOfWords(services, context, roundId)
  const done = await commandOnRound(services, context, roundId, (before, inSeason) =>
    edit.decide(before, (answers) => dropTieBreak(before, inSeason, answers)),
  )
  await edit.refuseIfAnsweredMeanwhile(done)
}
