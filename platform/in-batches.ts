import { setImmediate } from 'node:timers/promises'
import DataLoader from 'dataloader'

/**
 * Asks one at a time while it is quiet. What is asked while an answer is under way waits, and is asked together: the
 * busier it gets, the fewer questions there are. An Error among the answers is thrown to the one who asked.
 */
export function inBatches<Question, Answer>(
  batchMax: number,
  answer: (questions: readonly Question[]) => Promise<readonly (Answer | Error)[]>,
): (question: Question) => Promise<Answer> {
  let underWay: Promise<unknown> = Promise.resolve()
  let turn: Promise<unknown> = Promise.resolve()
  const loader = new DataLoader<Question, Answer>(
    (questions) => {
      const answers = answer(questions)
      underWay = answers.catch(() => {})
      return answers
    },
    {
      cache: false,
      maxBatchSize: batchMax,
      batchScheduleFn: (ask) => {
        // The embedded database answers before anybody else is heard: whoever knocks at the same time must be let in first.
        turn = turn
          .then(() => setImmediate())
          .then(() => {
            ask()
            return underWay
          })
      },
    },
  )
  return (question) => loader.load(question)
}

const TOGETHER_MAX = 1_000

/** The same where there is but one question: those who ask at the same moment are told by one answer. */
export function asOne<Answer>(answer: () => Promise<Answer>): () => Promise<Answer> {
  const ask = inBatches<true, Answer>(TOGETHER_MAX, async (questions) => {
    const told = await answer()
    return questions.map(() => told)
  })
  return () => ask(true)
}
