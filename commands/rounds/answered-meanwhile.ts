import { restoreWording } from '../../domain/rounds/rewording.ts'
import { type Answers, type Round, round } from '../../domain/rounds/round.ts'
import { START } from '../../platform/event-store/event-store.ts'
import type { Transacted } from '../../platform/event-store/transact.ts'
import { answersIn } from '../../projections/read-models/picks.ts'
import { caughtUp } from '../caught-up.ts'
import type { CommandContext } from '../context.ts'
import { answersSoFar } from '../lookups.ts'
import type { CommandServices } from '../services.ts'
import { commandOnRound } from './round-command.ts'

type Decide<Event> = (answers: Answers) => readonly Event[] | Promise<readonly Event[]>

export type EditOfWords = {
  decide<Event>(before: Round, given: Decide<Event>): Promise<readonly Event[]>
  refuseIfAnsweredMeanwhile(done: Done): Promise<void>
}

type Done = Pick<Transacted<unknown, { type: string }>, 'events' | 'position'>

export function editOfWords(
  services: CommandServices,
  context: CommandContext,
  roundId: number,
): EditOfWords {
  let before: Round = round.initial
  let given: Decide<unknown> = () => []
  return {
    decide: async (state, decide) => {
      before = state
      given = decide
      return decide(await answersSoFar(services, roundId))
    },
    refuseIfAnsweredMeanwhile: async ({ events, position }) => {
      if (!events.some(({ type }) => WORDS.includes(type))) return
      await caughtUp(services)
      const answers = await answersIn(services.read, roundId, position ?? START)
      try {
        await given(answers)
      } catch (refusal) {
        const back = (now: Round) => restoreWording(now, before)
        await commandOnRound(services, context, roundId, back, 'ask as before')
        throw refusal
      }
    },
  }
}

const WORDS: readonly string[] = ['RoundPickTypeChanged', 'TieBreakQuestionSet', 'TieBreakQuestionDropped']
